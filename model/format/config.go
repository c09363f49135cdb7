package format

import (
	"fmt"
	"io"
	"strings"

	"facet/model/excerpt"
)

// Config is a configuration file of the reference implementation: a key and a
// value on each line.
//
//	dag lion.xml
//	method BranchAndBound
//	n_threads 2
type Config struct {
	Dag     string // the path of the dag's file
	Method  string // empty where the file does not say it
	Threads int64  // 0 where the file does not say it
}

// maxConfigBytes is how large a configuration file may be.
const maxConfigBytes = 1 << 20

// ReadConfig reads a configuration file. Messages call it name. The keys of the
// first release, graph_path and optimizer_name, are read too.
func ReadConfig(name string, r io.Reader) (Config, error) {
	content, err := io.ReadAll(io.LimitReader(r, maxConfigBytes+1))
	if err != nil {
		return Config{}, fmt.Errorf("cannot read %s: %w", name, reason(err))
	}
	config, err := parseConfig(content)
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", name, err)
	}
	return config, nil
}

func parseConfig(content []byte) (Config, error) {
	if len(content) > maxConfigBytes {
		return Config{}, fmt.Errorf("the file is larger than 1 MB: it should have a few lines")
	}
	text, err := PlainText(content)
	if err != nil {
		return Config{}, err
	}
	var c Config
	for k, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		key, value, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
		if err := c.set(key, strings.TrimSpace(value)); err != nil {
			return Config{}, fmt.Errorf("line %d: %w", k+1, err)
		}
	}
	if c.Dag == "" {
		return Config{}, fmt.Errorf("it has no line with a dag: add a line like: dag lion.xml")
	}
	return c, nil
}

func (c *Config) set(key, value string) (err error) {
	if value == "" {
		return fmt.Errorf("%s has no value: write it after a space", excerpt.Of(key))
	}
	switch key {
	case "dag", "graph_path":
		c.Dag = value
	case "method", "optimizer_name":
		c.Method = value
	case "n_threads":
		if c.Threads, err = parseWhole(value); err != nil {
			return fmt.Errorf("n_threads: %w", err)
		}
		if c.Threads < 1 {
			return fmt.Errorf("n_threads is %d: it should be at least 1", c.Threads)
		}
	default:
		return fmt.Errorf("the key %s is not known: use dag, method and n_threads", excerpt.Of(key))
	}
	return nil
}
