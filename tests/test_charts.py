"""Charts of kept figures: every row is drawn, and what is not installed is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_solver import solver_chart

from fourcast.charts import chart_unsupported_reason, save_chart

KEPT = {
    "date": "2030-01-02",
    "processor": "Abacus",
    "python": "3.99",
    "fourcast": "9.8",
    "peers": {"rival": "7.6"},
    "baseline": "rival",
    "rows": [
        {"set": "end-easy", "engine": "fourcast", "seconds": 2e-6, "ratio": {"mean": 4.0}},
        {"set": "end-easy", "engine": "rival", "seconds": 8e-6, "ratio": None},
        {"set": "begin-hard", "engine": "fourcast", "seconds": 0.5, "ratio": {"mean": 6.0}},
        {"set": "begin-hard", "engine": "rival", "seconds": 3.0, "ratio": None},
    ],
}


def test_a_chart_shows_every_set_with_times_and_ratios_and_where_it_was_measured(tmp_path: Path) -> None:
    for part in ("altair", "vl_convert"):
        pytest.importorskip(part, reason=f"{part} is not installed: charts cannot be drawn")
    path = tmp_path / "chart.svg"
    save_chart(solver_chart(KEPT), path)
    drawn = path.read_text(encoding="utf-8")
    for text in ("end-easy", "begin-hard", "rival", "2.0µs, 4 ×", "3.0s", "500ms, 6 ×", "Abacus", "2030-01-02", "9.8"):
        assert text in drawn


def test_a_chart_without_peers_says_nothing_of_ratios() -> None:
    pytest.importorskip("altair", reason="altair is not installed: charts cannot be drawn")
    alone = {**KEPT, "peers": {}, "baseline": None, "rows": [{**KEPT["rows"][0], "ratio": None}]}  # type: ignore[index]
    assert "as fast" not in str(solver_chart(alone).to_dict()["title"])


def test_without_altair_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourcast.charts.find_spec", lambda _: None)
    assert "pip install 'fourcast[charts]'" in (chart_unsupported_reason(Path("chart.svg")) or "")


def test_a_chart_is_refused_under_a_name_of_another_kind() -> None:
    assert "chart.gif" in (chart_unsupported_reason(Path("chart.gif")) or "")
