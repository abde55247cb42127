// The chunks of a document, what lies over each of its characters, and what there is to say about a chunk.

const COLOURS = 6

const digits = new Intl.NumberFormat("en")
const counted = (count, noun) => `${digits.format(count)} ${count === 1 ? noun.replace(/s$/, "") : noun}`

class Chunks {
  constructor(data) {
    Object.assign(this, { id: data.id, count: data.count, tokenizer: data.tokenizer, texts: data.texts })
    for (const name in data.columns) this[name] = column(data.columns[name])
    this.parents = rows(data.parents)
    this.contextRows = column(data.context.chunk)
    this.contextSpans = rows({ start: data.context.start, end: data.context.end })
    this.reach = new Int32Array(this.count) // the furthest end up to each chunk
    for (let i = 0, far = 0; i < this.count; i++) this.reach[i] = far = Math.max(far, this.end[i])
  }

  /** The last chunk that begins at or before `position` and holds it; -1 where none does. */
  at(position) {
    for (let i = countUpTo(this.start, position) - 1; i >= 0 && this.reach[i] > position; i--) if (this.end[i] > position) return i
    return -1
  }

  /** The chunks that share a character with [start, end), in order. */
  over(start, end) {
    const found = []
    for (let i = countUpTo(this.start, end - 1) - 1; i >= 0 && this.reach[i] > start; i--) if (this.end[i] > start) found.push(i)
    return found.reverse()
  }

  /** The chunk that stands where `from` stood in another chunking of the text. */
  like(from) {
    if (from.chunk < this.count && this.start[from.chunk] === from.start && this.end[from.chunk] === from.end) return from.chunk
    return this.at(from.start)
  }

  context(i) {
    const spans = []
    for (let row = countUpTo(this.contextRows, i - 1); this.contextRows[row] === i; row++) spans.push(this.contextSpans[row])
    return spans
  }

  size(i) {
    return this.tokens[i] < 0 ? counted(this.characters[i], "characters") : counted(this.tokens[i], this.tokenizer)
  }

  cause(i) {
    return i < 0 ? "The text begins here." : this.texts[this.causes[i]]
  }

  /** The overlap with the chunk before, in a sentence; "" where none was asked for and none is there. */
  overlap(i) {
    const asked = this.asked[i]
    const got = this.got[i]
    if (!asked && !got) return ""
    const unit = this.texts[this.unit[i]]
    const sentence = asked === got ? `Repeats ${counted(got, unit)}, as asked.` : `Overlap asked ${counted(asked, unit)}, got ${digits.format(got)}.`
    return `${sentence} ${this.texts[this.why[i]]}`.trim()
  }
}

/**
 * The pieces of [from, to) over which nothing changes, in order: {start, end, <layer>: ids that lie over it}.
 * `layers` maps a name to a list of {start, end, id}; `cuts` are further places to cut at.
 */
function segments(from, to, layers, cuts = []) {
  const edges = [...cuts.map((at) => ({ at }))]
  for (const name in layers) {
    for (const { start, end, id } of layers[name]) {
      if (start >= to || end <= from || start >= end) continue
      edges.push({ at: Math.max(start, from), name, id, begins: true }, { at: end, name, id, begins: false })
    }
  }
  edges.sort((a, b) => a.at - b.at)
  const active = Object.fromEntries(Object.keys(layers).map((name) => [name, []]))
  const found = []
  const add = (start, end) => {
    const piece = { start, end }
    for (const name in active) piece[name] = active[name].slice()
    if (end > start) found.push(piece)
  }
  let at = from
  for (const edge of edges) {
    if (edge.at >= to) break
    if (edge.at > at) {
      add(at, edge.at)
      at = edge.at
    }
    if (!edge.name) continue
    const list = active[edge.name]
    if (edge.begins) list.push(edge.id)
    else list.splice(list.indexOf(edge.id), 1)
  }
  add(at, to)
  return found
}
