"""Code as HTML: coloured, and each name that the reference has is a link to it."""
import html
import re

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String
from pygments.util import ClassNotFound

# Of a line for the preprocessor only these are coloured; the rest is code.
DIRECTIVES = {'#', 'define', 'elif', 'else', 'endif', 'error', 'if', 'ifdef', 'ifndef', 'include', 'pragma', 'undef'}
COLOURS = ((Comment.Preproc, 'k'), (Comment.PreprocFile, 's'), (Comment, 'c'), (Keyword, 'k'), (String, 's'), (Number, 'm'))


def lexer_of(language):
    try:
        return get_lexer_by_name(language or 'text', stripnl=False, ensurenl=False)
    except ClassNotFound:
        return get_lexer_by_name('text', stripnl=False, ensurenl=False)


def coloured(text, kind):
    colour = next((colour for parent, colour in COLOURS if kind in parent), None)
    return f'<span class="{colour}">{html.escape(text)}</span>' if colour else html.escape(text)


def as_html(code, language, link_to, definitions=None):
    """`link_to(name)` is the address of a name, or None. `definitions` has the names that are defined here, by where they stand."""
    parts = []
    at = 0
    for kind, text in lexer_of(language).get_tokens(code):
        # A line for the preprocessor is one token.
        words = re.findall(r'\w+|\W', text) if kind in Name or kind in Comment.Preproc or kind in Keyword else [text]
        for word in words:
            address = link_to(word)
            if definitions and definitions.get(at) == word:
                parts.append(f'<a id="{word}" href="#{word}"><b>{word}</b></a>')
            elif address and kind not in Comment.Single and kind not in String:
                parts.append(f'<a href="{address}">{html.escape(word)}</a>')
            else:
                parts.append(html.escape(word) if kind in Comment.Preproc and word not in DIRECTIVES else coloured(word, kind))
            at += len(word)
    return ''.join(parts)
