// A curve that runs along the lines, such as how similar neighbouring sentences are.

import { countUpTo } from "../data/sorted.js"

/** @typedef {import("../data/scene.js").Ribbon} Ribbon */

export const RIBBON_WIDTH = 34

/**
 * The stretch of the curve beside [from, to), as an SVG element.
 * @param {Ribbon} ribbon
 * @param {number} from
 * @param {number} to
 * @param {(position: number) => number | null} place  a place's middle in pixels; null where it is not drawn
 * @param {number} height
 */
export function drawRibbon(ribbon, from, to, place, height) {
  const svg = shape("svg", {
    class: "similarity-curve",
    width: RIBBON_WIDTH,
    height,
    role: "img",
    "aria-label": ribbon.label,
  })
  /** @param {number} value */
  const x = (value) => (3 + Math.max(0, Math.min(1, value)) * (RIBBON_WIDTH - 6)).toFixed(1)
  const points = []
  for (let row = countUpTo(ribbon.at, from - 1); row < ribbon.at.length && ribbon.at[row] < to; row++) {
    const top = place(ribbon.at[row])
    if (top !== null) points.push({ row, x: x(ribbon.value[row]), y: top.toFixed(1) })
  }
  if (ribbon.threshold !== null) svg.append(shape("path", { class: "threshold", d: `M${x(ribbon.threshold)} 0V${height}` }))
  svg.append(shape("path", { class: "curve", d: points.map((point, i) => `${i ? "L" : "M"}${point.x} ${point.y}`).join("") }))
  for (const { row, x: cx, y: cy } of points) {
    if (!ribbon.cuts.has(ribbon.at[row])) continue
    const dot = svg.appendChild(shape("circle", { class: "cut", cx, cy, r: 3.4 }))
    dot.appendChild(shape("title", {})).textContent = `${ribbon.value[row].toFixed(2)}: cut here`
  }
  return svg
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function shape(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name)
  for (const key in attributes) element.setAttribute(key, String(attributes[key]))
  return element
}
