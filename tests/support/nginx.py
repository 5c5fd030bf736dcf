"""nginx in front of a server, with a certificate of its own and the configuration that docs/serving.md shows."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import pytest

PAGE: Final = Path(__file__).parents[2] / "docs" / "serving.md"
CONFIGURATION: Final = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {top}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        {location}
    }}
}}
"""


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def nginx(folder: Path, port: int, upstream: int) -> Iterator[ssl.SSLContext]:
    """Pass requests to https://localhost:PORT/c4/ on to a port of this machine. Yields what trusts its
    certificate. Without nginx the test is skipped, and says so."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not program or not shutil.which("openssl"):
        word = "NO NGINX HERE: serving behind a proxy is NOT tested. `apt-get install nginx-light openssl` lets it be."
        print(word, file=sys.__stderr__)
        pytest.skip(word)
    top, location = re.findall(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    location = location.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    certificate = folder / "cert.pem"
    subprocess.run(
        [
            *["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem", "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    file = folder / "nginx.conf"
    file.write_text(CONFIGURATION.format(folder=folder, port=port, top=top, location=location), encoding="utf-8")
    process = subprocess.Popen([program, "-p", folder, "-c", file, "-e", folder / "error.log"])
    try:
        deadline = monotonic() + 20
        while monotonic() < deadline and process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                sleep(0.02)
        else:
            raise AssertionError((folder / "error.log").read_text(encoding="utf-8"))
        yield ssl.create_default_context(cafile=certificate)
    finally:
        process.terminate()
        process.wait(10)
