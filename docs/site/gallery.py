"""The gallery: a page for each game, of what the host itself says of it, and of matches that it plays.

Nothing here knows a game. With the same builds and numbers the same pages come out. Figures take their time, so they are kept in the build
folder for as long as the builds of a game, and of what it extends, are the same.
"""
import hashlib
import html
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SEED = 1
# What plays the matches in which wins are counted.
PLAYER = 'greedy'

TRAITS = {'hidden': 'hidden information', 'chance': 'chance', 'simultaneous': 'choices made at once', 'solo': 'for one player',
          'cooperative': 'all win or lose together'}
# What others know of a field, by its visibility.
HIDDEN = {'by_owner': 'Only its owner sees', 'owner': 'Only its owner knows', 'size': 'Nobody sees, only how many lie there',
          'top': 'Only the top is seen of', 'mask': 'Who has seen a piece knows it, others do not'}
SKIPPED = re.compile(r'# SKIP')
RESULT = re.compile(r'(not )?ok \d+ - ([\w-]+)')


def plugin_path(build):
    """Where the games that were built lie. What is not written in C is built by itself: ./dev docs."""
    return ':'.join(str(build / folder) for folder in ('plugins', 'examples', 'rust'))


class Program:
    """The program that was built, with the games that were built with it."""

    def __init__(self, build):
        self.path = build / 'host/cli/lapidary'
        self.environment = os.environ | {'LAPIDARY_PLUGIN_PATH': plugin_path(build)}

    def run(self, *words, told=''):
        return subprocess.run([self.path, *map(str, words)], env=self.environment, input=told, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)

    def json(self, *words):
        done = self.run(*words)
        if done.returncode:
            sys.exit(f'lapidary {" ".join(map(str, words))}: {done.stderr}')
        return json.loads(done.stdout)

    def builds(self):
        """The hash of each plugin's build."""
        told = self.run('stdio', '--store', 'memory:', told='{"jsonrpc":"2.0","id":1,"method":"plugins.list"}\n').stdout
        return {plugin['id']: plugin['build'] for plugin in json.loads(told)['result']['plugins'] if 'build' in plugin}

    def properties(self):
        """What `lapidary check` tries, by name."""
        listed = re.findall(r'^([\w-]+) {2,}(.+(?:\n {2,}.+)*)', self.run('check', '--list').stdout, re.M)
        return {name: ' '.join(text.split()) for name, text in listed}


# --- what is found out

def reported(program, *words):
    """The figures of matches, with the host's own page of plots of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'report.html')
        return program.json(*words, '--html', path) | {'report': path.read_text(encoding='utf-8')}


def figures(program, game, matches):
    """Random matches for each number of seats; and matches of a bot that wants to win. What was built here is trusted."""
    simulated = 'simulate', game['id'], '--json', '--isolation', 'none', '--seed', SEED
    seats = game['seats']
    counts = range(seats['min'], seats['max'] + 1)
    few = max(seats['min'], 2)
    return {
        'matches': matches,
        'random': [reported(program, *simulated, '-n', matches, '--seats', n) for n in counts],
        'played': None if seats['max'] < 2 or 'cooperative' in game['traits'] else
        reported(program, *simulated, '-n', max(matches // 5, 1), '--seats', ','.join([PLAYER] * few)),
    }


def checked(program, game, positions):
    """Which properties held: true, false, or null for those that are about nothing in this game."""
    done = program.run('check', game['id'], '--tap', '--seed', SEED, '-n', positions)
    held = {}
    for line in done.stdout.splitlines():
        result = RESULT.match(line)
        if result and not SKIPPED.search(line):
            held[result[2]] = held.get(result[2], True) and not result[1]
        elif result:
            held.setdefault(result[2], None)
    if not held:
        sys.exit(f'lapidary check {game["id"]}: {done.stderr}')
    return {'positions': positions, 'held': held}


def place(folder, name, key):
    """The file that keeps something for as long as its key is the same; those of other keys go."""
    path = folder / f'{name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}'
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f'{name}-????????????????'):
        if old != path:
            old.unlink(missing_ok=True)
    return path


def kept(path, make):
    """What `make` gives, or gave the last time."""
    if not path.exists():
        part = path.with_name(f'{path.name}.{os.getpid()}')
        part.write_text(json.dumps(make()), encoding='utf-8')
        part.replace(path)
    return json.loads(path.read_text(encoding='utf-8'))


def draw(folder, build, output, games, builds):
    """A picture of each game, by one browser for all that are not kept."""
    page = [path.read_bytes() for path in sorted((ROOT / 'examples/web').glob('*.*'))] + [(HERE / 'pictures.py').read_bytes()]
    places = {game['id']: place(folder, f'{game["id"]}.picture', (builds[game['id']], page)) for game in games}
    missing = [game for game, path in places.items() if not path.exists()]
    with tempfile.TemporaryDirectory() as drawn:
        if missing and subprocess.run([sys.executable, HERE / 'pictures.py', build, drawn, *missing], check=False).returncode:
            sys.exit('there are no pictures')
        for game in missing:
            shutil.move(f'{drawn}/{game}.svg', f'{places[game]}.{os.getpid()}')
            os.replace(f'{places[game]}.{os.getpid()}', places[game])
    for game, path in places.items():
        shutil.copy(path, output / 'gallery' / f'{game}.svg')


def reports(game):
    """The host's pages of plots: the name of each file, and what is in it."""
    for result in game['figures']['random']:
        yield f'{game["id"]}-random-{len(result["seats"])}.html', result['report']
    played = game['figures']['played']
    if played:
        yield f'{game["id"]}-{PLAYER}-{len(played["seats"])}.html', played['report']


