// The viewer in a page of its own: all it draws stands in the page as JSON.

import { readChunks } from "../data/chunks.js"
import { readTokens } from "../data/scene.js"
import { readText } from "../data/text.js"
import { Viewer } from "../viewing/viewer.js"

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

const given = JSON.parse(element("chunkviz-data").textContent ?? "")
const viewer = new Viewer(element("chunkviz"))
viewer.show({
  text: readText(given.document),
  chunks: readChunks(given.chunks),
  tokens: given.tokens && readTokens(given.tokens),
  moment: given.moment,
})
viewer.parts.scroller.focus({ preventScroll: true, .../** @type {object} */ ({ focusVisible: false }) })
