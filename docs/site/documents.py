"""Documents in Markdown as pages."""
import html
import os
import pathlib
import re

from markdown_it import MarkdownIt

import colours
from pages import Page, text_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SLUG = re.compile(r'[^\w -]')


class Document:
    """A page of a file in Markdown, which lies at `source`."""

    def __init__(self, site, source, path):
        self.site, self.source = site, source
        self.page = Page(path, '')
        self.link_to = site.linker(self.page)
        self.slugs = {}
        self.markdown = MarkdownIt('commonmark').enable('table')
        self.linked = 0
        for name in ('heading_open', 'heading_close', 'fence', 'code_block', 'code_inline', 'html_block', 'link_open', 'link_close', 'image',
                     'table_open', 'table_close'):
            self.markdown.renderer.rules[name] = getattr(self, name)

    def slug(self, title):
        """The name of a heading in links, as tests/contract/documents.py has it."""
        slug = SLUG.sub('', title.lower()).replace(' ', '-')
        self.slugs[slug] = self.slugs.get(slug, -1) + 1
        return slug + (f'-{self.slugs[slug]}' if self.slugs[slug] else '')

    def heading_open(self, tokens, index, *_):
        title = tokens[index + 1].content
        self.linked += 1
        if tokens[index].tag == 'h1' and not self.page.title:
            self.page.title = text_of(self.markdown.renderInline(title))
        tokens[index].meta['slug'] = tokens[index + 2].meta['slug'] = self.slug(title)
        return f'<{tokens[index].tag} id="{tokens[index].meta["slug"]}">'

    def heading_close(self, tokens, index, *_):
        self.linked -= 1
        tag, slug = tokens[index].tag, tokens[index].meta['slug']
        anchor = f'<a class="anchor" href="#{slug}" aria-label="Link to this section">#</a>' if tag != 'h1' else ''
        return f'{anchor}</{tag}>\n'

    def fence(self, tokens, index, *_):
        return f'<pre><code>{colours.as_html(tokens[index].content.rstrip(), tokens[index].info, self.link_to)}</code></pre>\n'

    def code_block(self, tokens, index, *_):
        return f'<pre><code>{html.escape(tokens[index].content.rstrip())}</code></pre>\n'

    def code_inline(self, tokens, index, *_):
        words = tokens[index].content
        shown = f'<code>{html.escape(words)}</code>'
        address = None if self.linked else self.link_to(words)
        return f'<a href="{address}">{shown}</a>' if address else shown

    def html_block(self, tokens, index, *_):
        """A comment before a block of code names its file."""
        mark = re.match(r'<!-- ([\w./-]+\.\w+)(?::.*)? -->$', tokens[index].content.strip())
        return f'<div class="file">{mark[1]}</div>\n' if mark else ''

    def target(self, address):
        """Where a link of the document leads: an address of the site, or None for what it does not have."""
        if re.match(r'\w+:', address) or address.startswith('#'):
            return address
        file, mark, anchor = address.partition('#')
        path = self.site.address_of(os.path.normpath(os.path.join(os.path.dirname(self.source), file)))
        return self.page.to(path + mark + anchor) if path else None

    def link_open(self, tokens, index, *_):
        self.linked += 1
        address = self.target(tokens[index].attrs['href'])
        return f'<a href="{html.escape(address)}">' if address else '<span>'

    def link_close(self, tokens, index, *_):
        self.linked -= 1
        opening = next(token for token in reversed(tokens[:index]) if token.type == 'link_open')
        return '</a>' if self.target(opening.attrs['href']) else '</span>'

    def image(self, tokens, index, *_):
        address = self.target(tokens[index].attrs['src'])
        return f'<img src="{address}" alt="{html.escape(tokens[index].content)}" loading="lazy">'

    def table_open(self, *_):
        return '<div class="scroll"><table>\n'

    def table_close(self, *_):
        return '</table></div>\n'

    def render(self):
        text = (ROOT / self.source).read_text(encoding='utf-8')
        self.page.body = self.markdown.render(text)
        self.page.title = self.page.title or self.source
        return self.page
