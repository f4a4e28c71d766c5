"""Settings of Sphinx, which makes the site of the documentation from this folder (scripts/site)."""

import re
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import download_reference, pending_xref

ROOT = Path(__file__).resolve().parent.parent
REPOSITORY = "https://github.com/grundytab/grundytab"

project = "grundytab"
author = "The grundytab maintainers"
project_copyright = author
release = re.search(r'^version = "(.+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]

extensions = ["myst_nb", "sphinx_copybutton"]
# <img> with a width is a picture.
myst_enable_extensions = ["html_image"]
# Of a session the commands are copied, without what they print.
copybutton_prompt_text = "$ "
copybutton_copy_empty_lines = False
exclude_patterns = ["data", "paper"]
# Pages link to headings as the code host names them.
myst_heading_anchors = 4
# The notebooks are shown with the outputs that are stored in them; a test executes them.
nb_execution_mode = "off"
# Of code without a language.
highlight_language = "none"

html_theme = "furo"
html_title = f"grundytab {release}"
html_baseurl = "https://grundytab.github.io/grundytab/"
html_copy_source = False
# Programs find it under the address that it has in itself.
html_extra_path = ["json-schema.json"]
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_theme_options = {
    "source_repository": REPOSITORY,
    "source_branch": "main",
    "source_directory": "docs/",
    "top_of_page_buttons": ["view"],
}


def lead_to_the_code_host(app, doctree):
    """Lets links to files and folders that are no pages of the site lead to the code host, where they are relative.

    A link to what does not exist is left as it is: Sphinx warns of it.
    """
    docs = Path(app.srcdir).resolve()
    for link in list(doctree.findall(lambda node: isinstance(node, (download_reference, pending_xref)))):
        is_markdown = link["refdomain"] == "doc"
        if is_markdown and link["reftarget"] in app.env.found_docs:
            continue
        target, _, anchor = link["reftarget"].partition("#")
        anchor = link.get("reftargetid") or anchor
        # MyST has made names of pages, from this folder on, of those of Markdown files.
        path = docs / f"{target}.md" if is_markdown else (docs / link["refdoc"]).parent / target
        # The front page has a part of README.md, whose links begin at the root.
        path = path.resolve() if path.exists() else (ROOT / target).resolve()
        if not target or not path.exists() or not path.is_relative_to(ROOT):
            continue
        kind = "tree" if path.is_dir() else "blob"
        address = f"{REPOSITORY}/{kind}/main/{path.relative_to(ROOT).as_posix()}"
        link.replace_self(nodes.reference("", "", *link.children, refuri=f"{address}#{anchor}" if anchor else address))


def shape_front_page_of_the_crate(app, page, source):
    """Makes a page of library.md, to which rustdoc gives a title, and in whose code it hides lines that begin with #."""
    if page != "library":
        return
    lines = ["# The Rust library", ""]
    language = None
    for line in source[0].splitlines():
        if line.startswith("```"):
            language = line[3:] if language is None else None
        if language is None and line.startswith("#"):
            line = f"#{line}"
        if language != "rust" or not line.startswith("# "):
            lines.append(line)
    # Names in brackets are links to items for rustdoc alone.
    source[0] = re.sub(r"\[(`[^`]+`)\](?!\()", r"\1", "\n".join(lines))


# A row of the glossary: its words, their meaning, and where there is one the page that explains them.
ROW = re.compile(r"^\| (.+?) \| .+ \| (?:\[.+\]\(([\w-]+)\.md(?:#([\w-]+))?\) )?\|$", re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def lead_words_to_their_pages(app, page, source):
    """Makes entries of the index, which a search of the site puts first, of the words of the glossary that a page explains."""
    headings = {}
    for heading in HEADING.finditer(source[0]):
        anchor = re.sub(r"[^\w -]", "", heading[1].lower()).replace(" ", "-")
        headings.setdefault(anchor, heading.end())
    entries = {}
    glossary = (Path(app.srcdir) / "glossary.md").read_text(encoding="utf-8")
    for words, its_page, anchor in ROW.findall(glossary):
        if (its_page or "glossary") == page:
            if anchor and anchor not in headings:
                raise ValueError(f"glossary.md: {page}.md has no heading #{anchor}, for {words}")
            place = headings[anchor] if anchor else min(headings.values())
            # Who types a word may leave its hyphen out.
            spelt = [form for word in words.split(", ") for form in dict.fromkeys([word, word.replace("-", " ")])]
            entries.setdefault(place, []).extend(f"```{{index}} ! single: {word}\n```\n" for word in spelt)
    for place, lines in sorted(entries.items(), reverse=True):
        source[0] = source[0][:place] + "\n\n" + "".join(lines) + source[0][place:]


def setup(app):
    # Before Sphinx collects the files that pages offer, which has the priority 500.
    app.connect("doctree-read", lead_to_the_code_host, priority=400)
    app.connect("source-read", shape_front_page_of_the_crate)
    app.connect("source-read", lead_words_to_their_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
