// What stands before a piece: a page break, text added to a chunk, the chunk's label, ranks of hits, flags.

import { clipped, score } from "../data/wording.js"
import { colourOf } from "./colour.js"
import { make } from "./element.js"
import { chunkLabel } from "./labels.js"
import { visible } from "./letters.js"

/** @typedef {import("../data/scene.js").Scene} Scene */
/** @typedef {import("../data/scene.js").Hit} Hit */
/** @typedef {import("../data/scene.js").Flag} Flag */
/** @typedef {import("./piece.js").Piece} Piece */
/** @typedef {import("./labels.js").LabelElement} LabelElement */
/**
 * What a block has to put before its pieces.
 * @typedef {object} Pending
 * @property {import("../data/text.js").PageBreak[]} breaks
 * @property {Flag[]} flags
 * @property {number} end  of the block
 * @property {LabelElement | null} label  the last one put
 */

/**
 * @param {Piece} piece
 * @param {Scene} scene
 * @param {Pending} pending
 * @returns {HTMLElement[]}
 */
export function putBefore(piece, scene, pending) {
  const { chunks, hits } = scene
  const found = []
  for (const { at, title } of pending.breaks) if (at === piece.start) found.push(pageBreak(title))
  for (const i of piece.chunks) {
    if (chunks.start[i] !== piece.start) continue
    found.push(...addedText(i, scene))
    const label = chunkLabel(i, scene, pending.label)
    if (label) found.push(label)
    pending.label = label ?? pending.label
  }
  for (const id of piece.hits) if (hits[id].start === piece.start) found.push(hitRank(hits[id], chunks, chunks.at(piece.start)))
  for (const flag of pending.flags) {
    if (flag.start >= piece.start && (flag.start < piece.end || piece.end === pending.end)) found.push(flagSign(flag))
  }
  return found
}

/** @param {string} title */
export const pageBreak = (title) => make("div", "page-break", title)

/** @param {Pick<Flag, "sign" | "words">} flag */
export const flagSign = ({ sign, words }) => make("span", "flag", sign, { title: words, role: "note", "aria-label": words })

/**
 * The lines of text that are embedded before a chunk and do not stand there: generated text, and spans from elsewhere.
 * @param {number} i
 * @param {Pick<Scene, "text" | "chunks">} scene
 */
export function addedText(i, { text, chunks }) {
  const added = chunks.texts[chunks.added[i]]
  const parts = added ? [["generated", added]] : []
  for (const { start, end } of chunks.context(i))
    parts.push([`from line ${text.line(start)}`, text.text.slice(start, end).trim()])
  if (!parts.length) return []
  const box = make("div", "added-text", undefined, { role: "note", "aria-label": `Added before chunk ${i + 1}` })
  box.style.setProperty("--c", colourOf(chunks, i))
  for (const [where, words] of parts) {
    const line = box.appendChild(make("div", "", visible(clipped(words, 400))))
    line.append(make("i", "", where))
  }
  return [box]
}

/**
 * @param {Hit} hit
 * @param {import("../data/chunks.js").Chunks} chunks
 * @param {number} owner  the chunk it is drawn in the colour of, or -1
 */
function hitRank(hit, chunks, owner) {
  const words = { role: "note", "aria-label": `Hit ${hit.rank}, score ${score(hit.score)}` }
  const badge = make("span", "hit-rank", `${hit.rank} · ${score(hit.score)}`, words)
  if (owner >= 0) badge.style.setProperty("--c", colourOf(chunks, owner))
  return badge
}
