// Words of the document as text nodes, each of which knows its place in the text as `from`.

import { countUpTo } from "../data/sorted.js"
import { make } from "./element.js"

/** @typedef {Text & {from: number}} PlacedNode  a text node of the document's text */

const SIGNS = /** @type {Record<string, string>} */ ({ " ": "·", "\t": "→", "\n": "⏎", "\r": "␍", "\r\n": "␍⏎" })

/**
 * @param {Node} parent
 * @param {string} words
 * @param {number} from
 * @param {string} following  the character after them
 */
function appendText(parent, words, from, following) {
  parent.appendChild(Object.assign(document.createTextNode(visible(words, following)), { from }))
}

/**
 * Words whose soft line ends are drawn as the spaces they stand for; a chunk still begins on its own line.
 * @param {Node} parent
 * @param {string} words
 * @param {number} from
 * @param {string} following
 * @param {{start: ArrayLike<number>, end: ArrayLike<number>}} soft
 */
export function appendFlowing(parent, words, from, following, soft) {
  const begin = from
  const end = from + words.length
  for (let i = countUpTo(soft.start, from); i < soft.start.length && soft.end[i] < end; i++) {
    appendText(parent, words.slice(from - begin, soft.start[i] - begin), from, "")
    const softEnd = words.slice(soft.start[i] - begin, soft.end[i] - begin)
    appendText(parent.appendChild(make("span", "soft-line-end")), softEnd, soft.start[i], "")
    from = soft.end[i]
  }
  appendText(parent, words.slice(from - begin), from, following)
}

/**
 * Words with each white-space character in an element of its own, which draws its sign.
 * @param {Node} parent
 * @param {string} words
 * @param {number} from
 * @param {string} following
 */
export function appendWithSpace(parent, words, from, following) {
  const end = from + words.length
  for (const part of words.match(/\r\n|\s|\S+/g) ?? []) {
    if (/\S/.test(part)) {
      appendText(parent, part, from, "")
    } else {
      const takesRoom = part === "\t" || /[\r\n]/.test(part)
      const holder = make("span", takesRoom ? "white-space takes-room" : "white-space", undefined, {
        "data-sign": SIGNS[part] ?? "◦",
      })
      appendText(parent.appendChild(holder), part, from, from + part.length === end ? following : "")
    }
    from += part.length
  }
}

/**
 * What is drawn for a text, unit for unit: control characters get their pictures, a lone CR ends a line.
 * @param {string} text
 * @param {string} following
 */
export function visible(text, following = "") {
  return (text + following)
    .replace(/\p{Cc}/gu, (char) => pictures[char] ?? char)
    .replace(/\r\n/g, "\u200b\n")
    .replace(/\r/g, "\n")
    .slice(0, text.length)
}

/** Unicode's pictures of the control characters that have one, but for those that move on: tab, line feed, carriage return. */
const pictures = /** @type {Record<string, string>} */ ({ "\u007f": "\u2421" })
for (let code = 0; code < 0x20; code++) {
  if (code !== 9 && code !== 10 && code !== 13) pictures[String.fromCharCode(code)] = String.fromCharCode(0x2400 + code)
}
