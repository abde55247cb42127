"""Pages read as a browser shows them: texts, blocks and tables worked out by hand."""

from pathlib import Path

import pytest

import chunkviz


def page(source, name="a.html"):
    return chunkviz.read(source.encode() if isinstance(source, str) else source, name)


def blocks(source, *kinds):
    document = page(source)
    return [(b.kind, document.text[b.start : b.end]) for b in document.blocks if not kinds or b.kind in kinds]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>You <strong>should</strong> read <a href='x'>this</a> now</p>", "You should read this now"),
        ("<p>before <code>KEEP</code> after</p>", "before KEEP after"),
        (
            "<div>lead <div>inner</div> "
            "tail</div><ul><li>one<ul><li>two</li></ul></li></ul><table><tr><td>cell</td></tr></table>",
            "lead\ninner\ntail\n\none\ntwo\n\ncell",
        ),
        ("<h1>Harbour</h1><p>Intro.</p><h2>Fees</h2><p>Fee text.</p>", "Harbour\n\nIntro.\n\nFees\n\nFee text."),
        ("<p>a\n  b\t c</p>", "a b c"),
        ("<b>a</b><i>b</i> <u> c </u> d", "ab c d"),
        ("a&nbsp;&lt;b&gt; &amp; &eacute;&#x1F600;", "a\xa0<b> & é😀"),
        ("a&nbsp;<b>b</b>", "a\xa0b"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<pre>\n  x = 1\n\n    y\n\n</pre>z", "  x = 1\n\n    y\n\nz"),
        ("<pre><b>a</b> = <i>1</i>\n<b>b</b></pre>", "a = 1\nb"),
        ("<p>one<p>two<div>three", "one\n\ntwo\n\nthree"),
        ("<p>1<!-- no -->2</p>", "12"),
        ("<dl><dt>t<dd>d</dl>", "t\nd"),
        ("", ""),
        ("  \n ", ""),
    ],
)
def test_text_as_a_browser_shows_it(source, text):
    assert page(source).text == text


def test_blocks_point_into_the_text():
    source = (
        "<h1>A <em>b</em></h1><p>x</p><ul><li>one<ul><li>two</ul></ul><blockquote>q</blockquote>"
        "<figure><img><figcaption>cap</figcaption></figure><pre class=language-python>y = 1</pre>"
    )
    assert blocks(source) == [
        ("heading", "A b"),
        ("paragraph", "x"),
        ("list", "one\ntwo"),
        ("item", "one\ntwo"),
        ("paragraph", "one"),
        ("list", "two"),
        ("item", "two"),
        ("paragraph", "two"),
        ("quote", "q"),
        ("paragraph", "q"),
        ("caption", "cap"),
        ("code", "y = 1"),
    ]
    document = page(source)
    assert [b.level for b in document.blocks if b.kind == "item"] == [1, 2]
    assert document.blocks[0].attributes == {"title": "A b"}
    assert document.blocks[-1].attributes["language"] == "python"


def table(source):
    document = page(source)
    found = next(b for b in document.blocks if b.kind == "table")
    rows = [b for b in document.blocks if b.kind == "row" and not b.attributes.get("header")]
    cells = [[document.text[a:b] for a, b in row.attributes["cells"]] for row in rows]
    return document.text, dict(found.attributes), cells


def test_both_columns_under_a_wide_header_carry_it():
    source = "<table><tr><th colspan='2'>Season</th><th>Fee</th></tr><tr><td>May</td><td>June</td><td>30</td></tr></table>"
    text, attributes, cells = table(source)
    assert text == "Season\t\tFee\nMay\tJune\t30"
    assert attributes == {"header": (0, 11), "columns": ("Season", "Season", "Fee")}
    assert cells == [["May", "June", "30"]]


def test_two_header_rows_name_a_column_together():
    source = (
        "<table><thead><tr><td rowspan=2>Boat<td colspan=2>Season<tr><td>Summer<td>Winter<tbody><tr><td>5 m<td>15<td>10</table>"
    )
    _, attributes, cells = table(source)
    assert attributes["columns"] == ("Boat", "Season Summer", "Season Winter")
    assert cells == [["5 m", "15", "10"]]


def test_a_cell_that_spans_rows_stands_in_each_of_them_and_is_written_once():
    text, _, cells = table("<table><tr><td rowspan=2>A<td>1<td rowspan=3>Z<tr><td>2<tr><td>B<td>3</table>")
    assert text == "A\t1\tZ\n\t2\nB\t3"
    assert cells == [["A", "1", "Z"], ["A", "2", "Z"], ["B", "3", "Z"]]


def test_a_cell_is_one_line_and_a_caption_is_found():
    text, attributes, cells = table("<table><caption>Fees</caption><tr><td><p>a</p><p>b<br>c</p><td><ul><li>x<li>y</ul></table>")
    assert text == "Fees\na b c\tx y"
    assert attributes == {"caption": (0, 4)}
    assert cells == [["a b c", "x y"]]


def test_tables_that_lay_out_a_page_are_none():
    assert blocks("<table><tr><td><h1>T</h1>text<td><table><tr><td>cell</table></table>") == [
        ("heading", "T"),
        ("paragraph", "text"),
        ("table", "cell"),
        ("row", "cell"),
    ]


def test_cards_in_a_list_are_sections():
    assert blocks("<ul><li><h2>T</h2>text</ul>") == [("heading", "T"), ("paragraph", "text")]


