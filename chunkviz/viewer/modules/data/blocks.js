// A text in blocks small enough to draw: whole lines together, a very long line in pieces.

const BLOCK_FULL = 1200 // units after which a block ends with its line
const BLOCK_LINES = 24 // lines after which it ends
const BLOCK_LONG = 3000 // units after which it ends in the middle of a line

/**
 * @typedef {object} Blocks
 * @property {Int32Array} starts  where each block begins; the text's end comes last
 * @property {number[]} lines  the line that each begins on, from 1; the text's number of lines comes last
 * @property {number[]} heights  the lines of each
 * @property {number[]} widths  how wide the text of each is, in letters
 */

/**
 * @param {string} text
 * @returns {Blocks}
 */
export function cutIntoBlocks(text) {
  const starts = [0]
  const lines = [1]
  /** @type {number[]} */
  const heights = []
  /** @type {number[]} */
  const widths = []
  let lineStart = 0
  let line = 1
  let linesInside = 0
  let width = 0
  /** @param {number} at  @param {number} i */
  const close = (at, i) => {
    starts.push(at)
    lines.push(line)
    heights.push(linesInside + (at > lineStart ? 1 : 0))
    widths.push(width - (i - at))
    linesInside = 0
    width = i - at
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    width += isWide(code) ? 2 : 1
    const begin = starts[starts.length - 1]
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++
      linesInside++
      lineStart = i + 1
      if (lineStart - begin >= BLOCK_FULL || linesInside >= BLOCK_LINES) close(lineStart, i + 1)
    } else if (i - begin >= BLOCK_LONG) {
      close(lineStart > begin ? lineStart : placeToCut(text, i), i)
    }
  }
  if (starts[starts.length - 1] < text.length || starts.length === 1) close(text.length, text.length)
  return { starts: Int32Array.from(starts), lines, heights, widths }
}

/**
 * Whether a unit is as wide as two letters: those of East Asian writing.
 * @param {number} code
 */
const isWide = (code) => (code >= 0x2e80 && code < 0xd800) || (code >= 0xf900 && code < 0xfe00) || code >= 0xff00

/**
 * Where a long line may be interrupted near `position`: after a sentence, else after a space, else after a whole character.
 * @param {string} text
 * @param {number} position
 */
function placeToCut(text, position) {
  const near = text.slice(position - 400, position)
  const sentence = near.search(/[.!?。！？]\s+\S[^.!?。！？]*$/)
  if (sentence >= 0) return position - 400 + sentence + near.slice(sentence).search(/\s\S/) + 1
  const space = near.lastIndexOf(" ")
  if (space >= 0) return position - 400 + space + 1
  const around = text.slice(position - 64, position + 64)
  return position - 64 + (new Intl.Segmenter().segment(around).containing(64)?.index ?? 64)
}
