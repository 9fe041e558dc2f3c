"""The server that is measured, on the official Python SDK: `http`, or standard input and output without arguments.

`TOOLS=N` gives N tools in all.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from typing import Annotated, Literal

import uvicorn
from mcp.server import MCPServer
from pydantic import BaseModel, ConfigDict, Field

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


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


Name = Annotated[str, Field(min_length=1, max_length=80)]


class Address(Strict):
    street: Name
    city: Name
    zip: str


class Line(Strict):
    sku: Name
    count: Annotated[int, Field(ge=1, le=65535)]


class Order(Strict):
    customer: Name
    quantity: Annotated[int, Field(ge=1, le=10_000)]
    discount: Annotated[float, Field(ge=0, le=1)]
    express: bool
    priority: Literal["low", "normal", "high"]
    address: Address
    lines: Annotated[list[Line], Field(max_length=100)]
    labels: dict[str, str]
    note: str | None = None
    weight: Annotated[int, Field(ge=0, le=100_000)] | None = None


@server.tool()
async def ship(order: Order) -> str:
    """Ships an order."""
    return f"{order.quantity} boxes for {order.customer} in {order.address.city}"


async def filler(key: str, limit: Annotated[int, Field(ge=1, le=1000)], verbose: bool) -> str:
    return f"{key} {limit} {str(verbose).lower()}"


for number in range(3, int(os.environ.get("TOOLS", "3"))):
    server.add_tool(filler, name=f"filler_{number}", description="Fills the list.")


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
