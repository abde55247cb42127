// What the viewer listens to: keys, the pointer, scrolling, its size, the page's selection, other viewers.

import { keyListener } from "./keys.js"
import { whenOthersMove } from "./together.js"

/** @typedef {import("./viewer.js").Viewer} Viewer */

const SETTLED = 150 // milliseconds after which a selection counts as made

/**
 * @param {Viewer} viewer
 * @returns {() => void} ends it, and takes the viewer away
 */
export function listen(viewer) {
  const { parts, viewport, minimap, zoom } = viewer
  const ended = new AbortController()
  const { signal } = ended
  parts.root.addEventListener("keydown", keyListener(viewer.keys), { signal })
  parts.legendButton.addEventListener("click", () => viewer.toggleLegend(), { signal })
  parts.smaller.addEventListener("click", () => zoom.step(-1), { signal })
  parts.asRead.addEventListener("click", () => zoom.set(1), { signal })
  parts.larger.addEventListener("click", () => zoom.step(1), { signal })
  parts.goTo.addEventListener("submit", (event) => viewer.goToForm.submit(event), { signal })
  parts.map.addEventListener("pointerdown", (event) => minimap.press(event), { signal })
  parts.map.addEventListener("pointermove", (event) => minimap.drag(event), { signal })
  parts.scroller.addEventListener("wheel", (event) => zoom.wheel(event), { signal, passive: false })
  parts.scroller.addEventListener(
    "scroll",
    oncePerFrame(() => viewer.scrolled()),
    { signal },
  )
  listenToText(viewer, signal)
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => viewer.repaint(), { signal })
  whenOthersMove((place) => viewer.follow(place), signal)
  const resizing = new ResizeObserver(() => viewer.resized())
  resizing.observe(viewport.scroller)
  return () => {
    ended.abort()
    resizing.disconnect()
    viewer.timers.dropAll()
    parts.root.remove()
  }
}

/**
 * Pointing at the text, clicking in it, selecting and copying words of it.
 * @param {Viewer} viewer
 * @param {AbortSignal} signal
 */
function listenToText(viewer, signal) {
  const { scroller } = viewer.parts
  const { viewport, selection, pointing, choosing, timers } = viewer
  scroller.addEventListener("pointermove", (event) => pointing.move(event), { signal })
  scroller.addEventListener("pointerleave", () => pointing.hide(), { signal })
  scroller.addEventListener("click", (event) => choosing.click(event), { signal })
  scroller.addEventListener("copy", (event) => selection.copy(event), { signal })
  const hold = (/** @type {boolean} */ held) => () => {
    viewport.held = held
  }
  scroller.addEventListener("pointerdown", hold(true), { signal })
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, hold(false), { signal })
  let unreported = false
  const settle = () => timers.later("selecting", SETTLED, take)
  /** While the button is down the words follow, and nothing is reported yet. */
  const take = () => {
    const changed = selection.update()
    if (changed) viewer.describe()
    unreported ||= changed
    if (viewport.held) return settle()
    if (unreported) viewer.reportSoon()
    unreported = false
  }
  document.addEventListener("selectionchange", settle, { signal })
}

/** @param {() => void} act */
function oncePerFrame(act) {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      act()
    })
  }
}
