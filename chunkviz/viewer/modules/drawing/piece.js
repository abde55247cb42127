// A piece: a stretch of text over which nothing changes, in the colours of the chunks that hold it.

import { countUpTo } from "../data/sorted.js"
import { colourOf, stripes } from "./colour.js"
import { make } from "./element.js"
import { appendFlowing, appendWithSpace } from "./letters.js"

/** @typedef {import("../data/scene.js").Scene} Scene */
/** @typedef {{start: number, end: number, chunks: number[], hits: number[], marks: number[], parents: number[], faces: number[]}} Piece */
/** @typedef {HTMLElement & {piece: Piece}} PieceElement */

/**
 * @param {Piece} piece
 * @param {Scene} scene
 * @returns {PieceElement}
 */
export function paintPiece(piece, scene) {
  const { chunks, hits, marks, options, text } = scene
  const span = Object.assign(make("span", pieceClasses(piece, scene).join(" ")), { piece })
  const last = piece.chunks.at(-1)
  if (last !== undefined) span.style.setProperty("--c", colourOf(chunks, last))
  if (piece.chunks.length > 1) span.style.setProperty("--stripes", stripes(piece.chunks, chunks))
  if (piece.hits.length) span.style.setProperty("--lit", hits[Math.min(...piece.hits)].lit.toFixed(3))
  const sentence = piece.marks.map((id) => marks[id]).find((mark) => mark.kind === "sentence")
  if (sentence) span.style.setProperty("--value", Math.max(0, Math.min(1, sentence.value ?? 0)).toFixed(3))
  for (const id of piece.marks) {
    const { start, kind } = marks[id]
    if (start === piece.start && kind === "answer") span.append(make("span", "answer-star", `★${id + 1}`))
  }
  const words = text.text.slice(piece.start, piece.end)
  const following = text.text.charAt(piece.end) // a CRLF may be cut in two
  if (options.space) appendWithSpace(span, words, piece.start, following)
  else appendFlowing(span, words, piece.start, following, text.soft)
  return span
}

/**
 * @param {Piece} piece
 * @param {Scene} scene
 */
function pieceClasses({ start, end, chunks: over, hits: found, marks: marked, faces }, scene) {
  const { chunks, hits, marks, only, tokens, options, text } = scene
  const names = ["piece"]
  for (const id of faces) names.push(text.faces.name[id])
  if (!over.length) names.push("uncovered")
  if (over.length === 1) names.push("alone")
  if (over.length > 1) names.push("overlap")
  if (over.length > 2) names.push("of-many")
  if (over.some((i) => chunks.start[i] === start)) names.push("chunk-start")
  if (over.some((i) => chunks.end[i] === end)) names.push("chunk-end")
  if (over.length && over.every((i) => chunks.read[i] <= start)) names.push("unread")
  if (found.length) names.push("found")
  else if (hits.length || (only && !over.some((i) => only.has(i)))) names.push("dimmed")
  for (const id of marked) names.push(marks[id].kind === "answer" ? "answer" : "scored-sentence")
  if (options.tokens && tokens) names.push(countUpTo(tokens.end, start) % 2 ? "token odd" : "token even")
  return names
}

/**
 * The piece that a target of a pointer event belongs to; undefined where it is none.
 * @param {EventTarget | null} target
 * @returns {Piece | undefined}
 */
export function pieceAt(target) {
  const element = target instanceof Element ? target.closest(".piece") : null
  return /** @type {PieceElement | null} */ (element)?.piece
}

/**
 * @param {ParentNode} parent
 * @returns {Iterable<PieceElement>}
 */
export const piecesIn = (parent) => parent.querySelectorAll(".piece")
