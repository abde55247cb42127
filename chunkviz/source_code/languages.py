"""Programming languages: which files are theirs, which grammar reads them, and what their units are.

One table. A new language is one entry: node types of its tree-sitter grammar with what they are called.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ..errors import MissingError

if TYPE_CHECKING:
    import tree_sitter

FUNCTIONS = frozenset({"function", "method", "macro"})  # units that are not cut if they fit; all others hold units
SPACES = frozenset({"namespace", "module"})  # units whose functions are not methods


@dataclass(frozen=True)
class Language:
    """A programming language and its grammar.

    key, label   its name for programs (also in a Markdown fence) and for people
    extensions   file name endings, lower case, with the dot
    package      the wheel that brings the grammar
    units        node type -> what such a unit is called: "function", "class", "struct" ...
    bodies       node types whose children are statements
    wrappers     node types that may stand around a unit and belong to it: an export, decorators, `const f = ...`
    grammar      the function of the package that gives the grammar
    aliases      other names in Markdown fences
    """

    key: str
    label: str
    extensions: tuple[str, ...]
    package: str
    units: Mapping[str, str]
    bodies: frozenset[str]
    wrappers: frozenset[str] = frozenset()
    grammar: str = "language"
    aliases: tuple[str, ...] = ()


def _language(
    key: str,
    label: str,
    extensions: str,
    package: str,
    units: str,
    bodies: str,
    wrappers: str = "",
    grammar: str = "language",
    aliases: str = "",
) -> Language:
    """A line of the table: lists are words with spaces between them, units `node_type=called`."""
    named = dict(unit.split("=") for unit in units.split())
    return Language(
        key,
        label,
        tuple(extensions.split()),
        package,
        named,
        frozenset(bodies.split()),
        frozenset(wrappers.split()),
        grammar,
        tuple(aliases.split()),
    )


_SCRIPT = "program statement_block class_body switch_body"
_SCRIPT_WRAPPERS = (
    "export_statement lexical_declaration variable_declaration variable_declarator "
    "expression_statement assignment_expression public_field_definition field_definition"
)
_SCRIPT_UNITS = (
    "function_declaration=function generator_function_declaration=function "
    "arrow_function=function function_expression=function method_definition=method "
    "class_declaration=class class=class"
)
_TYPED_UNITS = (
    f"{_SCRIPT_UNITS} abstract_class_declaration=class interface_declaration=interface "
    "enum_declaration=enum type_alias_declaration=type internal_module=namespace module=module "
    "function_signature=function"
)
_C_UNITS = "function_definition=function struct_specifier=struct union_specifier=union enum_specifier=enum"
_C_BODIES = (
    "translation_unit compound_statement declaration_list field_declaration_list preproc_if "
    "preproc_ifdef preproc_else preproc_elif case_statement"
)

LANGUAGES = {
    language.key: language
    for language in (
        _language(
            "python",
            "Python",
            ".py .pyi .pyw",
            "tree-sitter-python",
            "function_definition=function class_definition=class",
            "module block",
            "decorated_definition",
            aliases="py python3",
        ),
        _language(
            "javascript",
            "JavaScript",
            ".js .mjs .cjs .jsx",
            "tree-sitter-javascript",
            _SCRIPT_UNITS,
            _SCRIPT,
            _SCRIPT_WRAPPERS,
            aliases="js jsx node",
        ),
        _language(
            "typescript",
            "TypeScript",
            ".ts .mts .cts",
            "tree-sitter-typescript",
            _TYPED_UNITS,
            f"{_SCRIPT} interface_body",
            f"{_SCRIPT_WRAPPERS} ambient_declaration",
            "language_typescript",
            "ts",
        ),
        _language(
            "tsx",
            "TypeScript with JSX",
            ".tsx",
            "tree-sitter-typescript",
            _TYPED_UNITS,
            f"{_SCRIPT} interface_body",
            f"{_SCRIPT_WRAPPERS} ambient_declaration",
            "language_tsx",
        ),
        _language(
            "go",
            "Go",
            ".go",
            "tree-sitter-go",
            "function_declaration=function method_declaration=method type_spec=type",
            "source_file statement_list block",
            "type_declaration",
            aliases="golang",
        ),
        _language(
            "rust",
            "Rust",
            ".rs",
            "tree-sitter-rust",
            "function_item=function function_signature_item=function macro_definition=macro "
            "struct_item=struct enum_item=enum union_item=union trait_item=trait impl_item=impl "
            "mod_item=module",
            "source_file declaration_list block",
            aliases="rs",
        ),
        _language(
            "java",
            "Java",
            ".java",
            "tree-sitter-java",
            "class_declaration=class interface_declaration=interface enum_declaration=enum "
            "record_declaration=record annotation_type_declaration=annotation method_declaration=method "
            "constructor_declaration=method compact_constructor_declaration=method",
            "program class_body interface_body enum_body_declarations constructor_body block",
        ),
        _language("c", "C", ".c .h", "tree-sitter-c", _C_UNITS, _C_BODIES, "type_definition declaration"),
        _language(
            "cpp",
            "C++",
            ".cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp",
            "tree-sitter-cpp",
            f"{_C_UNITS} class_specifier=class namespace_definition=namespace concept_definition=concept",
            _C_BODIES,
            "template_declaration type_definition declaration",
            aliases="c++ cxx hpp",
        ),
        _language(
            "csharp",
            "C#",
            ".cs .csx",
            "tree-sitter-c-sharp",
            "class_declaration=class interface_declaration=interface struct_declaration=struct enum_declaration=enum "
            "record_declaration=record namespace_declaration=namespace method_declaration=method "
            "constructor_declaration=method destructor_declaration=method operator_declaration=method "
            "local_function_statement=function",
            "compilation_unit declaration_list block",
            aliases="c# cs",
        ),
        _language(
            "php",
            "PHP",
            ".php .phtml",
            "tree-sitter-php",
            "class_declaration=class interface_declaration=interface trait_declaration=trait enum_declaration=enum "
            "method_declaration=method function_definition=function",
            "program compound_statement declaration_list enum_declaration_list",
            grammar="language_php",
        ),
        _language(
            "ruby",
            "Ruby",
            ".rb .rake .gemspec",
            "tree-sitter-ruby",
            "module=module class=class singleton_class=class method=function singleton_method=function",
            "program module class body_statement",  # a comment above the first method is a child of the class
            aliases="rb",
        ),
        _language(
            "swift",
            "Swift",
            ".swift",
            "tree-sitter-swift",
            "class_declaration=class protocol_declaration=protocol function_declaration=function init_declaration=method "
            "deinit_declaration=method protocol_function_declaration=method",
            "source_file class_body enum_class_body protocol_body statements",
        ),
        _language(
            "scala",
            "Scala",
            ".scala .sc",
            "tree-sitter-scala",
            "object_definition=object class_definition=class trait_definition=trait enum_definition=enum "
            "function_definition=function function_declaration=function",
            "compilation_unit template_body enum_body block indented_block",
        ),
        _language(
            "lua",
            "Lua",
            ".lua",
            "tree-sitter-lua",
            "function_declaration=function function_definition=function",
            "chunk block",
            "assignment_statement variable_declaration expression_list",
        ),
        _language(
            "shell",
            "Shell",
            ".sh .bash",
            "tree-sitter-bash",
            "function_definition=function",
            "program compound_statement do_group",
            aliases="sh bash",
        ),
    )
}

_BY_EXTENSION = {extension: language for language in LANGUAGES.values() for extension in language.extensions}
_BY_NAME = {name: language for language in LANGUAGES.values() for name in (language.key, *language.aliases)}
_CPLUSPLUS = re.compile(
    r"^[ \t]*(?:class\s+\w|namespace\b|template\s*<|using\s+namespace\b|using\s+\w+\s*=|(?:public|private|protected)\s*:)|\w::\w",
    re.MULTILINE,
)
_SHEBANG = re.compile(r"#!.*\b(python|node|ruby|php|lua|bash|sh)[0-9.]*\b")


def language_of(name: str, text: str) -> Language | None:
    """The language of a file: by the ending of its name, else by its first line; None where neither does.

    A `.h` file is C++ where it holds what C has not (a class, a namespace, a template, `::`).
    """
    found = _BY_EXTENSION.get("." + name.lower().rpartition(".")[2])
    if found is not None and found.key == "c" and name.lower().endswith(".h") and _CPLUSPLUS.search(text, 0, 200_000):
        return LANGUAGES["cpp"]
    if found is None and (shebang := _SHEBANG.match(text, 0, 200)):
        return _BY_NAME[shebang[1]]
    return found


def language_named(name: str) -> Language | None:
    """The language called `name` in a fence (“py”, “golang”, “C++”); None where chunkviz has no grammar for it."""
    return _BY_NAME.get(name.lower())


def grammar(language: Language) -> tree_sitter.Language:
    """The language's grammar. Raises MissingError where its wheel is not installed."""
    try:
        return _grammar(language.package, language.grammar)
    except ModuleNotFoundError:
        raise MissingError(
            f"The grammar of {language.label} is not installed; “pip install {language.package}” brings it."
        ) from None


@lru_cache(maxsize=32)
def _grammar(package: str, function: str) -> tree_sitter.Language:
    import tree_sitter

    return tree_sitter.Language(getattr(importlib.import_module(package.replace("-", "_")), function)())
