// Renders the chart with the template engine and the functions that Helm has (text/template and sprig, both in Debian), so that
// it can be checked where Helm itself cannot be had.
//
//	go run main.go <chart folder> <values as YAML on standard input>
//
// Prints the rendered files as a YAML stream; exit code 1 with the message of a template that fails.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

func read(path string) object {
	text, err := os.ReadFile(path)
	fatal(err)
	return parse(text)
}

// By way of JSON, as Helm does: numbers become floats.
func parse(text []byte) object {
	read := object{}
	fatal(yaml.Unmarshal(text, &read))
	asJSON, err := json.Marshal(read)
	fatal(err)
	value := object{}
	fatal(json.Unmarshal(asJSON, &value))
	return value
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// What is given replaces what the chart has, field by field.
func merge(into, from object) object {
	for key, value := range from {
		given, isObject := value.(object)
		own, hasObject := into[key].(object)
		if isObject && hasObject {
			into[key] = merge(own, given)
		} else {
			into[key] = value
		}
	}
	return into
}

// As Helm's: without the line break at the end.
func toYaml(value interface{}) string {
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	fatal(encoder.Encode(value))
	return strings.TrimSuffix(text.String(), "\n")
}

func main() {
	folder := os.Args[1]
	input, err := io.ReadAll(os.Stdin)
	fatal(err)
	chart := read(filepath.Join(folder, "Chart.yaml"))
	context := object{
		"Values":  merge(read(filepath.Join(folder, "values.yaml")), parse(input)),
		"Release": object{"Name": "speech", "Namespace": "default", "Service": "Helm"},
		"Chart":   object{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
	}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = toYaml
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	all.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	fatal(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		fatal(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		fatal(err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		fatal(all.ExecuteTemplate(&text, name, context))
		if strings.HasSuffix(name, ".yaml") && strings.TrimSpace(text.String()) != "" {
			fmt.Printf("---\n# %s\n%s\n", name, text.String())
		}
	}
}
