// A document's text in blocks small enough to draw: whole lines together, a very long line in pieces.

const BLOCK_FULL = 1200 // units after which a block ends with its line
const BLOCK_LINES = 24 // lines after which it ends
const BLOCK_LONG = 3000 // units after which it ends in the middle of a line

/** How many of the sorted `list` are at most `value`. */
function countUpTo(list, value) {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle] <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** A column of little-endian 32-bit whole numbers in base64. */
function column(base64) {
  const bytes = Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new Int32Array(bytes.buffer)
}

/** Rows of spans, {start, end} as columns, as a list of objects with the further columns' values. */
function rows({ start, end, ...more }) {
  const ends = column(end)
  return Array.from(column(start), (at, row) => {
    const item = { start: at, end: ends[row] }
    for (const name in more) item[name] = more[name][row]
    return item
  })
}

class Text {
  constructor(data) {
    Object.assign(this, { id: data.id, name: data.name, kind: data.kind, text: data.text })
    this.outline = rows(data.outline)
    this.pages = Array.from(column(data.pages.start), (at, row) => ({ at, title: data.pages.title[row] }))
    this.soft = { start: column(data.soft.start), end: column(data.soft.end) }
    Object.assign(this, cutIntoBlocks(data.text))
  }

  get length() {
    return this.text.length
  }

  get blocks() {
    return this.starts.length - 1
  }

  blockAt(position) {
    return Math.min(this.blocks, countUpTo(this.starts, position)) - 1
  }

  /** The line, from 1, that the character at `position` stands on. */
  line(position) {
    const block = Math.max(0, this.blockAt(position))
    const before = this.text.slice(this.starts[block], position)
    const split = before.endsWith("\r") && this.text[position] === "\n" ? 1 : 0
    return this.lines[block] + (before.match(/\r\n|\n|\r/g)?.length ?? 0) - split
  }

  /** How many characters stand in [start, end): a pair of surrogates is one. */
  characters(start, end) {
    return end - start - (this.text.slice(start, end).match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
  }

  /** The titles that `position` stands under, outermost first. */
  path(position) {
    const titles = []
    for (const place of this.outline) {
      if (place.start > position) break
      if (place.end > position) titles.push(place.title)
    }
    return titles
  }
}

/** Starts of the blocks (and the text's end), the line each begins on, its lines, and how wide its text is in letters. */
function cutIntoBlocks(text) {
  const starts = [0]
  const lines = [1]
  const heights = []
  const widths = []
  let lineStart = 0
  let line = 1
  let linesInside = 0
  let width = 0
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
    width += (code >= 0x2e80 && code < 0xd800) || (code >= 0xf900 && code < 0xfe00) || code >= 0xff00 ? 2 : 1
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
  return { starts: Int32Array.from(starts), lines: Int32Array.from(lines), heights, widths }
}

/** Where a long line may be interrupted near `position`: behind a sentence, else a space, else a whole character. */
function placeToCut(text, position) {
  const near = text.slice(position - 400, position)
  const sentence = near.search(/[.!?。！？]\s+\S[^.!?。！？]*$/)
  if (sentence >= 0) return position - 400 + sentence + near.slice(sentence).search(/\s\S/) + 1
  const space = near.lastIndexOf(" ")
  if (space >= 0) return position - 400 + space + 1
  const around = text.slice(position - 64, position + 64)
  return position - 64 + new Intl.Segmenter().segment(around).containing(64).index
}

/** What is drawn for a text, unit for unit: control characters get their pictures, a lone CR ends a line. */
function visible(text, following = "") {
  return (text + following)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (char) => String.fromCharCode(0x2400 + char.charCodeAt(0)))
    .replace(/\x7f/g, "\u2421")
    .replace(/\r\n/g, "\u200b\n")
    .replace(/\r/g, "\n")
    .slice(0, text.length)
}