def test_what_a_page_hides_is_left_out_and_counted():
    document = page(
        "<title>The &amp; page</title><script>x</script><style>y</style><nav>menu</nav><div "
        "role=navigation>m</div><p hidden>h</p>"
        "<p style='color:red; DISPLAY: none'>d</p><span aria-hidden=true>i</span><h1>Top<a href='#top'>¶</a></h1><p>shown</p>"
    )
    assert document.text == "Top\n\nshown"
    assert document.metadata["title"] == "The & page"
    assert document.notes == (
        "Left out of the page: hidden parts (3), links to headings (1), navigation (2), scripts (1), styles (1).",
    )
    assert document.blocks[0].attributes["title"] == "Top"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ('<meta charset="iso-8859-1"><p>caf\xe9 \x93q\x94'.encode("latin-1"), "caf\xe9 “q”"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><p>港です'.encode("shift_jis"), "港です"),
        ('<meta charset="iso-8859-1"><p>é'.encode(), "é"),  # UTF-8 whatever it says
        (b'<meta charset="nonsense"><p>plain', "plain"),
    ],
)
def test_encodings_the_page_names(data, text):
    assert page(data).text == text


def test_a_page_is_known_by_its_beginning():
    assert page("\n<!DOCTYPE html><p>x", "page").kind == "html"
    assert page("a <html> in prose", "page").kind == "text"


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * 100_000 + "end",
        "<div>" * 100_000 + "end" + "</div>" * 100_000,
        "<blockquote>" * 50_000 + "end",
        "<table><tr><td>" * 10_000 + "end",
        "<ul><li>" * 20_000 + "end",
        "".join(f"<p><b id={i}>" for i in range(5_000)) + "end",
        "<div " + " ".join(f"a{i}=1" for i in range(50_000)) + ">end",
        "<select>" + "<option>x" * 20_000 + "</select>end",
        "<div>" * 400 + "<h1>x</h1>" * 5_000 + "end",
        ("<table>" + "<tr>" + "<td colspan=1000>x" * 200) * 20 + "</table>" * 20 + "end",
        "<!--" * 50_000 + "-->end",
        "<" * 100_000 + " end",
    ],
    ids=lambda source: source[:20],
)
def test_hostile_pages_are_read_in_good_time(source):
    assert page(source).text.endswith("end")


@pytest.mark.parametrize(
    "source", ["<script>" * 20_000, "<div " * 50_000, "<p>a</div></b></table><td>b</p></html>c<p", "<tr><td>x<table>y"]
)
def test_malformed_pages_survive(source):
    document = page(source)
    last = 0
    for block in document.blocks:
        assert last <= block.start < block.end <= len(document)
        last = block.start


CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("name", ["h24.xhtml", "page.html", "page"])
def test_xhtml_is_read_by_the_rules_of_xml(name):
    """`<script src="a.js"/>` is an empty element there; to HTML it is one that takes the rest of the page with it."""
    document = chunkviz.read((CASES / "h24.xhtml").read_bytes(), name)
    assert document.kind == "html"
    assert document.text == "X\n\nText of the chapter."
    assert document.metadata["title"] == "Ch 1"


def test_what_xml_writes_otherwise():
    page = (
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><!-- <b/> --><p id="a/>b">one<a id=\'x\'/> two<br/>three</p>'
        "<textarea/><p><![CDATA[a < b &amp; <i>]]></p><title/><p>end</p></body></html>"
    )
    assert chunkviz.read(page.encode(), "a.xhtml").text == "one two\nthree\n\na < b &amp; <i>\n\nend"
    assert chunkviz.read(b"<p>plain <b/>html", "a.html").text == "plain html"


def test_a_table_with_a_header_is_data_whatever_stands_in_its_cells():
    document = chunkviz.read(CASES / "h21.html")
    assert document.text == "Option\tExample\n-q\ttool -q\n-v\ttool -v\n-x\tnone"
    assert [b.kind for b in document.blocks] == ["table", "row", "row", "row", "row"]
    assert document.blocks[0].attributes["columns"] == ("Option", "Example")
    document = chunkviz.read(CASES / "h2.html")
    (table,) = document.blocks_of("table")
    assert document.text[table.start : table.end] == (
        "Fees\nBoat\tFee\n\tMay\tJune\nsmall\t5\t6\nlarge\t9\tn1 n2 n3 n4\nlast\t1\t2"
    )
    assert table.attributes["columns"] == ("Boat", "Fee May", "Fee June")


def test_pictures_stand_as_the_words_that_describe_them():
    document = chunkviz.read(CASES / "img.html")
    assert document.text == "Before A chart: fees rise from 5 to 9 euros after\n\nMap of the quay\nMap\n\nGo"
    assert document.notes == ("Pictures stand in the text as the words that describe them (3).",)
    document = chunkviz.read(b"<p>a<img src=x><img src=y alt=''></p>", "a.html")
    assert (document.text, document.notes) == ("a", ("Left out of the page: pictures that nothing describes (1).",))


def test_ordered_lists_have_their_numbers():
    document = chunkviz.read(CASES / "html_ol.html")
    assert document.text == "Steps\n\n3. Open\n4. Close\na. first\nb. second\n\nSee step 4b."
    assert [document.text[b.start : b.end] for b in document.blocks_of("item")][:1] == ["3. Open"]
    page = "<ol reversed><li>x<li value=7>y<li>z</ol><ol type=I start=4><li><p>p</p><li></li><li><pre>q</pre></ol><ol style='list-style: none'><li>n</ol><ul><li>u</ul>"
    assert chunkviz.read(page.encode(), "a.html").text == "3. x\n7. y\n6. z\n\nIV. p\n\nVI. q\n\nn\n\nu"
