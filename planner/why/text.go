package why

import (
	"fmt"
	"strings"
)

// Brief is the reason in one short sentence. The names write its numbers.
func (l *Loss) Brief(names Names) string { return l.claim("", names) }

// Text is the whole reason: the operation of an optimal completion that is impossible
// behind the move, and what takes the place of what.
func (l *Loss) Text(names Names) string {
	return join([]string{l.claim(" in an optimal completion", names), l.exchange(names)})
}

// claim is the sentence that says what is lost, and where that stands.
func (l *Loss) claim(where string, names Names) string {
	d := l.Lost
	priced := d.Name + " for " + names.Number(d.Price)
	switch l.Kind {
	case OtherMode:
		return priced + " does the same."
	case NotAbsorbed:
		gone := "is removed"
		if !l.absorberRemoved {
			gone = "does not come up"
		}
		if where == "" {
			return fmt.Sprintf("%s %s and cannot absorb %s.", d.AbsorberName, gone, priced)
		}
		return fmt.Sprintf("%s %s and cannot absorb %s, as%s.", d.AbsorberName, gone, priced, where)
	case NoModel:
		return l.impossible(priced, where) + ": its model is gone."
	case Impossible:
		return l.impossible(priced, where) + "."
	}
	return l.saves(names)
}

// impossible says that an operation is, and what it does where.
func (l *Loss) impossible(priced, where string) string {
	switch {
	case l.Lost.Absorber != nil:
		return fmt.Sprintf("%s, which %s absorbs%s, is no longer possible", priced, l.Lost.AbsorberName,
			where)
	case where != "":
		return fmt.Sprintf("%s, a step%s, is no longer possible", priced,
			strings.Replace(where, " in ", " of ", 1))
	}
	return priced + " is no longer possible"
}

// saves compares the price of the move with what it spares.
func (l *Loss) saves(names Names) string {
	price, with, without := names.Number(l.Price), names.Number(l.With), names.Number(l.Without)
	switch {
	case l.With == l.Without:
		return fmt.Sprintf("It costs %s and saves nothing: %s is left with it and without it.", price, with)
	case l.With < l.Without:
		return fmt.Sprintf("It costs %s and saves %s: %s is left with it, %s without it.", price,
			names.Number(l.Without-l.With), with, without)
	}
	return fmt.Sprintf("It costs %s, and then %s is left, not %s.", price, with, without)
}

// Few operations are listed by name.
const (
	fewInstead = 3
	fewTaken   = 4
)

// exchange says what takes the place of what.
func (l *Loss) exchange(names Names) string {
	more := names.Number(l.Cost()) + " more"
	switch {
	case l.Kind == OtherMode || len(l.Takes) <= 1 && len(l.Instead) == 0:
		return "" // the price of the move says all
	case len(l.Instead) == 0 && len(l.Takes) <= fewTaken:
		return fmt.Sprintf("On top of everything else it takes %s: %s.", priced(l.Takes, names), more)
	case len(l.Instead) > fewInstead || len(l.Takes) > fewTaken:
		return fmt.Sprintf("In place of %s for %s it takes %d for %s: %s.",
			times(int64(len(l.Instead)), "one operation", "operations"),
			names.Number(total(l.Instead)), len(l.Takes), names.Number(total(l.Takes)), more)
	}
	return fmt.Sprintf("In place of %s it takes %s: %s.", priced(l.Instead, names), priced(l.Takes, names),
		more)
}

// priced lists operations with their prices.
func priced(all []Operation, names Names) string {
	var out strings.Builder
	for k, d := range all {
		switch {
		case k == 0:
		case k == len(all)-1:
			out.WriteString(" and ")
		default:
			out.WriteString(", ")
		}
		fmt.Fprintf(&out, "%s for %s", d.Name, names.Number(d.Price))
	}
	return out.String()
}
