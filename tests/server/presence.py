"""match.presence: who of a match's seats is connected, and how many watch."""

from talking import ask, main, new_key, news, served, sit_down, test

server = served()


def arrive(match, token=None, capabilities=("presence",)):
    """A connection of its own that follows a match."""
    host = server.connect()
    ask(host, "host.hello", capabilities=list(capabilities))
    ask(host, "match.subscribe", match=match, **({"token": token} if token else {}))
    return host


def told(host, seats, watchers):
    """Waits until it is told that just these are there: what came before is of moments in between."""
    while True:
        said = news(host, "match.presence")
        assert set(said) == {"match", "seats", "watchers"}, said
        if (said["seats"], said["watchers"]) == (seats, watchers):
            return


@test("/presence/all-who-follow-are-told-who-comes-and-goes")
def _():
    ada, bo = sit_down(server.connect(), visibility="public")
    first = arrive(ada.match, ada.token)
    told(first, [0], 0)
    second = arrive(bo.match, bo.token)
    told(first, [0, 1], 0)
    told(second, [0, 1], 0)
    watcher = arrive(ada.match)
    for host in (first, second, watcher):
        told(host, [0, 1], 1)
    second.sock.close()
    for host in (first, watcher):
        told(host, [0], 1)
    ask(watcher, "match.unsubscribe", match=ada.match)
    told(first, [0], 0)


@test("/presence/a-person-with-two-pages-is-there-until-both-are-closed")
def _():
    ada, bo = sit_down(server.connect(), visibility="public")
    other = arrive(bo.match, bo.token)
    told(other, [1], 0)
    pages = [arrive(ada.match, ada.token) for _ in range(2)]
    told(other, [0, 1], 0)
    told(pages[1], [0, 1], 0)
    pages[0].sock.close()
    watcher = arrive(ada.match)
    said = news(other, "match.presence")
    assert said["seats"] == [0, 1] and said["watchers"] == 1, said
    pages[1].sock.close()
    told(other, [1], 1)
    watcher.sock.close()


@test("/presence/two-seats-of-one-connection-are-told-once")
def _():
    ada, bo = sit_down(server.connect())
    host = server.connect()
    ask(host, "host.hello", capabilities=["presence"])
    for person in (ada, bo):
        ask(host, "match.subscribe", match=person.match, token=person.token)
    told(host, [0, 1], 0)
    ada.change("resign")
    assert news(host)["kind"] == "resign" and news(host)["kind"] == "resign"


@test("/presence/who-has-lost-a-seat-is-not-there-any-more")
def _():
    ada, bo = sit_down(server.connect())
    first, second = arrive(ada.match, ada.token), arrive(bo.match, bo.token)
    told(second, [0, 1], 0)
    invitation = ada.change("leave")["invitation"]
    told(second, [1], 0)
    joined = ask(first, "match.join", match=ada.match, invitation=invitation, name="Cy", key=new_key())
    third = arrive(ada.match, joined["token"])
    told(second, [0, 1], 0)
    told(third, [0, 1], 0)


@test("/presence/no-client-is-told-that-has-not-asked-and-no-state-says-it")
def _():
    ada, bo = sit_down(server.connect())
    asks, plain = arrive(ada.match, ada.token), arrive(bo.match, bo.token, capabilities=())
    told(asks, [0, 1], 0)
    before = ada.ask("subscribe")
    ada.mark(4)
    assert news(plain)["kind"] == "move"
    assert not {"presence", "watchers"} & set(before), before


main()
