"""A bookshop by the official Python SDK: on standard input and output, or over HTTP at the port that is given."""

import sys
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pydantic import BaseModel, Field

shop = MCPServer("Bookshop", version="1.0.0")
Genre = Literal["fiction", "non-fiction", "poetry"]


class Book(BaseModel):
    title: str
    author: str
    year: Annotated[int, Field(ge=1450)]
    tags: list[str] = []


@shop.tool()
def search_books(
    query: str,
    limit: Annotated[int, Field(ge=1, le=50)] = 10,
    genre: Genre | None = None,
) -> str:
    """Search the catalog by title or author."""
    place = f" in {genre}" if genre else ""
    return f"Found 3 books matching '{query}'{place} (showing up to {limit})."


@shop.tool()
def add_book(book: Book) -> Book:
    """Add a book to the catalog."""
    return book


@shop.tool()
async def take_inventory(context: Context) -> str:
    """Count what stands on the shelves, and say how far it is."""
    for done in (1, 2):
        await context.report_progress(done, 2, f"shelf {done}")
    return "Everything is there."


@shop.resource("shop://shelves/{genre}")
def shelf(genre: str) -> str:
    """What stands on the shelf of a genre."""
    return f"3 books of {genre}"


@shop.prompt()
def recommend_books(liked: str) -> str:
    """Ask for books like one that was liked."""
    return f"I liked '{liked}'."


if len(sys.argv) > 1:
    shop.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
else:
    shop.run()
