package format

import (
	"encoding/xml"

	"facet/model"

	"github.com/yaricom/goGraphML/graphml"
)

// yedLabel is the element in which yEd keeps what it shows in a node. Its ids are n0, n1
// and so on, whatever a user types.
var yedLabel = xml.Name{Space: "http://www.yworks.com/xml/graphml", Local: "NodeLabel"}

// named gives nodes their labels for ids: each that has one which no other node has as its
// label or its id. The others keep their ids, and so do all where an id is there twice or an
// edge has an end that does not exist, which is for others to say.
func named(graph *graphml.Graph, labels map[*graphml.Node]string) {
	if len(labels) == 0 {
		return
	}
	ids, having := make(map[string]bool), make(map[string]int)
	for _, node := range graph.Nodes {
		if ids[node.ID] {
			return
		}
		ids[node.ID] = true
		labels[node] = model.OneLine(labels[node])
		having[labels[node]]++
	}
	for _, edge := range graph.Edges {
		if !ids[edge.Source] || !ids[edge.Target] {
			return
		}
	}
	names := make(map[string]string, len(ids))
	for _, node := range graph.Nodes {
		id, label := node.ID, labels[node]
		if label != "" && having[label] == 1 && checkID(label) == nil && (label == id || !ids[label]) {
			node.ID = label
		}
		names[id] = node.ID
	}
	for _, edge := range graph.Edges {
		edge.Source, edge.Target = names[edge.Source], names[edge.Target]
	}
}
