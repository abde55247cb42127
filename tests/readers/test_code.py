"""Source code read into units and statements: right blocks for each language, worked out by hand."""

from __future__ import annotations

import sys

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.readers.code import CodeOptions
from chunkviz.source_code.languages import LANGUAGES, language_named, language_of

# file name, source, and the (kind, symbol, first line of the unit with what belongs above it) of its units
LANGUAGE_CASES = [
    (
        "a.py",
        "import os\n\n# about f\n@cache\n@other(1)\nasync def f(x):\n    return x\n\nclass A(B):\n    '''Doc.'''\n    @property\n    def p(self):\n        return 1\n",
        [("function", "f", "# about f"), ("class", "A", "class A(B):"), ("method", "A.p", "@property")],
    ),
    (
        "a.js",
        "// about A\nexport default class A extends B {\n  /** x */\n  get x() { return this.y + 1; }\n}\nconst f = async (x) => { return x; };\nmodule.exports.k = function (a) { return a; };\n",
        [("class", "A", "// about A"), ("method", "A.x", "/** x */"), ("function", "f", "const f = async (x) => { return x; };"), ("function", "module.exports.k", "module.exports.k = function (a) { return a; };")],
    ),
    (
        "a.ts",
        "interface I { a: string; m(): void }\nnamespace N { export function f(): void { g(); } }\nabstract class C<T> implements I {\n  constructor(private x: number) { super(); }\n  run = () => { return this.x; }\n}\nexport type T = { a: 1 };\n",
        [("class", "I", "interface I { a: string; m(): void }"), ("class", "N", "namespace N { export function f(): void { g(); } }"), ("function", "N.f", "export function f(): void { g(); }"), ("class", "C", "abstract class C<T> implements I {"), ("method", "C.constructor", "constructor(private x: number) { super(); }"), ("method", "C.run", "run = () => { return this.x; }"), ("class", "T", "export type T = { a: 1 };")],
    ),
    (
        "a.tsx",
        "export function Clock(props: Props) {\n  return <div className=\"c\">{props.at}</div>;\n}\n",
        [("function", "Clock", "export function Clock(props: Props) {")],
    ),
    (
        "a.go",
        "package main\n\n// Stock is what is there.\ntype Stock struct{ n int }\n\n// Add adds.\nfunc (s *Stock) Add(n int) { s.n += n }\n\nfunc main() { new(Stock).Add(1) }\n",
        [("class", "Stock", "// Stock is what is there."), ("method", "Stock.Add", "// Add adds."), ("function", "main", "func main() { new(Stock).Add(1) }")],
    ),
    (
        "a.rs",
        "/// Stock\n#[derive(Debug)]\npub struct Stock { n: i32 }\n\nimpl Show for Stock {\n    /// shows\n    #[inline]\n    fn show(&self) -> i32 { self.n + 1 }\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn works() { assert!(true); }\n}\n",
        [("class", "Stock", "/// Stock"), ("class", "Show for Stock", "impl Show for Stock {"), ("method", "Show for Stock.show", "/// shows"), ("class", "tests", "#[cfg(test)]"), ("function", "tests.works", "#[test]")],
    ),
    (
        "A.java",
        "package a.b;\n/** Doc. */\n@Entity public class A {\n  private int x = 1;\n  public A(int x) { this.x = x; }\n  /** m */\n  @Override public int m() { return 2; }\n  record R(int a) { }\n}\n",
        [("class", "A", "/** Doc. */"), ("method", "A.A", "public A(int x) { this.x = x; }"), ("method", "A.m", "/** m */"), ("class", "A.R", "record R(int a) { }")],
    ),
    (
        "a.c",
        "#ifndef A_H\n#define A_H\n/* a point */\ntypedef struct { int x; } point;\nstruct tag *made(void);\nstatic int add(int a, int b) { return a + b; }\n#endif\n",
        [("class", "point", "/* a point */"), ("function", "add", "static int add(int a, int b) { return a + b; }")],
    ),
    (
        "a.hpp",
        "namespace geo {\ntemplate <typename T> class Box : public Shape {\npublic:\n  T area() const { return w * h; }\n};\n}\nint geo::Box::sides(int x) { return x; }\n",
        [("class", "geo", "namespace geo {"), ("class", "geo.Box", "template <typename T> class Box : public Shape {"), ("method", "geo.Box.area", "T area() const { return w * h; }"), ("function", "geo::Box::sides", "int geo::Box::sides(int x) { return x; }")],
    ),
    (
        "a.cs",
        "using System;\nnamespace Harbour {\n  /// <summary>Fees.</summary>\n  [Serializable]\n  public class Fees : Base {\n    public Fees(int a) { b = a; }\n    // pays\n    public int Pay(int x) { return x; }\n    public int Total { get; set; }\n  }\n  interface IPaid { bool Paid(int x); }\n  enum Kind { Boat, Dog }\n}\n",
        [("class", "Harbour", "namespace Harbour {"), ("class", "Harbour.Fees", "/// <summary>Fees.</summary>"), ("method", "Harbour.Fees.Fees", "public Fees(int a) { b = a; }"), ("method", "Harbour.Fees.Pay", "// pays"), ("class", "Harbour.IPaid", "interface IPaid { bool Paid(int x); }"), ("method", "Harbour.IPaid.Paid", "bool Paid(int x);"), ("class", "Harbour.Kind", "enum Kind { Boat, Dog }")],
    ),
    (
        "a.php",
        "<?php\nnamespace Harbour;\n/** Fees. */\nclass Fees {\n  // pays\n  public function pay($x) { return $x; }\n}\ntrait Paid { public $paid = 0; }\nfunction total($a) { return $a + 1; }\n",
        [("class", "Fees", "/** Fees. */"), ("method", "Fees.pay", "// pays"), ("class", "Paid", "trait Paid { public $paid = 0; }"), ("function", "total", "function total($a) { return $a + 1; }")],
    ),
    (
        "a.rb",
        "module Harbour\n  class Fees < Base\n    # pays\n    def pay(x)\n      x + 1\n    end\n\n    def self.made\n      new(1)\n    end\n  end\nend\n\ndef total(a)\n  a + 1\nend\n",
        [("class", "Harbour", "module Harbour"), ("class", "Harbour.Fees", "class Fees < Base"), ("method", "Harbour.Fees.pay", "# pays"), ("method", "Harbour.Fees.made", "def self.made"), ("function", "total", "def total(a)")],
    ),
    (
        "a.swift",
        "import Foundation\n/// Fees.\nclass Fees: Base {\n  init(a: Int) { self.a = a }\n  /* pays */\n  func pay(_ x: Int) -> Int { return x }\n}\nprotocol Paid { func paid() -> Bool }\nextension Boat { func row() { print(1) } }\nfunc total() { print(2) }\n",
        [("class", "Fees", "/// Fees."), ("method", "Fees.init", "init(a: Int) { self.a = a }"), ("method", "Fees.pay", "/* pays */"), ("class", "Paid", "protocol Paid { func paid() -> Bool }"), ("method", "Paid.paid", "func paid() -> Bool"), ("class", "Boat", "extension Boat { func row() { print(1) } }"), ("method", "Boat.row", "func row() { print(1) }"), ("function", "total", "func total() { print(2) }")],
    ),
    (
        "a.scala",
        "package harbour\n/** Fees. */\nclass Fees(a: Int) {\n  // pays\n  def pay(x: Int): Int = { x + a }\n}\nobject Main {\n  def total(x: Int): Int = x + 1\n}\ntrait Paid { def paid(): Boolean }\n",
        [("class", "Fees", "/** Fees. */"), ("method", "Fees.pay", "// pays"), ("class", "Main", "object Main {"), ("method", "Main.total", "def total(x: Int): Int = x + 1"), ("class", "Paid", "trait Paid { def paid(): Boolean }"), ("method", "Paid.paid", "def paid(): Boolean")],
    ),
    (
        "a.lua",
        "local M = {}\n-- pays\nfunction M.pay(x)\n  return x + 1\nend\nlocal function total(a)\n  return a\nend\nM.row = function(b) return b end\nreturn M\n",
        [("function", "M.pay", "-- pays"), ("function", "total", "local function total(a)"), ("function", "M.row", "M.row = function(b) return b end")],
    ),
    (
        "a.sh",
        "#!/bin/sh\nset -e\n\n# pays\npay() {\n  echo \"$1\"\n}\nfunction total {\n  echo 2\n}\npay 3\n",
        [("function", "pay", "# pays"), ("function", "total", "function total {")],
    ),
]  # fmt: skip