def made(build, output, given):
    """All that the pages say, game by game. Pictures are written to where they are shown. `given`: the options of build.py."""
    program, folder = Program(build), build / 'gallery' / f'{given.matches}-{given.positions}'
    builds, properties = program.builds(), program.properties()
    # What draws the reports: they are made anew where it has changed.
    drawing = [path.read_bytes() for path in sorted((ROOT / 'host/simulate').glob('*.[ch]'))]
    games, chains = [], {}
    for brief in program.json('games', '--json')['games']:
        if given.games and brief['id'] not in given.games.split(','):
            continue
        print(f'gallery: {brief["id"]}', file=sys.stderr)
        game = program.json('info', brief['id'], '--json')
        chain = chains[game['id']] = [builds[level['id']] for level in game['chain']]
        game['figures'] = kept(place(folder, f'{game["id"]}.figures', (chain, given.matches, drawing)),
                               lambda game=game: figures(program, game, given.matches))
        game['checked'] = kept(place(folder, f'{game["id"]}.checked', (chain, given.positions)),
                               lambda game=game: checked(program, game, given.positions))
        game |= {'build': chain[-1], 'properties': properties, 'picture': f'{game["id"]}.svg' if given.pictures else None}
        games.append(game)
    (output / 'gallery').mkdir()
    if given.pictures:
        draw(folder, build, output, games, chains)
    for game in games:
        for name, report in reports(game):
            (output / 'gallery' / name).write_text(report, encoding='utf-8')
        game['variants'] = [other for other in games if other['base'] == game['id']]
        game['of'] = next((other for other in games if other['id'] == game['base']), None)
    return games


# --- pages

def escape(text):
    return html.escape(text, quote=False)


def span(bounds, unit=''):
    least, most = bounds['min'], bounds['max']
    return f'{least:,}{unit}' if least == most else f'{least:,} to {most:,}{unit}'


