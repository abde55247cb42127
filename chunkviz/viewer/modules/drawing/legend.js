// What each mark means, drawn by the code that draws it in the text.

import { plainChunks } from "../data/chunks.js"
import { sceneOf } from "../data/scene.js"
import { Text } from "../data/text.js"
import { flagSign } from "./before.js"
import { paintBlock } from "./block.js"
import { make } from "./element.js"
import { chunkLabel } from "./labels.js"
import { drawRibbon } from "./ribbon.js"

/** @typedef {import("../data/scene.js").Scene} Scene */
/** @typedef {{words: string, draw: () => Element}} Entry */

/** @type {Entry[]} */
const MARKS = [
  {
    words: "A chunk in its colour; a bar where it begins",
    draw: () =>
      example("One chunk. The next.", {
        spans: [
          [0, 11],
          [11, 20],
        ],
      }),
  },
  {
    words: "Stripes: text that chunks share, in the colours of all; dotted below where they are more than two",
    draw: () =>
      example("one two three", {
        spans: [
          [0, 13],
          [4, 13],
          [8, 13],
        ],
      }),
  },
  { words: "No colour: text in no chunk", draw: () => example("a chunk · in none", { spans: [[0, 8]] }) },
  {
    words: "Dotted grey: the embedding model does not read this far",
    draw: () => example("read · not read", { spans: [[0, 15]], columns: { read: [7] } }),
  },
  {
    words: "Double bar: text embedded before a chunk that does not stand there",
    draw: () => example("the chunk", { spans: [[0, 9]], columns: { added: [1] }, texts: ["", "words"] }),
  },
  {
    words: "Number and size of the chunk that begins on the line; ! where it is over its size, +3 where three more begin",
    draw: drawLabel,
  },
  {
    words: "Underline and bar in the margin: the selected chunk",
    draw: drawSelected,
  },
  {
    words: "Bracket in the margin: a parent, which is handed on for the chunks inside it",
    draw: () => make("div", "parent-bracket"),
  },
  { words: "Frame with rank and score: a hit, solid for the best, dashed for the others", draw: drawHits },
  {
    words: "Star and double underline: a passage that answers a question",
    draw: () => example("the answer", { spans: [[0, 10]], scene: { marks: [mark(0, 10, "answer")] } }),
  },
  {
    words: "Underline: a sentence, the thicker the nearer to the question",
    draw: () =>
      example("Near. Far.", { spans: [[0, 10]], scene: { marks: [mark(0, 5, "sentence", 0.9), mark(6, 10, "sentence", 0.15)] } }),
  },
  {
    words: "Pale: a chunk that is not looked for",
    draw: () => example("a pale chunk", { spans: [[0, 12]], scene: { only: new Set() } }),
  },
  { words: "Something to look at; point at it to read what", draw: () => flagSign({ sign: "!", words: "An example" }) },
  { words: "Scissors: an answer is cut here", draw: () => flagSign({ sign: "✂", words: "An example" }) },
  { words: "Curve: how similar neighbouring sentences are; dashed the threshold, a dot where that cut", draw: drawCurve },
  {
    words: "Ticks below: where tokens end, with t",
    draw: () =>
      example("tokenizers", {
        spans: [[0, 10]],
        scene: {
          tokens: { id: "", unit: "tokens", end: Int32Array.of(5, 10) },
          options: { tokens: true, space: false, overlaps: false },
        },
      }),
  },
  {
    words: "Signs for white space, with w",
    draw: () => example("a b\tc", { spans: [[0, 5]], scene: { options: { tokens: false, space: true, overlaps: false } } }),
  },
]

/**
 * A panel with the marks and the keys.
 * @param {{shown: string, words: string}[]} keys
 */
export function buildLegend(keys) {
  const panel = make("div", "legend", undefined, { role: "dialog", "aria-label": "Marks and keys", tabindex: "-1" })
  const marks = section(panel, "Marks", "marks")
  for (const { words, draw } of MARKS) {
    marks.append(make("dt"), make("dd", "", words))
    marks.children[marks.children.length - 2].append(draw())
  }
  const list = section(panel, "Keys", "keys")
  for (const { shown, words } of keys) list.append(make("dt", "", shown), make("dd", "", words))
  return panel
}

/**
 * @param {HTMLElement} panel
 * @param {string} title
 * @param {string} name
 */
function section(panel, title, name) {
  panel.append(make("h2", "", title))
  return panel.appendChild(make("dl", name))
}

/**
 * A line of text with these chunks, as it is drawn in the text.
 * @param {string} text
 * @param {object} given
 * @param {number[][]} given.spans
 * @param {Record<string, number[]>} [given.columns]
 * @param {string[]} [given.texts]
 * @param {number} [given.selected]
 * @param {Partial<Scene>} [given.scene]
 */
function example(text, { spans, columns = {}, texts = [""], selected = -1, scene = {} }) {
  const chunks = plainChunks(
    spans.map(([start, end]) => ({ start, end })),
    { columns, texts },
  )
  return paintBlock(0, { ...sceneOf({ text: new Text({ text }), chunks, selected }), ...scene })
}

function drawSelected() {
  const both = make("div")
  both.append(make("div", "selected-bar"), example("selected", { spans: [[0, 8]], selected: 0 }))
  return both
}

function drawLabel() {
  const chunks = plainChunks([{ start: 0, end: 1 }], { columns: { tokens: [64], oversize: [1] }, texts: ["", "An example"] })
  return chunkLabel(0, sceneOf({ text: new Text({ text: "a" }), chunks }), null) ?? make("span")
}

function drawHits() {
  const hits = [
    { start: 0, end: 5, rank: 1, score: 0.71, lit: 1, words: "" },
    { start: 5, end: 9, rank: 2, score: 0.4, lit: 0.5, words: "" },
  ]
  return example("best next", {
    spans: [
      [0, 5],
      [5, 9],
    ],
    scene: { hits },
  })
}

function drawCurve() {
  const ribbon = {
    at: Int32Array.of(0, 1, 2, 3),
    value: [0.9, 0.7, 0.15, 0.8],
    threshold: 0.4,
    cuts: new Set([2]),
    label: "An example",
  }
  return drawRibbon(ribbon, 0, 4, (position) => 4 + position * 9, 36)
}

/**
 * @param {number} start
 * @param {number} end
 * @param {string} kind
 * @param {number | null} value
 */
const mark = (start, end, kind, value = null) => ({ start, end, kind, value, words: "" })