def units(document: Document) -> list[tuple[str, str, str]]:
    found = [b for b in document.blocks if b.kind in ("function", "method", "class")]
    return [(b.kind, b.attributes["symbol"], document.text[b.start : b.end].split("\n")[0]) for b in found]


@pytest.mark.parametrize(("name", "source", "expected"), LANGUAGE_CASES, ids=[case[0] for case in LANGUAGE_CASES])
def test_units_of_each_language(name: str, source: str, expected: list[tuple[str, str, str]]) -> None:
    document = chunkviz.read(source.encode(), name)
    assert document.kind == "code"
    assert document.text == source
    assert document.notes == ()
    assert units(document) == expected


def test_every_language_of_the_table_has_a_case() -> None:
    tested = {language_of(name, source).key for name, source, _ in LANGUAGE_CASES}  # type: ignore[union-attr]
    assert tested == set(LANGUAGES)


def test_signatures_have_neither_decorators_nor_comments_nor_bodies() -> None:
    source = "@a\n@b(1)\nclass A(\n    B,\n):  # why\n    x = 1\n\n@dec\nexport\n"
    document = chunkviz.read(source.encode(), "a.py")
    start, end = next(b for b in document.blocks if b.kind == "class").attributes["signature"]
    assert source[start:end] == "class A(\n    B,\n):"
    document = chunkviz.read(b"@Component({})\nexport class A<T> extends B {\n  x = 1;\n}\n", "a.ts")
    start, end = next(b for b in document.blocks if b.kind == "class").attributes["signature"]
    assert document.text[start:end] == "export class A<T> extends B"


