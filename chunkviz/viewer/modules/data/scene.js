// All that is drawn at one moment.

import { plainChunks } from "./chunks.js"
import { column, rows } from "./columns.js"
import { Text } from "./text.js"

/** @typedef {import("./chunks.js").Chunks} Chunks */
/** @typedef {import("./columns.js").Span} Span */
/** @typedef {Span & {rank: number, score: number, words: string, lit: number}} Hit  `lit`: its share of the best score */
/** @typedef {Span & {kind: string, words: string, value: number | null}} Mark */
/** @typedef {Span & {words: string, sign: string}} Flag */
/** @typedef {{id: string, unit: string, end: Int32Array}} Tokens */
/** @typedef {{at: Int32Array, value: number[], threshold: number | null, cuts: Set<number>, label: string}} Ribbon */
/** @typedef {{space: boolean, tokens: boolean, overlaps: boolean}} Options */
/**
 * @typedef {object} Scene
 * @property {Text} text
 * @property {Chunks} chunks
 * @property {Tokens | null} tokens
 * @property {Hit[]} hits
 * @property {Mark[]} marks
 * @property {Flag[]} flags
 * @property {Set<number> | null} only  the chunks that do not step back; null where all do not
 * @property {Ribbon | null} ribbon
 * @property {Options} options
 * @property {number} selected  index of the selected chunk, or -1
 * @property {number} zoom  size of the text, 1 for reading
 * @property {number} letters  of the fixed-width face that a line takes
 */

/** A moment in which nothing was found, marked or asked for; the fields of Python's `moment_data`. */
export const NOTHING = {
  hits: null,
  marks: null,
  flags: null,
  only: [],
  ribbon: null,
  goto: null,
  select: null,
  together: "",
}

/**
 * @param {object} given
 * @param {Text} given.text
 * @param {Chunks} given.chunks
 * @param {Tokens | null} [given.tokens]
 * @param {any} [given.moment]
 * @param {Options} [given.options]
 * @param {number} [given.selected]
 * @param {number} [given.zoom]
 * @param {number} [given.letters]
 * @returns {Scene}
 */
export function sceneOf({
  text,
  chunks,
  tokens = null,
  moment = NOTHING,
  options = plainOptions(),
  selected = -1,
  zoom = 1,
  letters = 0,
}) {
  /** @param {any} columns */
  const read = (columns) => (columns ? /** @type {any[]} */ (rows(columns)) : [])
  return {
    text,
    chunks,
    tokens,
    hits: lit(read(moment.hits)),
    marks: read(moment.marks),
    flags: read(moment.flags),
    only: moment.only?.length ? new Set(moment.only) : null,
    ribbon: moment.ribbon && { ...moment.ribbon, at: column(moment.ribbon.at), cuts: new Set(column(moment.ribbon.cut)) },
    options,
    selected,
    zoom,
    letters,
  }
}

/** @returns {Options} */
export const plainOptions = () => ({ space: false, tokens: false, overlaps: false })

/** A scene before there is anything to draw. */
export const emptyScene = () => sceneOf({ text: new Text({ text: "" }), chunks: plainChunks([]) })

/**
 * @param {Omit<Hit, "lit">[]} hits
 * @returns {Hit[]}
 */
function lit(hits) {
  const best = Math.max(...hits.map((hit) => hit.score))
  return hits.map((hit) => ({ ...hit, lit: best > 0 ? Math.max(0.15, hit.score / best) : 1 }))
}

/**
 * @param {any} data  what Python's `tokens_data` made
 * @returns {Tokens}
 */
export const readTokens = (data) => ({ ...data, end: column(data.end) })
