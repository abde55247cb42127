// The viewer in a page of its own: all it draws stands in the page as JSON.

const given = JSON.parse(document.getElementById("chunkviz-data").textContent)
const viewer = new Viewer(document.getElementById("chunkviz"))
viewer.show({
  text: new Text(given.document),
  chunks: new Chunks(given.chunks),
  tokens: given.tokens && { ...given.tokens, end: column(given.tokens.end) },
  moment: given.moment,
})
viewer.scroller.focus({ preventScroll: true, focusVisible: false })
