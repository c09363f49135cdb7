package class

import (
	"strings"

	"facet/ui/style"

	"rsc.io/qr"
)

// Invitation says how to come in.
type Invitation struct {
	Host, Port  string
	Fingerprint string // of the server's key
}

// Command is what students type; they follow at once.
func (i Invitation) Command() string {
	if i.Host == "" {
		return ""
	}
	if i.Port == "22" {
		return "ssh follow@" + i.Host
	}
	return "ssh -p " + i.Port + " follow@" + i.Host
}

// line is all of it in one row.
func (i Invitation) line() string {
	if i.Host == "" {
		return ""
	}
	return i.Command() + "  " + i.Fingerprint
}

// rows are the page for the wall: the command in large letters where there is room, what
// to type where, and a code for those who have a terminal on their telephone.
func (i Invitation) rows(t *style.Theme, width, height int) []string {
	command := i.Command()
	if command == "" {
		return []string{"", " Nobody can come in: this class has no address."}
	}
	rows := []string{"", " " + t.Paint(style.Title, "Join the class"), ""}
	text := []string{
		t.Paint(style.Strong, command),
		"",
		"Windows: open Windows Terminal or PowerShell, type the same, press Enter.",
		"macOS and Linux: the same in a terminal.",
		"At the first time ssh asks about the key. It must be",
		i.Fingerprint,
		"Then type yes, and give your name. To keep your work: ssh-keygen -t ed25519",
		"makes a key, before you join.",
	}
	code := qrRows("ssh://follow@"+i.Host+":"+i.Port, t)
	wall := large(command, t.ASCII)
	if len(wall) > 0 && style.Width(wall[0])+2 <= width && len(rows)+len(wall)+len(text) <= height {
		for _, row := range wall {
			rows = append(rows, " "+t.Paint(style.Strong, row))
		}
		rows = append(rows, "")
	}
	beside := len(code) > 0 && style.Width(code[0])+80 <= width && len(rows)+len(code) <= height
	for k := range max(len(text), len(code)) {
		row := " "
		if k < len(text) {
			row += text[k]
		}
		if beside && k < len(code) {
			row = t.Left(row, 79) + code[k]
		}
		if k < len(text) || beside {
			rows = append(rows, row)
		}
	}
	if !beside && len(code) > 0 && len(rows)+1+len(code) <= height && style.Width(code[0])+1 <= width {
		rows = append(rows, "")
		for _, row := range code {
			rows = append(rows, " "+row)
		}
	}
	for k := range rows {
		rows[k] = t.Clip(rows[k], width)
	}
	return rows
}

// qrRows draws a QR code in text, two of its rows in one: what is light in it is filled
// on a dark terminal, what is dark on a light one. There is none in ASCII, where cells
// are too high.
func qrRows(text string, t *style.Theme) []string {
	code, err := qr.Encode(text, qr.L)
	if err != nil || t.ASCII {
		return nil
	}
	filled := t.Kind() == style.Light
	const quiet = 2
	dark := func(x, y int) bool { return x >= 0 && y >= 0 && x < code.Size && y < code.Size && code.Black(x, y) }
	var rows []string
	for y := -quiet; y < code.Size+quiet; y += 2 {
		var b strings.Builder
		for x := -quiet; x < code.Size+quiet; x++ {
			b.WriteString(half(dark(x, y) == filled, dark(x, y+1) == filled))
		}
		rows = append(rows, b.String())
	}
	return rows
}