def table(head, rows):
    cells = ''.join(f'<th>{name}</th>' for name in head)
    body = ''.join('<tr>' + ''.join(f'<td>{cell}</td>' for cell in row) + '</tr>' for row in rows)
    return f'<div class="scroll"><table{" class=figures" if any(head) else ""}><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def interval(hits, n):
    """A share with its Wilson interval of 95 %."""
    z = 1.96
    middle = (hits + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(hits * (n - hits) / n + z * z / 4)
    return max(0, middle - half), min(1, middle + half)


def link(game):
    return f'<a href="{game["id"]}.html">{escape(game["title"])}</a>'


def facts(game):
    shown = {'Players': span(game['seats'])}
    if 'minutes' in game:
        shown['Time'] = span(game['minutes'], ' minutes')
    shown['Kind'] = ', '.join(TRAITS.get(trait, trait) for trait in game['traits']) or 'no chance, nothing hidden'
    if game['of']:
        shown['Variant of'] = link(game['of'])
    if game['variants']:
        shown['Variants'] = ', '.join(map(link, game['variants']))
    moves = game['figures']['random'][0]
    shown['Length'] = f'about {moves["plies"]["mean"]:.0f} moves'
    shown['Play'] = f'<code>lapidary play {game["id"]}</code>, or <code>lapidary serve</code> in the browser'
    if notes(game):
        shown['Notes'] = f'<a href="{game["id"]}-notes.html">rulings, and what a variant can override</a>'
    by = ', '.join(filter(None, (game.get('authors'), game.get('licence'))))
    if by:
        shown['By'] = escape(by)
    return '<dl class="facts">' + ''.join(f'<dt>{name}</dt><dd>{value}</dd>' for name, value in shown.items()) + '</dl>'


def rules(game):
    if not game['rules']:
        return ''
    base = f'<p>Besides, the rules of {link(game["of"])} hold.</p>' if game['of'] else ''
    paragraphs = ''.join(f'<p>{escape(text)}</p>' for text in game['rules'].split('\n\n'))
    return f'<h2 id="rules">How it is played</h2>{paragraphs}{base}'


def changes(game):
    if not game.get('changes'):
        return ''
    lines = ''.join(f'<li>{escape(change["text"])}</li>' for change in game['changes'])
    return f'<h2 id="changes">What differs from {escape(game["of"]["title"])}</h2><ul>{lines}</ul>'


def options(game):
    if not game['options']:
        return ''
    rows = []
    for option in game['options']:
        values = ', '.join(escape(choice['title']) for choice in option['choices']) if 'choices' in option else span(option)
        rows.append((f'<code>{option["name"].split("/")[1]}</code>', escape(option['title']), escape(str(option['default'])), values))
    return '<h2 id="options">Options</h2>' + table(('name', 'what it says', 'default', 'values'), rows)


def hidden(game):
    lines = []
    for visibility, words in HIDDEN.items():
        titles = [field['title'].split(' (')[0] for field in game['fields'] if field['visibility'] == visibility]
        if titles:
            lines.append(f'<li>{words}: {escape(", ".join(dict.fromkeys(titles)))}.</li>')
    if not lines or 'hidden' not in game['traits']:
        return ''
    return f'<h2 id="hidden">What is hidden</h2><ul>{"".join(lines)}</ul>'


def lengths(game):
    rows = []
    for result in game['figures']['random']:
        plies, choices = result['plies'], result['branching']
        seats = len(result['seats'])
        rows.append((f'<a href="{game["id"]}-random-{seats}.html">{seats}</a>', f'{plies["mean"]:,.1f}', span(plies), f'{choices["mean"]:.1f}', f'{choices["max"]:,}'))
    return (f'<h3 id="length">Length and choices</h3><p>Of {game["figures"]["matches"]:,} matches of random moves for each number of players. A move '
            'may take several steps; the choices are those of a step. Each number of players links to a page with plots of these matches.</p>'
            + table(('players', 'mean moves', 'moves', 'mean choices', 'most choices'), rows))


def verdict(seats, n, decided):
    """What the matches say of the first seat."""
    low, high = interval(seats[0]['wins'], decided)
    fair = 1 / len(seats)
    words = 'is at an advantage' if low > fair else 'is at a disadvantage' if high < fair else 'has no advantage that these matches show'
    return (f'<p>The first seat {words}: of {decided:,} matches with one winner among {n:,} it won {seats[0]["wins"] / decided:.0%}, which stands for '
            f'{low:.0%} to {high:.0%} (95 % confidence); an equal share is {fair:.0%}.</p>')


def wins(game):
    played = game['figures']['played']
    decided = sum(seat['wins'] for seat in played['seats']) if played else 0
    if not decided:
        return ''
    rows = [(n, f'{seat["wins"]:,}', f'{seat["shared"]:,}', f'{seat["points"]["mean"]:.1f}', span(seat['points']))
            for n, seat in enumerate(played['seats'], 1)]
    return (f'<h3 id="wins">Who wins</h3>{verdict(played["seats"], played["matches"], decided)}<p>Every seat is played by the bot <code>{PLAYER}</code>, '
            f'which is no strong player. <a href="{game["id"]}-{PLAYER}-{len(played["seats"])}.html">Plots of these matches</a> show more.</p>' + table(('seat', 'wins', 'shared', 'mean points', 'points'), rows))


def holds(game):
    held = game['checked']['held']
    broken = [name for name, result in held.items() if result is False]
    tried = [name for name, result in held.items() if result is not None]
    said = (f'All {len(tried)} properties that apply held' if not broken else f'{len(broken)} of {len(tried)} properties did not hold: {", ".join(broken)}')
    words = {True: 'holds', False: '<strong>does not hold</strong>', None: 'does not apply'}
    rows = [(f'<code>{name}</code>', escape(game['properties'].get(name, '')), words[result]) for name, result in held.items()]
    return (f'<h2 id="checked">What was checked</h2><p>{said}, each on at least {game["checked"]["positions"]:,} positions of random play, in version '
            f'{game["version"]}, build <code title="{game["build"]}">{game["build"][:16]}</code>. <code>lapidary check {game["id"]}</code> tries them anew.</p>'
            f'<details><summary>The properties</summary>{table(("", "", ""), rows)}</details>')


def figure(game):
    if not game['picture']:
        return ''
    return (f'<figure class="picture"><img src="{game["picture"]}" alt="The table of a match of {escape(game["title"])}">'
            '<figcaption>A match of bots, as the table in the browser draws it for somebody who watches.</figcaption></figure>')


def page(game):
    return (f'<h1>{escape(game["title"])}</h1><p class="lead">{escape(game["summary"] or "")}</p>{figure(game)}{facts(game)}{rules(game)}{changes(game)}'
            f'{options(game)}{hidden(game)}<h2 id="figures">In figures</h2>{lengths(game)}{wins(game)}{holds(game)}')


def cards(games, folder=''):
    """All games, each as a link with its picture."""
    items = []
    for game in games:
        shown = f'<img src="{folder}{game["picture"]}" alt="" loading="lazy">' if game['picture'] else ''
        more = f' · {span(game["minutes"], " min")}' if 'minutes' in game else ''
        items.append(f'<li><a href="{folder}{game["id"]}.html">{shown}<strong>{escape(game["title"])}</strong><span>{escape(game["summary"] or "")}</span>'
                     f'<small>{span(game["seats"])} players{more}</small></a></li>')
    return f'<ul class="cards">{"".join(items)}</ul>'


def folder_of(game):
    """Where its source lies."""
    return next(folder for folder in ('plugins', 'examples') if (ROOT / folder / game['id']).is_dir())


def notes(game):
    """The README of its source, if there is one."""
    path = f'{folder_of(game)}/{game["id"]}/README.md'
    return path if (ROOT / path).exists() else None


def addresses(games):
    """What of the sources has a page: folders of games, and their notes."""
    for game in games:
        yield f'{folder_of(game)}/{game["id"]}', f'gallery/{game["id"]}.html'
        if notes(game):
            yield notes(game), f'gallery/{game["id"]}-notes.html'


def left_out(games):
    """Says which examples were not built."""
    names = sorted({path.parent.name for path in (ROOT / 'examples').glob('*/*.plugin')} - {game['id'] for game in games})
    return f'<p>Not built here: {", ".join(f"<code>examples/{name}/</code>" for name in names)}.</p>' if names else ''


def pages(games):
    """Title, body and path of each page."""
    for game in games:
        yield game['title'], page(game), f'gallery/{game["id"]}.html'
    own = [game for game in games if folder_of(game) == 'plugins']
    examples = [game for game in games if folder_of(game) == 'examples']
    yield 'Games', ('<h1>Games</h1><p class="lead">Every game that is built here: how it is played, how long, what is hidden, who wins, and which properties '
                    f'were checked. What stands there the host has said or counted.</p>{cards(own)}<h2 id="examples">Examples</h2>'
                    f'<p>Small games, to read and to begin from.</p>{cards(examples)}{left_out(games)}'), 'gallery/index.html'
