#!/usr/bin/env python3
"""Pictures of games, as the table in the browser draws them: pictures.py BUILD-FOLDER OUTPUT GAME...

Bots play a match of each game by themselves; its table, after two thirds of the moves, is written to OUTPUT/GAME.svg by the page's own code, in
Chromium. The same build draws the same pictures.
"""
import asyncio
import contextlib
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from gallery import plugin_path

SEED = 7
PART = 2 / 3
NAMES = 'Ana', 'Budi', 'Chloe', 'Dewi', 'Emil', 'Fitri', 'Gus', 'Hana'
WIDTH, HEIGHT = 1000, 720
# Once something is drawn, nothing moves, and it stays as it is.
DRAWN = """(async () => {
  for (let last = '', same = 0; same < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const board = document.querySelector('lap-board');
    const now = board?.children.length && !document.getAnimations().length ? board.innerHTML : '';
    same = now && now === last ? same + 1 : 0;
    last = now;
  }
  const { pictureOf } = await import('/picture.js');
  return pictureOf(document.querySelector('lap-board'));
})()"""


@contextlib.asynccontextmanager
async def process(words, stream, pattern, **more):
    """A process that says its address on a stream, which the pattern finds."""
    child = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.DEVNULL, **{
        'stdout': asyncio.subprocess.DEVNULL, 'stderr': asyncio.subprocess.DEVNULL, stream: asyncio.subprocess.PIPE}, **more)
    try:
        while True:
            line = await getattr(child, stream).readline()
            if not line:
                raise RuntimeError(f'{words[0]} does not start')
            found = re.search(pattern, line.decode())
            if found:
                yield found[0]
                break
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()
        await child.wait()


class Browser:
    """Chromium, by its DevTools protocol."""

    def __init__(self, socket):
        self.socket, self.n = socket, 0

    async def call(self, method, params=None, session=None):
        self.n += 1
        await self.socket.send(json.dumps({'id': self.n, 'method': method, 'params': params or {}, **({'sessionId': session} if session else {})}))
        while True:
            answer = json.loads(await self.socket.receive())
            if answer.get('id') == self.n:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]["message"]}')
                return answer['result']

    async def evaluate(self, address, script):
        """What a script comes to on a page of its own."""
        target = (await self.call('Target.createTarget', {'url': 'about:blank'}))['targetId']
        session = (await self.call('Target.attachToTarget', {'targetId': target, 'flatten': True}))['sessionId']
        await self.call('Emulation.setDeviceMetricsOverride', {'width': WIDTH, 'height': HEIGHT, 'deviceScaleFactor': 1, 'mobile': False}, session)
        await self.call('Page.navigate', {'url': address}, session)
        answer = await self.call('Runtime.evaluate', {'expression': script, 'awaitPromise': True, 'returnByValue': True}, session)
        await self.call('Target.closeTarget', {'targetId': target})
        if 'exceptionDetails' in answer:
            raise RuntimeError(answer['exceptionDetails']['exception'].get('description', 'an exception'))
        return answer['result']['value']


async def moment(host, game):
    """A match that bots have played, and an entry of it."""
    brief = next(brief for brief in (await host.games_list())['games'] if brief['id'] == game)
    seats = [{'bot': 'greedy', 'name': name} for name in NAMES[:brief['seats']['min']]]
    created = await host.match_create(game=game, seats=seats, seed=str(SEED), visibility='public', key=f'{sum(map(ord, game)):032x}')
    match = await host.follow(created['match'])
    async for _ in match.entries():
        pass
    return created['match'], int(match.state['seq'] * PART)


async def draw(build, output, games):
    sys.path.insert(0, str(build / 'clients/python'))
    from lapidary_client import Host
    from lapidary_client.websocket import WebSocket
    plugins = {'LAPIDARY_PLUGIN_PATH': plugin_path(build)}
    with tempfile.TemporaryDirectory() as folder:
        serve = [build / 'host/cli/lapidary', 'serve', '--port', '0', '--store', 'memory:', '--limit', 'rate=100000', '--limit', 'burst=100000']
        chromium = ['chromium', '--headless=new', '--remote-debugging-port=0', f'--user-data-dir={folder}', '--hide-scrollbars', '--disable-gpu',
                    *(['--no-sandbox'] if os.geteuid() == 0 else [])]
        async with process(serve, 'stdout', r'http://\S+', env=os.environ | plugins) as address, \
                process(chromium, 'stderr', r'ws://\S+') as devtools, Host(address.replace('http', 'ws').rstrip('/') + '/ws') as host:
            browser = Browser(await WebSocket.connect(devtools))
            for game in games:
                match, seq = await moment(host, game)
                picture = await asyncio.wait_for(browser.evaluate(f'{address.rstrip("/")}/#match={match}/{seq}', DRAWN), 60)
                # It is light or dark as the page is that shows it.
                (output / f'{game}.svg').write_text(re.sub(r' data-theme="\w+"', '', picture, count=1), encoding='utf-8')


def main():
    build, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    if not shutil.which('chromium'):
        sys.exit('pictures: there is no chromium')
    output.mkdir(parents=True, exist_ok=True)
    asyncio.run(draw(build, output, sys.argv[3:]))


if __name__ == '__main__':
    main()
