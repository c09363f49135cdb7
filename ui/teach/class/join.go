package class

import (
	"cmp"
	"strings"

	"facet/ui/draw/qrcode"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Invitation says how to come in.
type Invitation struct {
	Host, Port  string
	Alone       bool   // only this machine can connect
	Fingerprint string // of the server's key
	Code        string // that is asked for; empty for none
	Page        string // the address of those who only look; empty without
}

// link is the address as cameras read it. The code stands in the name, and is not asked for
// then.
func (i Invitation) link() string {
	user := "follow"
	if i.Code != "" {
		user += "+" + i.Code
	}
	return "ssh://" + user + "@" + i.Host + ":" + i.Port
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

// line is all of it in one row; without the fingerprint where there is no room for the
// whole of that.
func (i Invitation) line(width int) string {
	command := i.Command()
	if i.Code != "" && command != "" {
		command += "  code " + i.Code
	}
	if i.Alone {
		return command + "  from this machine only: i says how to let others in"
	}
	if all := command + "  " + i.Fingerprint; i.Host == "" || style.Width(all)+1 <= width {
		return strings.TrimSpace(all)
	}
	return command
}

// How wide the text on the page is, at most, and at least beside the code.
const (
	pageWidth = 78
	leastPage = 40
)

// rows are the page for the wall: the command in large letters where there is room, what
// to type where, and a code for those who have a terminal on their telephone.
func (i Invitation) rows(t *style.Theme, width, height int) []string {
	command := i.Command()
	if command == "" {
		return []string{"", " Nobody can come in: this class has no address."}
	}
	rows := []string{"", " " + t.Paint(style.Title, "Join the class"), ""}
	least := max(leastPage, style.Width(command))
	code := i.codes(t, width-least-2)
	room := 0 // for the text, beside the codes
	if len(code) > 0 {
		room = min(pageWidth, width-style.Width(code[0])-2)
	}
	text := i.text(t, cmp.Or(room, min(pageWidth, width-2)))
	need := len(rows) + len(text)
	if room > 0 {
		need = len(rows) + max(len(text), len(code))
	}
	beside := 0 // the row where the code begins: at the top where there are no large letters
	target := command[strings.LastIndex(command, " "):]
	for _, lines := range [][]string{{command}, {strings.TrimSuffix(command, target), target}} {
		wall, ok := onWall(lines, t, width-2)
		if ok && need+len(wall) <= height {
			rows = append(rows, wall...)
			beside = len(rows)
			break
		}
	}
	if room > 0 && max(len(rows)+len(text), beside+len(code)) > height {
		room, text = 0, i.text(t, min(pageWidth, width-2))
	}
	for k := range text {
		rows = append(rows, " "+text[k])
	}
	if room > 0 {
		for k, row := range code {
			if beside+k == len(rows) {
				rows = append(rows, "")
			}
			rows[beside+k] = t.Left(rows[beside+k], room+2) + row
		}
	}
	for k := range rows {
		rows[k] = t.Clip(rows[k], width)
	}
	return rows
}

// codes are the QR codes beside each other, with what each is for below, in so many cells at
// most: that of the page for browsers is the last to go, since each telephone has one.
func (i Invitation) codes(t *style.Theme, most int) []string {
	join := qrcode.Rows(i.link(), t)
	if len(join) == 0 {
		return nil
	}
	named := func(rows []string, name string) []string {
		return append(rows, t.Clip(t.Paint(style.Strong, t.Left("    "+name, style.Width(rows[0]))),
			style.Width(rows[0])))
	}
	all := named(join, "ssh, to take part")
	if i.Page == "" {
		all = join
	} else if look := qrcode.Rows(i.Page, t); len(look) > 0 {
		look = named(look, "a browser, to look")
		if style.Width(look[0])+style.Width(all[0])+2 <= most {
			for k, row := range all {
				if k < len(look) {
					row += "  " + look[k]
				}
				all[k] = row
			}
			for k := len(all); k < len(look); k++ {
				all = append(all, strings.Repeat(" ", style.Width(join[0])+2)+look[k])
			}
		} else {
			all = look
		}
	}
	if style.Width(all[0]) > most {
		return nil
	}
	return all
}

// text says what to type where.
func (i Invitation) text(t *style.Theme, width int) []string {
	rows := []string{t.Paint(style.Strong, i.Command()), ""}
	wrap := func(text string) {
		for _, row := range layer.Wrap(t, text, width+2, 4, style.Plain) {
			rows = append(rows, strings.TrimPrefix(row, " "))
		}
	}
	if i.Alone {
		wrap("Only this machine can connect. facet serve --address :2222 --code lets others in.")
		rows = append(rows, "")
	}
	if i.Page != "" {
		rows = append(rows, "To look only, in a browser:", t.Paint(style.Strong, i.Page), "")
	}
	wrap("Windows: open Windows Terminal or PowerShell, type the same, press Enter.")
	wrap("macOS and Linux: the same in a terminal.")
	wrap("The first time, ssh asks about the key. It must be")
	if kind, rest, ok := strings.Cut(i.Fingerprint, ":"); ok && style.Width(i.Fingerprint) > width {
		rows = append(rows, kind+":")
		for ; len(rest) > width; rest = rest[width:] {
			rows = append(rows, rest[:width])
		}
		rows = append(rows, rest)
	} else {
		rows = append(rows, i.Fingerprint)
	}
	then := "Then type yes"
	if i.Code != "" {
		then += ", give the class's code, which is " + i.Code
	}
	wrap(then + ", and give your name. To keep your work, make a key before you join: ssh-keygen -t ed25519")
	return rows
}

// onWall writes lines in large letters, with a row below; false where they are too wide.
func onWall(lines []string, t *style.Theme, width int) ([]string, bool) {
	var rows []string
	for _, line := range lines {
		wall := large(strings.TrimSpace(line), t.ASCII)
		if len(wall) == 0 || style.Width(wall[0]) > width {
			return nil, false
		}
		for _, row := range wall {
			rows = append(rows, " "+t.Paint(style.Strong, row))
		}
	}
	return append(rows, ""), true
}
