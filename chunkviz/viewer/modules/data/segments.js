/** @typedef {import("./columns.js").Span} Span */
/** @typedef {Span & {id: number}} Layered */
/** @typedef {{at: number, name?: string, id?: number, begins?: boolean}} Edge */

/**
 * The pieces of [from, to) over which nothing changes, in order: {start, end, <layer>: ids that lie over it}.
 * @template {string} Layer
 * @param {number} from
 * @param {number} to
 * @param {Record<Layer, Layered[]>} layers
 * @param {number[]} cuts  further places to cut at
 * @returns {(Span & Record<Layer, number[]>)[]}
 */
export function segments(from, to, layers, cuts = []) {
  const edges = sortedEdges(from, to, layers, cuts)
  /** @type {Record<string, number[]>} */
  const active = Object.fromEntries(Object.keys(layers).map((name) => [name, []]))
  /** @type {any[]} */
  const found = []
  /** @param {number} start  @param {number} end */
  const add = (start, end) => {
    /** @type {Record<string, any>} */
    const piece = { start, end }
    for (const name in active) piece[name] = active[name].slice()
    if (end > start) found.push(piece)
  }
  let at = from
  for (const { at: edge, name, id = 0, begins } of edges) {
    if (edge >= to) break
    if (edge > at) {
      add(at, edge)
      at = edge
    }
    if (!name) continue
    const list = active[name]
    if (begins) list.push(id)
    else list.splice(list.indexOf(id), 1)
  }
  add(at, to)
  return found
}

/**
 * Where something begins, ends or is cut, in order.
 * @param {number} from
 * @param {number} to
 * @param {Record<string, Layered[]>} layers
 * @param {number[]} cuts
 */
function sortedEdges(from, to, layers, cuts) {
  /** @type {Edge[]} */
  const edges = cuts.map((at) => ({ at }))
  for (const name in layers) {
    for (const { start, end, id } of layers[name]) {
      if (start >= to || end <= from || start >= end) continue
      edges.push({ at: Math.max(start, from), name, id, begins: true }, { at: end, name, id, begins: false })
    }
  }
  return edges.sort((a, b) => a.at - b.at)
}
