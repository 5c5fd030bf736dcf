"""The oracle: exact scores over HTTP, read only, without a session. docs/oracle.md describes the protocol."""

from fourcast.web.oracle.app import OracleSettings as OracleSettings
from fourcast.web.oracle.app import create_oracle_app as create_oracle_app
from fourcast.web.oracle.server import serve_oracle as serve_oracle
