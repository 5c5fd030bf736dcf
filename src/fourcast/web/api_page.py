"""The API as a plain page: routes, what they take and what they answer, from the OpenAPI schema."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from fourcast.web.plain_page import plain_page


def api_page(schema: Mapping[str, Any]) -> str:
    routes = "".join(
        _route(method, path, operation)
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    )
    models = "".join(_model(name, model) for name, model in sorted(schema["components"]["schemas"].items()))
    return plain_page(
        "Fourcast API",
        f"""<p>{escape(schema["info"].get("description", ""))} The same as a schema for programs:
<a href="/openapi.json">openapi.json</a>.</p>
<p>A program begins a session with <code>GET /api/session</code> and sends the cookie that it is given with every
request; without one the answer is 401. It asks under the address that the server printed, for others are refused.
What goes wrong is answered as <a href="#ProblemView">problem JSON</a>.</p>
<h2>Routes</h2>
{routes}
<h2>Models</h2>
{models}""",
    )


def _route(method: str, path: str, operation: Mapping[str, Any]) -> str:
    takes = [_parameter(parameter) for parameter in operation.get("parameters", ())]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        takes.append(f"body {_kind(body)}")
    answers = "; ".join(
        f"{status} {_kind(content['application/json']['schema'])}"
        for status, response in operation["responses"].items()
        if status.startswith("2") and "application/json" in (content := response.get("content", {}))
    )
    return (
        f"<section><h3><code>{method.upper()} {escape(path)}</code></h3>"
        f"<p>{escape(operation.get('description', ''))}</p>"
        f"<p>{'Takes ' + ', '.join(takes) + '. ' if takes else ''}{'Answers ' + answers + '.' if answers else ''}</p>"
        "</section>"
    )


def _parameter(parameter: Mapping[str, Any]) -> str:
    return f"<code>{escape(parameter['name'])}</code> {_kind(parameter.get('schema', {}))}"


def _model(name: str, model: Mapping[str, Any]) -> str:
    fields = "".join(
        f"<li><code>{escape(field)}</code> {_kind(kind)}</li>" for field, kind in model.get("properties", {}).items()
    )
    about = escape(model.get("description", ""))
    return f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{about}</p><ul>{fields}</ul></section>'


def _kind(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if several := schema.get("anyOf"):
        return " or ".join(map(_kind, several))
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(word))}</code>" for word in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}" if "items" in schema else "list"
    return escape(str(schema.get("type", "anything")))
