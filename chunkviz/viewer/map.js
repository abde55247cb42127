// The whole document at a glance, drawn on a canvas beside the text, and the curve that runs along the lines.

/** Draw the chunks, hits, marks and flags of the whole document from top to bottom. */
function drawMap(canvas, scene, style) {
  const { text, chunks, hits, marks, flags, only } = scene
  const ratio = devicePixelRatio || 1
  const width = canvas.clientWidth
  const height = canvas.clientHeight
  canvas.width = width * ratio
  canvas.height = height * ratio
  const context = canvas.getContext("2d")
  context.scale(ratio, ratio)
  const colours = Array.from({ length: COLOURS }, (_, i) => style.getPropertyValue(`--c${i}`))
  const y = (position) => (position / Math.max(1, text.length)) * height
  const step = 1 / ratio
  const dim = hits.length || only ? 0.45 : 0.85
  const crowded = height / chunks.count < 1.5 // finer than can be drawn: one quiet tone instead of noise
  const tone = style.getPropertyValue("--ink")
  for (let top = 0; top < height; top += step) {
    const i = chunks.at(Math.floor(((top + step / 2) / height) * text.length))
    if (i < 0) continue
    context.globalAlpha = crowded ? dim * 0.3 : only?.has(i) ? 0.95 : dim
    context.fillStyle = crowded ? tone : colours[chunks.colour[i]]
    context.fillRect(6, top, 14, step)
  }
  context.globalAlpha = 1
  if (chunks.count && height / chunks.count > 3) {
    context.fillStyle = style.getPropertyValue("--paper")
    for (let i = 0; i < chunks.count; i++) context.fillRect(6, y(chunks.start[i]) - 0.5, 14, 1)
  }
  const tick = (item, left, wide, colour, least) => {
    context.fillStyle = colour
    context.fillRect(left, y(item.start) - 0.5, wide, Math.max(least, y(item.end) - y(item.start)))
  }
  for (const hit of hits.toReversed()) tick(hit, 22, hit.rank === 1 ? 8 : 5, style.getPropertyValue("--accent"), 4)
  for (const mark of marks) if (mark.kind === "answer") tick(mark, 0, 5, style.getPropertyValue("--ink"), 3)
  for (const flag of flags) tick({ start: flag.start, end: flag.start }, 2, 3, style.getPropertyValue("--warn"), 2)
}

/** The stretch of the curve beside [from, to), as an SVG element; `place(position)` gives a place's middle in pixels. */
function drawRibbon(ribbon, from, to, place, width, height) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("class", "ribbon")
  svg.setAttribute("width", width)
  svg.setAttribute("height", height)
  svg.setAttribute("role", "img")
  svg.setAttribute("aria-label", ribbon.label)
  const shape = (name, attributes, words) => {
    const element = svg.appendChild(document.createElementNS(svg.namespaceURI, name))
    for (const key in attributes) element.setAttribute(key, attributes[key])
    if (words) element.appendChild(document.createElementNS(svg.namespaceURI, "title")).textContent = words
  }
  const x = (value) => (3 + Math.max(0, Math.min(1, value)) * (width - 6)).toFixed(1)
  const points = []
  for (let row = countUpTo(ribbon.at, from - 1); row < ribbon.at.length && ribbon.at[row] < to; row++) {
    const top = place(ribbon.at[row])
    if (top !== null) points.push({ row, x: x(ribbon.value[row]), y: top.toFixed(1) })
  }
  if (ribbon.threshold !== null) shape("path", { class: "threshold", d: `M${x(ribbon.threshold)} 0V${height}` })
  shape("path", { class: "curve", d: points.map((point, i) => `${i ? "L" : "M"}${point.x} ${point.y}`).join("") })
  for (const point of points) {
    const value = ribbon.value[point.row].toFixed(2)
    if (ribbon.cuts.has(ribbon.at[point.row])) shape("circle", { class: "cut", cx: point.x, cy: point.y, r: 3.4 }, `${value}: cut here`)
  }
  return svg
}
