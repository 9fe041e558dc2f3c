"""The server that is measured, on the official Python SDK: `http`, or standard input and output without arguments.

`TOOLS=N` gives N tools in all.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys

import uvicorn
from mcp.server import MCPServer
from pydantic import BaseModel

server = MCPServer("bench-server", version="0.1.0", log_level="WARNING")


class Summary(BaseModel):
    count: int
    total: float


@server.tool()
async def echo(message: str) -> str:
    """Returns the message."""
    return message


@server.tool()
async def summarize(values: list[float]) -> Summary:
    """Counts and adds numbers."""
    return Summary(count=len(values), total=sum(values))


for number in range(1, int(os.environ.get("TOOLS", "2")) - 1):
    server.add_tool(echo, name=f"filler_{number}", description="Returns the message.")


class Server(uvicorn.Server):
    """Ends at SIGTERM with success, and not by the signal once more."""

    @contextlib.contextmanager
    def capture_signals(self):
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self.handle_exit, signal.SIGTERM, None)
        yield


def http() -> None:
    app = server.streamable_http_app(stateless_http=True, json_response=True)
    # asyncio sets TCP_NODELAY where it is told that this is TCP
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    Server(config).run(sockets=[listener])


if sys.argv[1:] == ["http"]:
    http()
else:
    server.run()
