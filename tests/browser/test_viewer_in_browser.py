"""The viewer in a real browser: as a page of its own, and as a Streamlit component."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from serving import served

from chunkviz import Block, Chunk, Chunking, Document, Span, read
from chunkviz.cause import Cause
from chunkviz.exports.html import html
from chunkviz.strategies.fixed import Fixed
from chunkviz.tokenizer import tokenizers
from chunkviz.viewer import PALETTE, DrawnHit, Flag, Mark, Ribbon

pytestmark = pytest.mark.browser

Show = Callable[..., Page]
TEXT = "🙂 First comes this sentence. Then another one follows it. Here is a third.\r\nA new line, 日本語 and more."
# characters 0-29 "🙂 First comes this sentence. ", 29-58 "Then another one follows it. ", 58-73 "Here is a third.", then CRLF


@pytest.fixture
def show(tmp_path: Path, open_page: Callable[..., Page]) -> Show:
    """`show(chunking, width=…, dark=…, hits=…)`: the page of a chunking, open in the browser."""

    def shown(chunking: Chunking, *, width: int = 1000, height: int = 700, dark: bool = False, **moment: object) -> Page:
        path = tmp_path / "page.html"
        path.write_text(html(chunking, **moment), encoding="utf-8", newline="")
        page = open_page(path.as_uri(), width=width, height=height, dark=dark)
        page.wait_for_selector(".piece")
        return page

    return shown


def chunked(text: str | Document, *spans: tuple[int, int]) -> Chunking:
    document = Document(text) if isinstance(text, str) else text
    chunks = [
        Chunk(start, end, Cause("test", f"Cut number {i} is here."), tokens=end - start)
        for i, (start, end) in enumerate(spans, 1)
    ]
    return Chunking(document, Fixed(), tokenizers.get("cl100k_base"), tuple(chunks))


def pieces(page: Page) -> list[tuple[str, str]]:
    """Each piece's text as drawn, and its classes that say what it is."""
    found = page.eval_on_selector_all(".piece", "all => all.map(one => [one.textContent, one.className])")
    return [
        (text, " ".join(name for name in names.split() if name in ("uncovered", "alone", "overlap", "of-many")))
        for text, names in found
    ]


def painted(page: Page, text: str) -> str:
    """The computed background of the piece with this text."""
    piece = page.locator(".piece", has_text=text).first
    return str(piece.evaluate("one => { const s = getComputedStyle(one); return s.backgroundColor + ' ' + s.backgroundImage }"))


def at_rest(page: Page) -> None:
    """Wait until the text has not moved, and nothing was drawn in it, for twenty pictures in a row."""
    page.evaluate("""() => new Promise((done) => {
        const root = [document, ...[...document.querySelectorAll("*")].map((one) => one.shadowRoot)]
          .find((one) => one?.querySelector(".scroller"))
        const at = root.querySelector(".scroller")
        const state = () => [at.scrollTop, at.scrollHeight, at.innerText].join()
        let before = state(), same = 0
        const look = () => {
          const now = state()
          same = now === before ? same + 1 : 0
          before = now
          if (same < 20) requestAnimationFrame(look); else done()
        }
        requestAnimationFrame(look)
      })""")


