"""What a worker may be asked to do: from a wish to an answer, with news on the way, within a budget.

Wishes, news and answers are models, for they cross from process to process as JSON. Nothing is pickled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from fourcast.search import StopFlag
from fourcast.web.schema import Model

Wish = TypeVar("Wish", bound=Model)
News = TypeVar("News", bound=Model)
Answer = TypeVar("Answer", bound=Model)
Tell: TypeAlias = Callable[[News], None]


@dataclass(frozen=True)
class Errand(Generic[Wish, News, Answer]):
    """`do` runs in a worker. It ends soon after its flag is raised, with any answer or with an error."""

    name: str
    do: Callable[[Wish, StopFlag, Tell[News]], Answer]
    wish: type[Wish]
    news: type[News]
    answer: type[Answer]
    seconds: float
    """After which the worker is ended, should the search not have ended by itself."""
    megabytes: int
    """That it may take beside what the worker has already."""
