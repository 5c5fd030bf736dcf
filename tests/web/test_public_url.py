"""A server for others: its address, its base path, its password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.command import call
from support.nginx import free_port, nginx
from support.web_client import TWO_PEOPLE
from support.web_server import Server

from fourcast.cli.serve import read_password
from fourcast.errors import UsageError
from fourcast.web.app import ROUTERS, create_app
from fourcast.web.settings import ROUTES, PublicUrl, Settings

URL = "https://four.example.edu/c4"
HTML = {"Accept": "text/html"}


@contextmanager
def browser(settings: Settings, address: str = URL) -> Iterator[TestClient]:
    """A client that sends what a browser sends to the public address; a proxy passes it on as it is."""
    origin = re.match("https?://[^/]+", address)
    assert origin
    with TestClient(create_app(settings), base_url=address, headers={"Origin": origin[0]}) as client:
        yield client


@pytest.fixture
def public(settings: Settings) -> Settings:
    return replace(settings, url=PublicUrl.parse(URL))


@pytest.mark.parametrize("prefix", ["/c4", ""], ids=["the proxy passes the path on", "the proxy removes it"])
def test_everything_is_below_the_path_of_the_url(public: Settings, prefix: str) -> None:
    with browser(public, "https://four.example.edu") as client:
        page = client.get(f"{prefix}/analysis").text
        assert 'data-base="/c4"' in page
        links = re.findall(r'(?:href|src)="([^"#]+)"', page) + re.findall(r'"(/[^"]+\.js)"', page)
        assert len(links) > 20
        for link in links:
            assert link.startswith("/c4/"), link
            found = client.get(link.removeprefix("/c4") if not prefix else link).status_code
            assert found == 200 or (found, link) == (404, "/c4/manual/"), link  # which `make docs` builds
        missing = client.get(f"{prefix}/nowhere", headers=HTML)
        assert (missing.status_code, 'href="/c4/"' in missing.text) == (404, True)
        assert client.get(f"{prefix}/analysis/", follow_redirects=False).status_code == 404  # no way out of the path
        assert client.get(f"{prefix}/openapi.json").json()["servers"] == [{"url": URL}]
        cookies = client.get(f"{prefix}/", headers={"Cookie": ""}).headers.get_list("set-cookie")
        assert [cookie.split("; ")[-3:] for cookie in cookies] == [["HttpOnly", "Path=/c4", "Secure"]] * 2
        policy = client.get(f"{prefix}/").headers["content-security-policy"]
        assert " wss://four.example.edu;" in policy
        assert client.post("/c4/api/games", json={"players": TWO_PEOPLE}).status_code == 201


@pytest.mark.parametrize(
    ("origin", "status"),
    [(URL.removesuffix("/c4"), 201), ("http://four.example.edu", 403), ("https://evil.example", 403), ("null", 403)],
)
def test_only_the_page_of_the_url_may_play(public: Settings, origin: str, status: int) -> None:
    with browser(public) as client:
        assert client.get("").status_code == 200
        for host in ("four.example.edu", "127.0.0.1:8000"):  # as nginx passes it on, with and without a setting
            headers = {"Origin": origin, "Host": host}
            assert client.post("/api/games", json={"players": TWO_PEOPLE}, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("https://Four.example.edu/c4/", {"four.example.edu", "four.example.edu:443"}),
        ("https://four.example.edu:8443", {"four.example.edu:8443", "four.example.edu"}),
        ("https://xn--nn-xka.example/a.b/c_d~e", {"xn--nn-xka.example"}),
        ("http://[2001:db8::7]:8080/a/b", {"[2001:db8::7]:8080", "[2001:db8::7]"}),
    ],
)
def test_hosts_are_those_that_a_proxy_may_pass_on(url: str, hosts: set[str]) -> None:
    settings = Settings(Path(), url=PublicUrl.parse(url))
    for host in hosts | {"127.0.0.1:8000"}:
        assert settings.accepts(host, None)
    for host in ("evil.example", "four.example.edu:9000"):
        assert not settings.accepts(host, None)


@pytest.mark.parametrize(
    "url",
    [
        *("", "four.example.edu", "ftp://h", "https://", "https://[", "https://h:x/", "https://h:99999/"),
        *("https://a:b@h/", "https://h/?a=b", "https://h/#a"),
        *(
            "https://h/a b",
            'https://h/">',
            "https://h/ö",
            "https://h/api/x",
            "https://h/a/../b",
            "https://h/.",
            "https://h//a",
        ),
        *("https://h /a", "https://a;b/", "https://ö.example", "https://h/a\0", "https://h/game"),
    ],
)
def test_an_invalid_url_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="Invalid URL"):
        PublicUrl.parse(url)


def test_the_path_of_a_url_is_no_address_of_the_page(settings: Settings) -> None:
    routes = [*create_app(settings).routes, *(route for router in ROUTERS for route in router.routes)]
    assert {getattr(route, "path", "/").split("/")[1] for route in routes} - {""} == ROUTES


def test_options_that_cannot_work_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "latin").write_bytes("über".encode("latin-1"))
    for options, word in (
        (["--trusted-proxy", "10.0.0.1"], "--url"),
        (["--url", URL, "--trusted-proxy", "proxy"], "Invalid proxy 'proxy'"),
        (["--password-file", str(tmp_path / "empty")], "has no password"),
        (["--password-file", str(tmp_path / "none")], "none"),
        (["--password-file", str(tmp_path / "latin")], "not UTF-8"),
        (["--url", ""], "Invalid URL"),
    ):
        refused = call("serve", "--no-browser", "--data", str(tmp_path), *options)
        assert refused.code == 2
        assert word in refused.err


# The password


@pytest.fixture
def closed(public: Settings) -> Settings:
    return replace(public, password="correct horse", session_token="secret")


def test_without_the_password_there_is_only_a_form(closed: Settings) -> None:
    with browser(closed) as client:
        for path in ("/", "/docs", "/openapi.json", "/api/session", "/api/options", "/api/games"):
            refused = client.get(path)
            assert (refused.status_code, "set-cookie" in refused.headers) == (401, False), path
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/c4/api/analysis/live"):
            pass
        form = client.get("/", headers=HTML)
        assert form.status_code == 401
        assert 'type="password"' in form.text
        for path in re.findall(r'href="/c4(/static/[^"]+)"', form.text):
            assert client.get(path).status_code == 200
        wrong = client.post("/", data={"password": "wrong"}, headers=HTML)
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
        assert "Try again" in wrong.text


def test_the_password_is_asked_once(closed: Settings) -> None:
    with browser(closed) as client:
        for _ in range(2):  # also if the form is sent twice
            sent = client.post(
                "/analysis?moves=4", data={"password": "correct horse"}, headers=HTML, follow_redirects=False
            )
            assert (sent.status_code, sent.headers["location"]) == (303, "/c4/analysis?moves=4")
        assert client.get("/analysis?moves=4", headers=HTML).status_code == 200
        assert client.get("/api/options").status_code == 200
        cookies = dict(client.cookies)
    with browser(closed) as client:  # after a restart
        client.cookies.update(cookies)
        assert client.get("/api/options").status_code == 200
    with browser(replace(closed, session_token="of another password")) as client:
        client.cookies.update(cookies)
        assert client.get("/api/options").status_code == 401


def test_the_password_leads_to_no_other_host(closed: Settings) -> None:
    local = replace(closed, url=None)
    with TestClient(create_app(local), base_url=local.address, follow_redirects=False) as client:
        sent = client.post(f"{local.address}//evil.example", data={"password": "correct horse"}, headers=HTML)
        assert (sent.status_code, sent.headers["location"]) == (303, "/evil.example")


@pytest.mark.parametrize("password", ["über", "四"])
def test_a_password_may_have_any_letters(closed: Settings, password: str) -> None:
    with browser(replace(closed, password=password)) as client:
        form = {"headers": HTML, "follow_redirects": False}
        assert client.post("/", data={"password": f"{password}."}, **form).status_code == 401
        assert client.post("/", content=f"password={password}", **form).status_code == 303
        client.cookies.clear()
        assert client.post("/", data={"password": password}, **form).status_code == 303


def test_a_password_file_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "password").write_text(" über \r\n", encoding="utf-8-sig")
    assert read_password(tmp_path / "password") == "über"


def test_a_form_that_is_too_large_is_refused(closed: Settings) -> None:
    with browser(closed) as client:
        sent = client.post("/", content=iter([b"password=" + b"x" * 70_000]), headers=HTML)
        assert (sent.status_code, sent.headers["x-frame-options"]) == (413, "DENY")


def test_cookies_of_other_programs_do_not_hide_those_of_the_server(closed: Settings) -> None:
    with browser(closed) as client:
        client.post("/", data={"password": "correct horse"}, headers=HTML)
        own = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        for other in ("name=Ann Lee", "flag", "pk@1=3"):
            for cookies in (f"{own}; {other}", f"{other}; {own}"):
                assert client.get("/api/games", headers={"Cookie": cookies}).status_code == 200, cookies


def test_cookies_outlast_another_port_behind_the_proxy(closed: Settings) -> None:
    with browser(closed) as client:
        client.post("/", data={"password": "correct horse"}, headers=HTML)
        page, cookies = client.get("/").text, dict(client.cookies)
    with browser(replace(closed, port=8001)) as client:
        client.cookies.update(cookies)
        assert client.get("/").text == page


def test_who_knows_the_password_plays_also_without_a_url(closed: Settings) -> None:
    local = replace(closed, url=None)
    with TestClient(create_app(local), base_url=local.address, headers={"Origin": local.address}) as client:
        client.post("/", data={"password": "correct horse"}, headers=HTML)
        page = client.get("/")
        assert page.headers["cache-control"] == "private, no-cache"
        game = client.post("/api/games", json={"players": TWO_PEOPLE}).json()
        assert f'data-player="{game["players"][0]["owner"]}"' in page.text


def test_a_program_sends_the_password_with_its_requests(closed: Settings) -> None:
    with browser(closed) as client:
        assert client.get("/api/options", auth=("any", "correct horse")).status_code == 200
        for header in ("Basic", "Basic ä".encode("latin-1"), "Basic Z", "Basic Zm9v", "Bearer correct horse"):
            assert client.get("/api/options", headers={"Authorization": header}).status_code == 401


# A real proxy


def test_nginx_passes_requests_on(tmp_path: Path) -> None:
    port, upstream = free_port(), free_port()
    address = f"https://localhost:{port}"
    options = ["--url", f"{address}/c4"]
    with (
        Server(tmp_path / "data", upstream, options=options),
        nginx(tmp_path, port, upstream) as certificate,
        httpx.Client(base_url=address, verify=certificate, headers={"Origin": address}) as client,
    ):
        page = client.get("/c4/")
        assert page.status_code == 200
        for path in re.findall(r'(?:href|src)="(/[^"]+)"', page.text):
            assert client.get(path).status_code == 200 or path == "/c4/manual/", path
        assert client.post("/c4/api/games", json={"players": TWO_PEOPLE}).status_code == 201
        assert client.get("/c4/metrics").status_code == 403
