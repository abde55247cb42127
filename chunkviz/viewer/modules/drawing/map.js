// The whole document at a glance, drawn on a canvas beside the text.

/** @typedef {import("../data/scene.js").Scene} Scene */

const LEFT = 6 // of the strip of chunks, in pixels
const WIDE = 14

/**
 * Draw the chunks, hits, marks and flags of the whole document from top to bottom.
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} scene
 * @param {CSSStyleDeclaration} style  with the viewer's custom properties
 */
export function drawMap(canvas, scene, style) {
  const { clientWidth: width, clientHeight: height } = canvas
  const ratio = devicePixelRatio || 1
  canvas.width = width * ratio
  canvas.height = height * ratio
  const context = canvas.getContext("2d")
  if (!context) return
  context.scale(ratio, ratio)
  drawChunks(context, scene, style, height, 1 / ratio)
  drawTicks(context, scene, style, height)
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 * @param {CSSStyleDeclaration} style
 * @param {number} height
 * @param {number} step  one pixel of the screen
 */
function drawChunks(context, { text, chunks, hits, only }, style, height, step) {
  /** @type {string[]} */
  const colours = []
  for (let i = 0; style.getPropertyValue(`--c${i}`); i++) colours.push(style.getPropertyValue(`--c${i}`))
  const strength = hits.length || only ? 0.45 : 0.85
  const crowded = height / chunks.count < 1.5 // finer than can be drawn: one quiet tone instead of noise
  const tone = style.getPropertyValue("--ink")
  for (let top = 0; top < height; top += step) {
    const i = chunks.at(Math.floor(((top + step / 2) / height) * text.length))
    if (i < 0) continue
    context.globalAlpha = crowded ? strength * 0.3 : only?.has(i) ? 0.95 : strength
    context.fillStyle = crowded ? tone : colours[chunks.colour[i]]
    context.fillRect(LEFT, top, WIDE, step)
  }
  context.globalAlpha = 1
  if (!chunks.count || height / chunks.count <= 3) return
  context.fillStyle = style.getPropertyValue("--paper")
  for (let i = 0; i < chunks.count; i++) {
    context.fillRect(LEFT, (chunks.start[i] / Math.max(1, text.length)) * height - 0.5, WIDE, 1)
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 * @param {CSSStyleDeclaration} style
 * @param {number} height
 */
function drawTicks(context, { text, hits, marks, flags }, style, height) {
  /** @param {number} position */
  const y = (position) => (position / Math.max(1, text.length)) * height
  /** @param {import("../data/columns.js").Span} span  @param {number} left  @param {number} wide  @param {number} least */
  const tick = ({ start, end }, left, wide, least) =>
    context.fillRect(left, y(start) - 0.5, wide, Math.max(least, y(end) - y(start)))
  context.fillStyle = style.getPropertyValue("--accent")
  for (const hit of hits.toReversed()) tick(hit, 22, hit.rank === 1 ? 8 : 5, 4)
  context.fillStyle = style.getPropertyValue("--ink")
  for (const mark of marks) if (mark.kind === "answer") tick(mark, 0, 5, 3)
  context.fillStyle = style.getPropertyValue("--warn")
  for (const { start } of flags) tick({ start, end: start }, 2, 3, 2)
}