def tint(colour: str) -> str:
    """How Chromium writes a tint of a colour of the palette: its parts between 0 and 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return "color(srgb " + " ".join(f"{part:.6g}" for part in parts)


# ---- what is drawn where ----


def test_each_piece_is_drawn_where_its_chunks_are(show: Show) -> None:
    page = show(chunked(TEXT, (2, 29), (20, 58), (50, 58), (58, 75)))
    assert pieces(page) == [
        ("🙂 ", "uncovered"),
        ("First comes this s", "alone"),
        ("entence. ", "overlap"),
        ("Then another one foll", "alone"),
        ("ows it. ", "overlap"),
        ("Here is a third.\u200b", "alone"),  # ends between CR and LF, which must not make two line ends of them
        ("\nA new line, 日本語 and more.", "uncovered"),
    ]


def test_three_chunks_over_one_place_are_striped_in_three_colours(show: Show) -> None:
    page = show(chunked("abcdefghij" * 10, (0, 60), (20, 80), (40, 100)))
    assert [kind for _, kind in pieces(page)] == ["alone", "overlap", "overlap of-many", "overlap", "alone"]
    middle = page.locator(".piece.of-many").evaluate("one => getComputedStyle(one).backgroundImage")
    for colour in PALETTE[:3]:
        assert tint(colour) in middle
    assert tint(PALETTE[3]) not in middle
    assert page.locator(".piece.of-many").text_content() == "abcdefghij" * 2


def test_chunks_have_their_colours_and_what_no_chunk_holds_has_none(show: Show) -> None:
    page = show(chunked("One piece. Two piece. Rest", (0, 11), (11, 22)))
    assert tint(PALETTE[0]) in painted(page, "One")
    assert tint(PALETTE[1]) in painted(page, "Two")
    assert painted(page, "Rest") == "rgba(0, 0, 0, 0) none"


def test_each_boundary_has_its_number_and_size(show: Show) -> None:
    chunking = chunked("One line\nTwo lines\nThree", (0, 9), (9, 19), (19, 24))
    over = dataclasses.replace(chunking.chunks[1], oversize="It has 10 of 9 tokens.")
    page = show(dataclasses.replace(chunking, chunks=(chunking.chunks[0], over, chunking.chunks[2])))
    assert page.locator(".chunk-label").all_inner_texts() == ["#1\n9 tok", "#2\n10 tok !", "#3\n5 tok"]
    for i, word in enumerate(("One", "Two", "Three")):
        label = page.locator(".chunk-label").nth(i).bounding_box()
        piece = page.locator(".piece", has_text=word).bounding_box()
        assert label
        assert piece
        assert label["x"] + label["width"] <= piece["x"]
        assert abs(label["y"] - piece["y"]) < 12


def test_many_boundaries_on_one_line_are_counted(show: Show) -> None:
    page = show(chunked("a b c d e\nf g", *((i * 2, i * 2 + 2) for i in range(6)), (12, 13)))
    shown = [label for label in page.locator(".chunk-label").all() if label.is_visible()]
    assert [label.text_content() for label in shown] == ["#12 tok", "#62 tok"]
    assert [label.get_attribute("data-more") for label in shown] == ["+4", "+1"]


def test_added_text_stands_apart_and_is_no_part_of_the_text(show: Show) -> None:
    chunking = chunked("# Fees\nBoats pay by length.\nBerths are free.", (7, 28), (28, 44))
    second = dataclasses.replace(chunking.chunks[1], context=(Span(0, 6),), added="[Harbour]")
    page = show(dataclasses.replace(chunking, chunks=(chunking.chunks[0], second)))
    added = page.locator(".added-text")
    assert added.locator("> div").all_inner_texts() == ["[Harbour]generated", "# Feesfrom line 1"]
    assert added.evaluate("one => getComputedStyle(one).userSelect") == "none"
    assert "double" in added.evaluate("one => getComputedStyle(one).borderLeftStyle")
    y = [
        page.locator(what).bounding_box()["y"]
        for what in (".piece:has-text('length')", ".added-text", ".piece:has-text('Berths')")
    ]  # type: ignore[index]
    assert y == sorted(y)


def test_what_the_model_does_not_read_is_grey(show: Show) -> None:
    page = show(chunked("Read by the model. Never seen by it.", (0, 36)), read_to=[19])
    assert "unread" in (page.locator(".piece", has_text="Never seen").get_attribute("class") or "")
    assert "unread" not in (page.locator(".piece", has_text="Read by").get_attribute("class") or "")
    page.hover(".piece")
    expect(page.locator(".card")).to_contain_text("The model does not read its last 17 characters.")


def test_pages_flags_marks_and_the_ribbon(show: Show) -> None:
    text = "First page here.\nSecond page here."
    document = Document(
        text, blocks=(Block("page", 0, 17, attributes={"number": 1}), Block("page", 17, 34, attributes={"number": 2}))
    )
    page = show(
        chunked(document, (0, 17), (17, 34)),
        marks=[Mark(Span(6, 10), "Which page?")],
        flags=[Flag(Span(17, 23), "The chunk is very small.")],
        ribbon=Ribbon([5, 20, 30], [0.9, 0.1, 0.8], 0.4, [20]),
    )
    assert page.locator(".page-break").all_inner_texts() == ["Page 1", "Page 2"]
    assert page.locator(".piece.answer").all_inner_texts() == ["★1page"]
    assert page.locator(".flag").get_attribute("aria-label") == "The chunk is very small."
    assert page.locator(".jumps button").all_inner_texts() == ["★1 Which page?"]
    assert page.locator(".similarity-curve circle").count() == 1
    cut = page.locator(".similarity-curve circle").bounding_box()
    second = page.locator(".piece", has_text="Second").bounding_box()
    assert cut
    assert second
    assert second["y"] <= cut["y"] + cut["height"] / 2 <= second["y"] + second["height"]


def test_hits_are_lit_and_the_rest_steps_back(show: Show) -> None:
    chunking = chunked("One here.\nTwo here.\nThree here.", (0, 10), (10, 20), (20, 31))
    page = show(chunking, hits=[DrawnHit(Span(20, 31), 1, 0.71), DrawnHit(Span(0, 10), 2, 0.4)])
    assert page.locator(".hit-rank").all_inner_texts() == ["2 · 0.40", "1 · 0.71"]
    assert ["dimmed" in (piece.get_attribute("class") or "") for piece in page.locator(".piece").all()] == [False, True, False]
    page.keyboard.press("n")
    expect(page.locator(".status")).to_contain_text("Hit 1 of 2, score 0.71 · Chunk 3 of 3")
    page.keyboard.press("n")
    expect(page.locator(".status")).to_contain_text("Hit 2 of 2, score 0.40 · Chunk 1 of 3")
    page.keyboard.press("p")
    expect(page.locator(".status")).to_contain_text("Hit 1 of 2")


# ---- text that is hostile or large ----


def test_hostile_text_stays_text(show: Show) -> None:
    text = "</script><img src=x onerror=\"document.title='owned'\"><b>bold</b> &amp; <!-- -->\n{{x}} ${y} \u2028 \u202e end"
    chunking = chunked(Document(text, name="<img src=x onerror=alert(1)>"), (0, len(text)))
    chunk = dataclasses.replace(
        chunking.chunks[0], added="<img src=x onerror=alert(2)>", cause=Cause("x", "<img src=x>"), oversize="<b>large</b>"
    )
    page = show(dataclasses.replace(chunking, chunks=(chunk,)), marks=[Mark(Span(0, 3), "<img src=x>")])
    page.hover(".piece >> nth=1")
    expect(page.locator(".card")).to_contain_text("<img src=x>")
    drawn = page.eval_on_selector_all(
        ".piece", "all => all.map(one => [...one.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('')).join('')"
    )
    assert drawn == text
    assert page.locator("img, b:not(.chunk-label b)").count() == 0
    assert "owned" not in page.title()


def test_control_characters_are_shown_and_copied_as_they_are(show: Show) -> None:
    text = "NUL\x00 ESC\x1b tab\tCR\ralone\r\nend 🙂"
    page = show(chunked(text, (0, len(text))))
    assert pieces(page)[0][0] == "NUL␀ ESC␛ tab\tCR\nalone\u200b\nend 🙂"
    heights = page.locator(".block").evaluate(
        "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    )
    assert round(heights) == 3
    copied = page.evaluate(
        """() => {
          getSelection().selectAllChildren(document.querySelector(".piece"))
          const data = new DataTransfer()
          document.querySelector(".scroller").dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true }))
          return data.getData("text/plain")
        }"""
    )
    assert copied == text


def stood(page: Page) -> list[int]:
    """First and last unit of the text that are drawn now."""
    js = "() => { const all = [...document.querySelectorAll('.piece')]; return [all[0].piece.start, all.at(-1).piece.end] }"
    return list(page.evaluate(js))


def test_a_line_of_5_mb(show: Show) -> None:
    text = ("word 日本 🙂 word. " * 400_000)[:5_000_000]
    page = show(chunked(text, *((i, min(len(text), i + 1100)) for i in range(0, len(text), 1000))))
    page.keyboard.press("g")
    page.keyboard.type("4000")
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_contain_text("Chunk 4000 of 5,000")
    start, end = stood(page)
    units = 3999 * 1000 + text[: 3999 * 1000].count("🙂")
    assert start <= units < end
    assert end - start < 40_000
    box = page.locator(".frame.selected").first.bounding_box()
    assert box
    assert 0 < box["y"] < 400
    assert page.locator(".viewer *").count() < 1500


def test_10_mb_scroll_in_any_direction_and_draw_only_what_is_near(show: Show) -> None:
    line = "A line of about eighty characters, like most lines in most documents there are. \n"
    text = (line * 125_000)[:10_000_000]
    page = show(chunked(text, *((i, min(len(text), i + 2000)) for i in range(0, len(text), 1800))))
    scroller = page.locator(".scroller")
    scroller.evaluate("one => { one.scrollTop = one.scrollHeight }")
    page.wait_for_function("() => [...document.querySelectorAll('.piece')].at(-1).piece.end === 10000000")
    assert stood(page)[0] > 9_980_000
    scroller.evaluate("one => { one.scrollTop = one.scrollHeight / 2 }")
    page.wait_for_function("() => Math.abs([...document.querySelectorAll('.piece')].at(-1).piece.end - 5e6) < 2e4")
    slowest = page.evaluate(
        """async () => {
          const scroller = document.querySelector(".scroller")
          const times = []
          for (let i = 0; i < 40; i++) {
            const start = performance.now()
            scroller.scrollTop += i % 2 ? 300 : 5000
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
            times.push(performance.now() - start)
          }
          return times.sort((a, b) => a - b)[30]
        }"""
    )
    assert slowest < 250  # two frames and the drawing; about 40 on a quiet machine
    assert page.locator(".viewer *").count() < 1000
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.piece').piece.start === 0")


def test_a_text_that_is_taller_than_browsers_scroll(show: Show) -> None:
    text = "\n" * 1_000_000 + "end"
    page = show(chunked(text, (0, len(text))))
    page.locator(".scroller").evaluate("one => { one.scrollTop = one.scrollHeight }")
    page.wait_for_function("() => document.querySelector('.lines').textContent.includes('end')")
    box = page.locator(".piece").last.bounding_box()
    view = page.locator(".scroller").bounding_box()
    assert box
    assert view
    assert box["y"] + box["height"] <= view["y"] + view["height"] + 1


def test_a_blank_text_says_so(show: Show, tmp_path: Path, open_page: Callable[..., Page]) -> None:
    path = tmp_path / "blank.html"
    path.write_text(html(chunked("")), encoding="utf-8")
    page = open_page(path.as_uri())
    expect(page.locator(".status")).to_have_text("No chunks: the text is blank.")


# ---- keys, pointer, selection ----


@pytest.fixture
def five(show: Show) -> Page:
    text = "".join(f"Chunk number {i} has a line of its own.\n" for i in range(1, 6))
    size = len(text) // 5
    return show(chunked(text, *((i * size, min(len(text), (i + 1) * size + (6 if i == 1 else 0))) for i in range(5))))


def test_keys(five: Page) -> None:
    status = five.locator(".status")
    expect(status).to_have_text("5 chunks · 6 lines")
    for key, chunk in [
        ("j", 1),
        ("j", 2),
        ("ArrowDown", 3),
        ("k", 2),
        ("ArrowUp", 1),
        ("k", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
    ]:
        five.keyboard.press(key)
        expect(status).to_contain_text(f"Chunk {chunk} of 5")
    expect(status).to_contain_text("Cut number 1 is here.")
    assert five.locator(".frame.selected .piece").all_inner_texts() == ["Chunk number 1 has a line of its own.\n"]
    five.keyboard.press("g")
    five.keyboard.type("4")
    five.keyboard.press("Enter")
    expect(status).to_contain_text("Chunk 4 of 5")
    five.keyboard.press("Enter")
    expect(five.locator(".card")).to_contain_text("Begins here because")
    expect(five.locator(".card")).to_contain_text("Cut number 3 is here.")
    five.keyboard.press("Escape")
    expect(five.locator(".card")).to_be_hidden()
    five.keyboard.press("Escape")
    expect(status).to_have_text("5 chunks · 6 lines")
    five.keyboard.press("?")
    expect(five.locator(".legend")).to_contain_text("make white space visible")
    five.keyboard.press("Escape")
    expect(five.locator(".legend")).to_be_hidden()


def test_white_space_tokens_and_overlaps_can_be_shown(five: Page) -> None:
    five.keyboard.press("w")
    assert five.locator(".white-space").first.get_attribute("data-sign") == "·"
    assert five.locator(".white-space[data-sign='⏎']").count() == 5
    five.keyboard.press("w")
    assert five.locator(".white-space").count() == 0
    five.keyboard.press("t")
    words = five.locator(".token").all_inner_texts()
    assert words[:5] == ["Chunk", " number", " ", "1", " has"]
    five.keyboard.press("t")
    five.keyboard.press("o")
    assert painted(five, "Chunk number 1").startswith("rgba(0, 0, 0, 0)")
    assert "gradient" in five.locator(".piece.overlap").evaluate("one => getComputedStyle(one).backgroundImage")


def test_a_click_selects_and_the_card_explains(five: Page) -> None:
    five.locator(".piece", has_text="number 4").click()
    expect(five.locator(".status")).to_contain_text("Chunk 4 of 5")
    five.locator(".chunk-label").nth(1).click()
    expect(five.locator(".status")).to_contain_text("Chunk 2 of 5")
    five.locator(".piece.overlap").click()  # the end of chunk 2, the beginning of chunk 3: again for the other one
    expect(five.locator(".status")).to_contain_text("Chunk 3 of 5")
    five.mouse.move(5, 5)
    five.hover(".piece.overlap")
    expect(five.locator(".card")).to_contain_text("Here it shares its text with chunk 2.")


def test_text_selected_with_the_mouse_is_measured(show: Show) -> None:
    page = show(chunked(TEXT, (0, 29), (20, 58), (58, 91)))
    page.evaluate(
        """() => {
          const [first, second] = document.querySelectorAll(".piece")
          getSelection().setBaseAndExtent(first.lastChild, 3, second.lastChild, 4)
        }"""
    )
    expect(page.locator(".status")).to_contain_text("Selected 22 characters")
    expect(page.locator(".status")).to_contain_text("line 1 · whole in chunk 1")
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('.block'))")
    expect(page.locator(".status")).to_contain_text("lines 1–2 · cut: parts in chunks 1, 2 and 3")


def test_one_click_selects_a_chunk_also_after_words_were_selected(five: Page) -> None:
    five.evaluate(
        """() => {
          const field = document.body.appendChild(document.createElement("input"))
          const words = document.querySelector(".piece").lastChild
          getSelection().setBaseAndExtent(words, 3, words, 9)
        }"""
    )
    expect(five.locator(".status")).to_contain_text("Selected 6 characters")
    five.locator("input").last.focus()
    five.locator(".piece", has_text="number 4").click()
    expect(five.locator(".status")).to_contain_text("Chunk 4 of 5")


def test_a_markdown_paragraph_flows_and_its_line_ends_are_shown_on_demand(show: Show) -> None:
    text = "One two\n  three four\nfive six.\n\nNext one.\n"
    page = show(chunked(read(text.encode(), name="a.md"), (0, 20), (21, 30), (32, 41)))
    assert page.locator(".piece").first.text_content() == "One two\n  three four"  # the text itself is untouched
    lines = """() => [...document.querySelectorAll(".piece.alone")].map((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return [...new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))]
    })"""
    one, two, three = page.evaluate(lines)
    assert [len(tops) for tops in (one, two, three)] == [1, 1, 1]
    assert one < two < three  # a chunk begins on a line of its own
    page.evaluate(
        """() => {
          const nodes = document.querySelector(".piece").childNodes
          getSelection().setBaseAndExtent(nodes[0], 4, nodes[2], 5)
        }"""
    )
    expect(page.locator(".status")).to_contain_text("Selected 11 characters")  # "two\n  three"
    page.locator(".scroller").focus()
    page.keyboard.press("w")
    expect(page.locator(".piece .white-space.takes-room").first).to_have_attribute("data-sign", "⏎")
    assert len(page.evaluate(lines)[0]) > 1


def test_the_map_leads_anywhere(show: Show) -> None:
    text = "".join(f"Line {i} of the text.\n" for i in range(2000))
    page = show(chunked(text, *((i, min(len(text), i + 500)) for i in range(0, len(text), 500))))
    box = page.locator(".map").bounding_box()
    assert box
    page.mouse.click(box["x"] + 10, box["y"] + box["height"] * 0.75)
    page.wait_for_function(f"() => document.querySelector('.piece').piece.start > {int(len(text) * 0.7)}")
    here = page.locator(".in-view").bounding_box()
    assert here
    assert abs(here["y"] + here["height"] / 2 - box["y"] - box["height"] * 0.75) < 12
    top, left = box["y"] + box["height"] * 0.02, box["x"] + 13
    colour = page.evaluate(
        "([x, y]) => { const c = document.querySelector('.map canvas'), r = c.getBoundingClientRect(), k = c.width / r.width;"
        " return [...c.getContext('2d').getImageData((x - r.x) * k, (y - r.y) * k, 1, 1).data] }",
        [left, top],
    )
    assert colour[3] > 0


def test_the_text_stays_in_place_when_the_window_narrows(show: Show) -> None:
    text = "".join(
        f"Paragraph {i} has words enough to be wrapped when the window becomes narrow. " * 3 + "\n" for i in range(600)
    )
    page = show(chunked(text, *((i, min(len(text), i + 900)) for i in range(0, len(text), 900))))
    page.locator(".scroller").evaluate("one => { one.scrollTop = one.scrollHeight * 0.6 }")
    at_rest(page)
    top = """() => { const r = document.querySelector(".scroller").getBoundingClientRect();
      const at = document.caretPositionFromPoint(r.left + 120, r.top + 20); return at.offsetNode.from + at.offset }"""
    before = page.evaluate(top)
    page.set_viewport_size({"width": 520, "height": 700})
    page.wait_for_function(f"before => Math.abs(({top})() - before) < 150", arg=before)


@pytest.mark.parametrize("dark", [False, True])
def test_text_on_every_colour_is_readable(show: Show, dark: bool) -> None:
    text = "".join(f"Chunk {i} here.\n" for i in range(6))
    spans = [(i * 14, min(len(text), i * 14 + 20)) for i in range(6)]
    plain = show(chunked(text, *spans), dark=dark)
    assert min(_contrasts(plain)) > 7  # AAA
    for _ in range(3):
        plain.keyboard.press("j")
    plain.hover(".frame.selected .overlap")
    plain.wait_for_selector(".hovered")
    assert min(_contrasts(plain)) > 4.5  # AA
    found = show(chunked(text, *spans), dark=dark, hits=[DrawnHit(Span(*span), i, 0.9) for i, span in enumerate(spans, 1)])
    assert min(_contrasts(found)) > 4.5
    rest = show(chunked(text, *spans), dark=dark, hits=[DrawnHit(Span(0, 1), 1, 0.9)], read_to=[end - 8 for _, end in spans])
    assert min(_contrasts(rest)) > 4.5


def _contrasts(page: Page) -> list[float]:
    """The contrast of the text on each of the colours behind it, stripes one by one."""
    styles = page.eval_on_selector_all(
        ".piece",
        "all => all.map(one => { const s = getComputedStyle(one); return [s.color, s.backgroundColor + s.backgroundImage] })",
    )
    paper = [float(part) for part in _rgb(page.locator(".viewer").evaluate("one => getComputedStyle(one).backgroundColor"))]
    found = []
    for ink, behind in styles:
        for colour in re.findall(r"rgba?\([^)]*\)|color\([^)]*\)", behind):
            *rgb, alpha = [*_rgb(colour), 1.0][:4]
            mixed = [part * alpha + under * (1 - alpha) for part, under in zip(rgb, paper, strict=True)]
            found.append(_contrast(_rgb(ink)[:3], mixed))
    return found


def _rgb(colour: str) -> list[float]:
    """Red, green and blue from 0 to 255, and alpha where it is given, of a colour as Chromium writes it."""
    parts = [float(part) for part in re.findall(r"[\d.]+(?:e-?\d+)?", colour.replace("srgb", ""))]
    return [part * 255 for part in parts[:3]] + parts[3:] if "srgb" in colour else parts


def _contrast(one: list[float], two: list[float]) -> float:
    """The contrast ratio of WCAG 2 between two colours, parts 0 to 255."""

    def luminance(rgb: list[float]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in rgb)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


# ---- the size of the text ----

FONT = "() => parseFloat(getComputedStyle(document.querySelector('.lines')).fontSize)"
IN_THE_MIDDLE = """() => {
  const view = document.querySelector(".scroller").getBoundingClientRect()
  const at = document.caretPositionFromPoint(view.left + 110, view.top + view.height / 2)
  return at.offsetNode.from + at.offset
}"""


@pytest.fixture
def long(show: Show) -> Page:
    """3,000 lines of 47 characters, line ends included, a chunk for 20 lines."""
    text = "".join(f"Line number {i:04} is as long as all the others.\n" for i in range(3000))
    assert text.index("Line number 0001") == 47
    return show(chunked(text, *((i, i + 940) for i in range(0, len(text), 940))))


def test_the_text_gets_smaller_and_larger_around_the_middle_of_the_view(long: Page) -> None:
    assert long.evaluate(FONT) == 15.5
    long.locator(".scroller").evaluate("one => { one.scrollTop = one.scrollHeight / 2 }")
    at_rest(long)
    before = long.evaluate(IN_THE_MIDDLE)
    assert abs(before - 1500 * 47) < 47 * 200
    for size in ("70 %", "48 %", "34 %"):
        long.keyboard.press("-")
        expect(long.locator(".zoom")).to_contain_text(size)
    assert long.evaluate(FONT) == pytest.approx(15.5 * 0.34)
    assert abs(long.evaluate(IN_THE_MIDDLE) - before) <= 3 * 47
    for _ in range(3):
        long.keyboard.press("+")
    assert long.evaluate(FONT) == 15.5
    assert abs(long.evaluate(IN_THE_MIDDLE) - before) <= 47
    long.get_by_role("button", name="Larger text").click()
    assert long.evaluate(FONT) == pytest.approx(15.5 * 1.25)
    long.get_by_role("button", name="Reading size").click()
    assert long.evaluate(FONT) == 15.5
    assert abs(long.evaluate(IN_THE_MIDDLE) - before) <= 47
    box = long.locator(".scroller").bounding_box()
    assert box
    long.mouse.move(box["x"] + 200, box["y"] + 200)
    long.keyboard.down("Control")
    long.mouse.wheel(0, 400)
    long.keyboard.up("Control")
    long.wait_for_function(
        "() => parseFloat(getComputedStyle(document.querySelector('.lines')).fontSize) < 8"
    )  # exp(-1) of 15.5 is 5.7
    assert abs(long.evaluate(IN_THE_MIDDLE) - before) <= 3 * 47
    long.locator(".scroller").focus()
    long.keyboard.press("0")
    assert long.evaluate(FONT) == 15.5


def test_at_the_smallest_size_the_pattern_of_many_chunks_is_in_view_and_a_click_selects(long: Page) -> None:
    start, end = stood(long)
    for _ in range(8):
        long.keyboard.press("-")
    expect(long.get_by_role("button", name="Smaller text")).to_be_disabled()
    small_start, small_end = stood(long)
    assert small_end - small_start > 4 * (end - start)
    tops = [label.bounding_box()["y"] for label in long.locator(".chunk-label").all() if label.is_visible()]  # type: ignore[index]
    assert len(tops) > 5
    assert all(two - one >= 24 for one, two in itertools.pairwise(tops))  # numbers do not lie over each other
    piece = long.locator(".piece").nth(4)
    chunk = piece.evaluate("one => one.piece.start") // 940 + 1
    piece.click(position={"x": 20, "y": 2})
    expect(long.locator(".status")).to_contain_text(f"Chunk {chunk} of 150")


def test_10_mb_at_the_smallest_size_are_drawn_only_where_they_are_seen(show: Show) -> None:
    line = "A paragraph of many words that goes on and on, as paragraphs in real documents do, before it ends at last. " * 8
    text = (f"{line}\n" * 12_000)[:10_000_000]
    page = show(chunked(text, *((i, min(len(text), i + 2000)) for i in range(0, len(text), 1800))))
    for _ in range(8):
        page.keyboard.press("-")
    expect(page.locator(".zoom")).to_contain_text("12 %")
    assert page.locator(".viewer *").count() < 6000
    page.locator(".scroller").evaluate("one => { one.scrollTop = one.scrollHeight }")
    page.wait_for_function("() => [...document.querySelectorAll('.piece')].at(-1).piece.end === 10000000")
    times = page.evaluate(
        """async () => {
          const scroller = document.querySelector(".scroller")
          const times = []
          for (let i = 0; i < 20; i++) {
            const start = performance.now()
            scroller.scrollTop -= 300
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
            times.push(performance.now() - start)
          }
          return times.sort((a, b) => a - b)
        }"""
    )
    assert times[0] < 1000  # milliseconds; the scroll that other work on the machine disturbed least


# ---- the legend ----


def test_the_legend_draws_each_mark_as_the_text_does_and_lists_the_keys(five: Page) -> None:
    five.get_by_role("button", name="legend").click()
    legend = five.get_by_role("dialog", name="Marks and keys")
    expect(legend).to_be_visible()
    expect(legend.locator("dd", has_text="Stripes: text that chunks share")).to_be_visible()
    background = "one => getComputedStyle(one).backgroundImage"
    stripes = legend.locator(".marks .overlap").first.evaluate(background)
    assert stripes.count(tint(PALETTE[0])) == five.locator(".scroller .overlap").first.evaluate(background).count(
        tint(PALETTE[1])
    )
    for mark in (
        ".unread",
        ".added-text",
        ".parent-bracket",
        ".answer-star",
        ".flag",
        ".scored-sentence",
        ".hit-rank",
        "> .chunk-label",
    ):
        expect(legend.locator(f".marks dt {mark}").first).to_be_visible()
    assert legend.locator(".flag").all_inner_texts() == ["!", "✂"]
    assert "go to a chunk by its number" in legend.locator(".keys").inner_text()
    five.keyboard.press("Escape")
    expect(legend).to_be_hidden()
    expect(five.locator(".scroller")).to_be_focused()


# ---- in Streamlit ----


@pytest.fixture(scope="module")
def viewer_app() -> Iterator[str]:
    with served(Path(__file__).with_name("viewer_app.py")) as address:
        yield address


@pytest.fixture
def component(viewer_app: str, open_page: Callable[..., Page]) -> Page:
    page = open_page(viewer_app, width=1200, height=900)
    page.wait_for_selector(".piece")
    expect(page.get_by_text("runs 1", exact=True)).to_be_visible()
    return page


def test_a_chunk_selected_in_the_component_reaches_python_and_stays_through_a_change(component: Page) -> None:
    component.locator(".chunk-label").nth(1).click()
    text = component.get_by_text(re.compile("^chunk 1 begins"))
    expect(text).to_be_visible()
    begins = int((text.text_content() or "").split()[-1])
    component.locator("[data-testid=stSlider] input").press("ArrowRight")
    expect(component.get_by_text(re.compile(f"^chunk (0|1) begins (?!{begins}$)"))).to_be_visible()
    expect(component.locator(".status")).to_contain_text("110 tokens")


def test_keys_move_between_chunks_and_do_not_reach_streamlit(component: Page) -> None:
    component.locator(".scroller").focus()
    for _ in range(3):
        component.keyboard.press("j")
    expect(component.get_by_text(re.compile("^chunk 2 begins"))).to_be_visible()
    component.evaluate("window.heard = []; document.addEventListener('keydown', (event) => window.heard.push(event.key))")
    for key in ("r", "c"):  # Streamlit, which listens at the document, would run the script again and offer to clear its caches
        component.keyboard.press(key)
    assert component.evaluate("window.heard") == []
    component.locator("[data-testid=stSlider] input").press("Shift")
    assert component.evaluate("window.heard") == ["Shift"]


def test_selected_text_reaches_python_in_its_own_characters(component: Page) -> None:
    component.evaluate(
        """() => {
          const root = [...document.querySelectorAll("*")].find((one) => one.shadowRoot?.querySelector(".viewer")).shadowRoot
          const nodes = [...root.querySelectorAll(".piece")].map((piece) => piece.lastChild)
          const find = (position) => nodes.find((node) => node.from <= position && position < node.from + node.length)
          const first = find(5), last = find(90)
          getSelection().setBaseAndExtent(first, 5 - first.from, last, 90 - last.from)
        }"""
    )
    # units 5-90: two emoji stand before the end (0 🙂 …, 1 🙂 …), one before the start
    expect(component.get_by_text("span (4, 88)")).to_be_visible()


def test_python_leads_to_a_place_and_to_a_chunk(component: Page) -> None:
    component.get_by_role("button", name="Go far").click()
    expect(component.locator(".piece", has_text="300 🙂").first).to_be_in_viewport()
    component.get_by_role("button", name="Third chunk").click()
    expect(component.locator(".status")).to_contain_text("Chunk 3 of")
    expect(component.locator(".frame.selected").first).to_be_in_viewport()
    component.get_by_role("button", name="Mark").click()
    expect(component.locator(".jumps button")).to_have_text("★1 What stands first?")
    expect(component.locator(".status")).to_contain_text("Chunk 3 of")


def test_tokens_come_when_they_are_asked_for(component: Page) -> None:
    component.locator(".scroller").focus()
    component.keyboard.press("t")
    expect(component.locator(".token").nth(1)).to_be_visible()
    words = component.locator(".token").all_inner_texts()
    assert words[:4] == ["0", " 🙂", " Every", " line"]


def test_the_text_stays_in_place_when_the_chunks_change(component: Page) -> None:
    component.locator(".scroller").evaluate("one => { one.scrollTop = one.scrollHeight / 2 }")
    at_rest(component)
    top = """() => {
      const root = [...document.querySelectorAll("*")].find((one) => one.shadowRoot?.querySelector(".viewer")).shadowRoot
      const box = root.querySelector(".scroller").getBoundingClientRect()
      const piece = [...root.querySelectorAll(".piece")].find((one) => one.getBoundingClientRect().bottom > box.top + 4)
      const node = piece.lastChild, range = document.createRange()
      for (let i = 0; i < node.length - 1; i++) {
        range.setStart(node, i); range.setEnd(node, i + 1)
        const seen = range.getBoundingClientRect()
        if (seen.bottom > box.top + 4 && seen.height) return [node.from + i, Math.round(seen.top - box.top)]
      } }"""
    before = component.evaluate(top)
    component.locator("[data-testid=stSlider] input").press("ArrowRight")
    expect(component.locator(".chunk-label span").first).to_have_text("110 tok")
    near = f"before => {{ const now = ({top})(); return now && now.every((one, i) => Math.abs(one - before[i]) <= 2) }}"
    component.wait_for_function(near, arg=before)


def test_two_viewers_of_one_text_scroll_together(component: Page) -> None:
    component.get_by_text("Beside another").click()
    left, right = component.locator(".viewer").nth(1), component.locator(".viewer").nth(2)
    expect(right.locator(".chunk-label").first).to_be_visible()
    far = re.compile("^2\\d\\d 🙂")
    assert right.locator(".piece", has_text=far).count() == 0
    left.locator(".scroller").evaluate("one => { one.scrollTop = one.scrollHeight * 0.6 }")
    expect(right.locator(".piece", has_text=re.compile("2[34]\\d 🙂 Every")).first).to_be_attached()
    edge = (
        "one => { const box = one.querySelector('.scroller').getBoundingClientRect(); return "
        "[...one.querySelectorAll('.piece')].find((piece) => piece.getBoundingClientRect().bottom > "
        "box.top + 2).piece.start }"
    )
    # the pieces at the top come to be near each other; a chunk of 100 tokens has 370 units
    near = f"([left, right]) => Math.abs(({edge})(left) - ({edge})(right)) < 700"
    component.wait_for_function(near, arg=[left.element_handle(), right.element_handle()])


def test_what_ends_late_takes_nothing_away(open_page: Callable[..., Page]) -> None:
    """Streamlit may end an earlier mounting of a component only after a later one of the same element."""
    page = open_page("about:blank")
    source = (Path(__file__).parents[2] / "chunkviz/viewer/built/carrier.js").read_text("utf-8")
    kept = """async source => {
        const { default: carry } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })))
        const things = globalThis[Symbol.for("chunkviz.shelf")].things
        const element = document.createElement("div")
        const mount = id => carry({ data: new TextEncoder().encode(`${id}\\n{"id": "${id}"}`), parentElement: element })
        const first = mount("a"), second = mount("b")
        first()
        await new Promise(done => setTimeout(done, 50))
        const before = [...things.keys()]
        second()
        return [before, [...things.keys()]] }"""
    assert page.evaluate(kept, source) == [["b"], []]


def test_the_cells_of_a_table_stand_under_one_another_where_there_is_room(show: Show) -> None:
    document = read(b"name\ttown\tfee\nAnn\tEly\t3\nBartholomew\tBury St Edmunds\t12\n", "a.tsv")
    cell = """(at) => {
        const nodes = [...document.querySelectorAll(".block")].flatMap((block) => {
          const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT), found = []
          while (walker.nextNode()) if (walker.currentNode.from !== undefined) found.push(walker.currentNode)
          return found
        })
        const node = nodes.findLast((one) => one.from <= at)
        const range = document.createRange()
        range.setStart(node, at - node.from)
        range.setEnd(node, at - node.from + 1)
        return Math.round(range.getBoundingClientRect().left)
    }"""
    columns = [[document.text.index(word) for word in words] for words in (("town", "Ely", "Bury"), ("fee", "3", "12"))]

    def lefts(page: Page) -> list[list[int]]:
        return [[page.evaluate(cell, at) for at in column] for column in columns]

    for left in lefts(show(chunked(document, (0, len(document.text))))):
        assert max(left) - min(left) < 7, left  # less than a letter: the bar where a chunk begins takes its room
    rows = ["\t".join(cells) for cells in ([f"column {n}" for n in range(9)], ["valuevalue"] * 9)]
    wide = read("\n".join(rows).encode(), "b.tsv")
    page = show(chunked(wide, (0, len(wide.text))), width=420)
    assert page.locator(".after-gap").count() == 0  # no line takes it: it is drawn as it is written
    selected = show(chunked(document, (0, 14), (14, 22), (22, 49)))
    assert "".join(text for text, _ in pieces(selected)) == document.text
