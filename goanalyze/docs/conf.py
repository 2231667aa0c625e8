"""Configuration of the site: ``python -m sphinx -b html goanalyze/docs site``."""

# Sphinx demands the names of the settings, and a file outside of any package.
# ruff: noqa: A001, INP001

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from goanalyze import __version__
from goanalyze.util.choice import Choice

HERE = Path(__file__).parent

project = "goanalyze"
author = "the authors of goanalyze"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
templates_path = ["templates"]
default_role = "py:obj"  # names in docstrings become links where they are public
add_module_names = False
toc_object_entries_show_parents = "hide"
smartquotes = False  # the names of options begin with two hyphens

suppress_warnings = ["misc.highlighting_failure"]  # of languages without colours, such as csv

myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_type_aliases = {name: name for name in ("ColorLike", "MoveLike", "Row")}
autodoc_default_options = {"members": True, "inherited-members": False}
napoleon_numpy_docstring = False
napoleon_custom_sections = [("Attributes", "params_style")]

html_theme = "furo"
html_title = f"goanalyze {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

_ALIAS = re.compile(r"TypeAliasForwardRef\('(\w+)'\)")
_OUTSIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((\.\./[^)#]+)[^)]*\)")
_PATTERN = re.compile(r"'([^' ]*\*[^' ]*)'")
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_PAGE = re.compile(r"\]\((\w[\w-]*)\.md\)")


def complete_page(app: Any, name: str, source: list[str]) -> None:
    """Write links to files outside of this folder as paths, and add a table of contents to the first page.

    The contents are the pages that each section of the first page links.
    """
    del app
    source[0] = _OUTSIDE.sub(lambda link: f"{link[1]} (`{_path(link[2])}`)", source[0])
    if name == "index":
        _, *sections = _SECTION.split(source[0])
        for caption, text in zip(sections[::2], sections[1::2], strict=True):
            pages = "\n".join(dict.fromkeys(_PAGE.findall(text)))
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"


def complete_docstring(app: Any, kind: str, name: str, item: object, options: Any, lines: list[str]) -> None:
    """Set patterns of paths, as '*.sgf', as code: an asterisk would begin emphasis. Add the values of a vocabulary."""
    del app, kind, name, options
    lines[:] = [_PATTERN.sub(r"``\1``", line) for line in lines]
    if isinstance(item, type) and issubclass(item, Choice):
        lines += ["", *(f"* ``{member.value}``: {member.meaning}" for member in item), ""]


def name_aliases(
    app: Any, kind: str, name: str, item: object, options: Any, arguments: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Return a signature in which type aliases have their names alone."""
    del app, kind, name, item, options
    return arguments and _ALIAS.sub(r"\1", arguments), returned and _ALIAS.sub(r"\1", returned)


def set_dashes(app: Any, tree: Any) -> None:
    """Set dashes between parameters and their descriptions, where Sphinx has two hyphens."""
    del app
    for node in list(tree.findall(lambda node: isinstance(node, str) and node.startswith(" -- "))):
        node.parent.replace(node, type(node)(f" – {node[4:]}"))


def setup(app: Any) -> None:
    """Connect the functions of this file with the events of Sphinx."""
    shutil.rmtree(HERE / "api", ignore_errors=True)  # pages of an earlier build, whose names may be gone
    app.connect("source-read", complete_page)
    app.connect("autodoc-process-docstring", complete_docstring)
    app.connect("doctree-read", set_dashes)
    app.connect("autodoc-process-signature", name_aliases)


def _path(link: str) -> str:
    return (HERE / link).resolve().relative_to(HERE.parents[1]).as_posix()
