// What is said about a chunk beside the pointer, and about a stretch of text that is selected.

import { countUpTo } from "../data/sorted.js"
import { chunkNames, counted, digits, lineRange, score } from "../data/wording.js"

/** @typedef {import("../data/scene.js").Scene} Scene */

/**
 * Lines of the card of chunk `i`: [class, words].
 * @param {number} i
 * @param {Scene} scene
 * @param {number[]} others  chunks that share the text under the pointer with it
 * @returns {[string, string][]}
 */
export function cardLines(i, { text, chunks, hits, flags }, others = []) {
  const start = chunks.start[i]
  const end = chunks.end[i]
  const where = lineRange(text.line(start), text.line(Math.max(start, end - 1)))
  const figures = new Set([chunks.size(i), counted(chunks.characters[i], "characters"), where])
  /** @type {[string, string][]} */
  const lines = [
    ["title", `Chunk ${i + 1} of ${digits.format(chunks.count)}`],
    ["figures", [...figures].join(" · ")],
  ]
  const path = text.path(start)
  if (path.length) lines.push(["path", path.join(" › ")])
  if (others.length) lines.push(["shared", `Here it shares its text with ${chunkNames(others)}.`])
  lines.push(
    ["heading", "Begins here because"],
    ["", chunks.cause(i - 1)],
    ["heading", "Ends there because"],
    ["", chunks.cause(i)],
  )
  if (chunks.overlap(i)) lines.push(["overlap-note", chunks.overlap(i)])
  if (chunks.oversize[i]) lines.push(["warning", chunks.texts[chunks.oversize[i]]])
  if (chunks.read[i] < end) {
    const unread = text.characters(Math.max(start, chunks.read[i]), end)
    lines.push(["warning", `The model does not read its last ${counted(unread, "characters")}.`])
  }
  for (const hit of hits) {
    if (hit.start < end && hit.end > start) lines.push(["hit", `Hit ${hit.rank}, score ${score(hit.score)}. ${hit.words ?? ""}`])
  }
  for (const flag of flags) if (flag.start < end && flag.end >= start) lines.push(["warning", flag.words])
  return lines
}

/**
 * The number, size and cause of chunk `i` in a line; of none, how many there are.
 * @param {number} i
 * @param {Scene} scene
 */
export function chunkWords(i, { chunks, text }) {
  if (i >= 0) return `Chunk ${i + 1} of ${digits.format(chunks.count)} · ${chunks.size(i)} · ${chunks.cause(i)}`
  if (!chunks.count) return "No chunks: the text is blank."
  return `${counted(chunks.count, "chunks")} · ${counted(text.lastLine, "lines")}`
}

/**
 * A stretch of text selected with the mouse, in a line.
 * @param {import("../data/columns.js").Span} span
 * @param {Scene} scene
 */
export function spanWords({ start, end }, { text, chunks, tokens }) {
  const parts = [counted(text.characters(start, end), "characters")]
  if (tokens) parts.push(`touching ${counted(countUpTo(tokens.end, end - 1) - countUpTo(tokens.end, start) + 1, tokens.unit)}`)
  parts.push(lineRange(text.line(start), text.line(end - 1)))
  const over = chunks.over(start, end)
  const whole = over.filter((i) => chunks.start[i] <= start && chunks.end[i] >= end)
  if (!over.length) parts.push("in no chunk")
  else if (whole.length) parts.push(`whole in ${chunkNames(whole)}`)
  else parts.push(`cut: parts in ${chunkNames(over)}`)
  return parts.join(" · ")
}