def test_places_are_characters_not_bytes() -> None:
    source = "# café — naïve 👋🏻\nTITLE = 'é'\n\nclass Büro:\n    def öffnen(self):\n        return '猫'\n"
    document = chunkviz.read(source.encode(), "a.py")
    method = next(b for b in document.blocks if b.kind == "method")
    assert document.text[method.start : method.end] == "def öffnen(self):\n        return '猫'"
    assert method.attributes["symbol"] == "Büro.öffnen"


def test_a_comment_with_a_blank_line_behind_it_stands_by_itself() -> None:
    document = chunkviz.read(b"# -- section --\n\n# about f\ndef f(): pass\n\nx = 1  # after x\n", "a.py")
    assert [(b.kind, document.text[b.start : b.end]) for b in document.blocks] == [
        ("comment", "# -- section --"),
        ("function", "# about f\ndef f(): pass"),
        ("statement", "x = 1  # after x"),
    ]


def test_what_stands_behind_a_syntax_error_is_read() -> None:
    source = "def good():\n    return 1\n\ndef f(:\n  retrun x\n\ndef also_good():\n    return 2\n"
    document = chunkviz.read(source.encode(), "a.py")
    assert [symbol for _, symbol, _ in units(document)] == ["good", "also_good"]
    assert [document.text[b.start : b.end] for b in document.blocks if "broken" in b.attributes] == ["def f(:\n  retrun x"]
    where = "a syntax error or a macro near line 4"
    assert document.notes == (f"Not all of the source parses ({where}): the parts that do are cut normally, the rest by lines.",)


def test_a_broken_method_takes_no_other_with_it() -> None:
    source = "class A:\n    def a(self):\n        return 1\n\n    def b(self:\n        retrun x\n\n    @property\n    def c(self):\n        return 3\n\ndef z():\n    pass\n"
    document = chunkviz.read(source.encode(), "a.py")
    assert units(document) == [
        ("class", "A", "class A:"),
        ("method", "A.a", "def a(self):"),
        ("method", "A.c", "@property"),
        ("function", "z", "def z():"),
    ]


def test_the_language_is_found_by_ending_shebang_and_content_and_can_be_chosen() -> None:
    assert language_of("a.h", "int f(void);\n").key == "c"  # type: ignore[union-attr]
    assert language_of("a.h", "namespace a { int f(); }\n").key == "cpp"  # type: ignore[union-attr]
    assert language_of("tool", "#!/usr/bin/env python3\n").key == "python"  # type: ignore[union-attr]
    assert language_of("tool", "#!/bin/sh -e\n").key == "shell"  # type: ignore[union-attr]
    assert language_of("tool", "#!/usr/bin/ruby2.7\n").key == "ruby"  # type: ignore[union-attr]
    assert language_named("C#") is LANGUAGES["csharp"]
    assert language_named("bash") is LANGUAGES["shell"]
    assert language_of("notes.txt", "x") is None
    assert language_named("C++") is LANGUAGES["cpp"]
    assert language_named("golang") is LANGUAGES["go"]
    assert chunkviz.read(b"#!/usr/bin/python3\ndef f():\n    return 1\n", "tool").metadata["language"] == "python"
    chosen = chunkviz.read(b"function f() { return 1; }\n", "a.txt", "code", CodeOptions(language="javascript"))
    assert units(chosen) == [("function", "f", "function f() { return 1; }")]


def test_a_missing_grammar_leaves_the_text_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from chunkviz.source_code import languages

    languages._grammar.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_rust", None)
    document = chunkviz.read(b"fn main() {}\n", "a.rs")
    monkeypatch.undo()
    languages._grammar.cache_clear()
    assert document.blocks == ()
    assert document.notes == (
        "The grammar of Rust is not installed; “pip install tree-sitter-rust” brings it. Until then the text is cut by its lines.",
    )


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.py", "x=" + "[" * 100_000),
        ("a.js", "{" * 50_000 + "}" * 50_000),
        ("a.py", "".join(" " * depth + "if x:\n" for depth in range(800))),
        ("a.js", "(function(){var a=function(b){if(b>1){return[b]}else{b+=1}return b};})();" * 3_000),
        ("a.java", "class A {\n int x() {}\n" * 2_000),
        ("a.py", "def f(:\n  x\n" * 3_000),
    ],
    ids=["brackets", "braces", "indented", "minified", "open classes", "errors"],
)
def test_hostile_sources_are_read(name: str, source: str) -> None:
    """Each makes a recursive walk or a query over the tree fail or take minutes."""
    document = chunkviz.read(source.encode(), name)
    places = [(b.start, -b.end) for b in document.blocks]
    assert places == sorted(places)
    assert all(0 <= b.start < b.end <= len(source) for b in document.blocks)
