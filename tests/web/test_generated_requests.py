"""Whatever anybody sends, the server answers with sense: requests made up from its own schema never break it."""

from __future__ import annotations

import os
from typing import Any

import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from web_client import begin

REQUESTS = int(os.environ.get("FOURCAST_REQUESTS", "300"))
"""`FOURCAST_REQUESTS=10000` for the figure in the plan."""
SLOW = ("/api/analysis", "/hint")
"""What searches for seconds, and is tested elsewhere."""


def test_no_generated_request_breaks_the_server(client: TestClient) -> None:
    game = begin(client, rules="popout", moves="1122")["id"]
    schema = schemathesis.openapi.from_dict(client.app.openapi())  # type: ignore[attr-defined]
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    cases = st.one_of([one.as_strategy() for one in operations if not one.path.endswith(SLOW)])

    @settings(max_examples=REQUESTS, suppress_health_check=list(HealthCheck), database=None)
    @given(cases, st.booleans())
    def send(case: Any, to_a_game: bool) -> None:
        if to_a_game and "ident" in (case.path_parameters or {}):
            case.path_parameters["ident"] = game
        answer = client.request(
            case.method,
            case.formatted_path,
            params=case.query or None,
            json=None if isinstance(case.body, schemathesis.core.NotSet) else case.body,
        )
        assert answer.status_code != 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["detail"], answer.text

    send()
