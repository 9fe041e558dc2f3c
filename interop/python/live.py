"""What is live: progress, log messages, changes, cancellation and questions."""

import asyncio
from contextlib import AsyncExitStack

from mcp import Client, types
from mcp.client.subscriptions import ResourcesListChanged, ResourceUpdated, ToolsListChanged

DEADLINE_SECONDS = 10
# How long one change may need until it is heard of; whoever has just opened a session may not listen yet.
PATIENCE_SECONDS = 1


class Heard:
    """What the server has sent, by kind; whoever waits for more of it is woken."""

    def __init__(self):
        self._all = []
        self._more = asyncio.Event()

    def note(self, kind, value=None):
        self._all.append((kind, value))
        self._more.set()

    def of(self, kind):
        return [value for other, value in self._all if other == kind]

    async def wait_for(self, kind, value=None, seconds=DEADLINE_SECONDS):
        """True once it has come, false when the time is over."""
        try:
            await asyncio.wait_for(self._come(kind, value), seconds)
        except asyncio.TimeoutError:
            return False
        return True

    async def _come(self, kind, value):
        while (kind, value) not in self._all:
            self._more.clear()
            await self._more.wait()

    async def message(self, message):
        """Takes what clients of older versions are sent."""
        if isinstance(message, types.ToolListChangedNotification):
            self.note("tools")
        elif isinstance(message, types.ResourceListChangedNotification):
            self.note("resources")
        elif isinstance(message, types.ResourceUpdatedNotification):
            self.note("resource", str(message.params.uri))
        elif isinstance(message, types.ElicitCompleteNotification):
            self.note("completed")

    async def log(self, params):
        self.note("log", {"level": params.level, "data": params.data})

    async def events(self, subscription):
        """Takes what clients of 2026-07-28 are sent in a subscription, to its end."""
        async for event in subscription:
            if isinstance(event, ToolsListChanged):
                self.note("tools")
            elif isinstance(event, ResourcesListChanged):
                self.note("resources")
            elif isinstance(event, ResourceUpdated):
                self.note("resource", event.uri)


class User:
    """Answers each question with the reply that was set before, and keeps the questions; without a reply it thinks."""

    def __init__(self, heard):
        self.reply = None
        self.asked = []
        self._heard = heard

    async def __call__(self, _context, params):
        asks = params.url if params.mode == "url" else list(params.requested_schema["properties"])
        self.asked.append((params.message, asks))
        if self.reply is None:
            await self._think()
        return types.ElicitResult(**self.reply)

    async def _think(self):
        """Until the question is taken back."""
        self._heard.note("asked")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self._heard.note("taken back")
            raise


async def all_pages(list_page, entries):
    """The entries of all pages, which are members of this name."""
    listed, cursor = [], None
    while True:
        page = await list_page(cursor=cursor)
        listed += getattr(page, entries)
        cursor = page.next_cursor
        if cursor is None:
            return listed


async def all_tools(client):
    return [tool.name for tool in await all_pages(client.list_tools, "tools")]


async def all_resources(client):
    return [str(resource.uri) for resource in await all_pages(client.list_resources, "resources")]


async def text_at(client, uri):
    return (await client.read_resource(uri)).contents[0].text


def texts(result):
    return None if result.is_error else [getattr(block, "text", None) for block in result.content]


async def check_progress(client, cases, report):
    for case in cases:
        reports = []

        async def note(*reported):
            reports.append(list(reported))

        result = await client.call_tool(case["tool"], case["arguments"], progress_callback=note)
        report.check(f"{case['label']} reports progress", reports == case["reports"], reports)
        report.check(f"{case['label']} answers", texts(result) == [case["text"]], result)


async def check_log(client, case, heard, report):
    await client.call_tool(case["tool"], case["arguments"])
    await heard.wait_for("log", case["messages"][-1])
    logged = heard.of("log")
    report.check("log messages of the level come, and no others", logged == case["messages"], logged)


async def subscribe(client, uris, mode, heard, stack):
    """Wants to hear of these resources, and of the lists of tools and resources."""
    if mode == "legacy":
        for uri in uris:
            await client.subscribe_resource(uri)
        return
    subscription = await stack.enter_async_context(
        client.listen(tools_list_changed=True, resources_list_changed=True, resource_subscriptions=uris)
    )
    listening = asyncio.create_task(heard.events(subscription))
    stack.callback(listening.cancel)


async def check_tool_change(client, case, heard, report):
    told = False
    for _ in range(DEADLINE_SECONDS // PATIENCE_SECONDS):
        await client.call_tool(case["tool"], case["arguments"])
        told = told or await heard.wait_for("tools", seconds=PATIENCE_SECONDS)
        if told:
            break
    report.check("it is told that tools have changed", told, heard.of("tools"))
    listed = await all_tools(client)
    report.check("the tool that was added is listed", case["added"] in listed, listed)
    result = await client.call_tool(case["added"], case["addedArguments"])
    report.check("the tool that was added answers", texts(result) == [case["text"]], result)


async def check_resource_change(client, case, heard, report):
    await client.call_tool(case["tool"], case["arguments"])
    told = await heard.wait_for("resource", case["uri"])
    report.check("it is told that a resource has changed", told, heard.of("resource"))
    text = await text_at(client, case["uri"])
    report.check("the resource that has changed is read", text == case["text"], text)
    told = await heard.wait_for("resources")
    report.check("it is told that there are other resources", told, heard.of("resources"))
    listed = await all_resources(client)
    report.check("the resource that was added is listed", case["added"] in listed, listed)


async def check_cancellation(client, case, heard, report):
    before = await text_at(client, case["uri"])
    report.check("nothing was cancelled before", before == case["before"], before)
    started = asyncio.Event()

    async def note(*_):
        started.set()

    call = asyncio.create_task(client.call_tool(case["tool"], {}, progress_callback=note))
    await asyncio.wait_for(started.wait(), DEADLINE_SECONDS)
    call.cancel()
    ended = (await asyncio.gather(call, return_exceptions=True))[0]
    report.check("a cancelled call ends", isinstance(ended, asyncio.CancelledError), ended)
    told = await heard.wait_for("resource", case["uri"])
    report.check("the server learns that a call was cancelled", told, heard.of("resource"))
    after = await text_at(client, case["uri"])
    report.check("the handler was dropped once", after == case["after"], after)


async def check_questions(client, cases, mode, heard, user, report):
    for case in cases:
        user.reply = case["reply"]
        result = await client.call_tool(case["tool"], case["arguments"])
        asked, user.asked = user.asked, []
        report.check(f"{case['label']} is asked once", asked == [(case["message"], case["asks"])], asked)
        report.check(f"{case['label']} is answered", texts(result) == [case["text"]], result)
    if mode == "legacy":  # later versions have no word for it
        report.check("it is told that a page is done", await heard.wait_for("completed"))


async def check_taken_back(client, case, heard, user, report):
    """A call is cancelled while the user thinks about its question."""
    user.reply = None
    call = asyncio.create_task(client.call_tool(case["tool"], case["arguments"]))
    await heard.wait_for("asked")
    call.cancel()
    ended = (await asyncio.gather(call, return_exceptions=True))[0]
    report.check("a cancelled call that asks ends", isinstance(ended, asyncio.CancelledError), ended)
    report.check("the question of a cancelled call is taken back", await heard.wait_for("taken back"))


async def check_live(cases, mode, target, report):
    heard = Heard()
    user = User(heard)
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            Client(
                target,
                mode=mode,
                read_timeout_seconds=30,
                elicitation_callback=user,
                logging_callback=heard.log,
                log_level=cases["log"]["level"],
                message_handler=heard.message,
            )
        )
        spoken, wanted = client.protocol_version, cases["versions"][mode]
        report.check(f"speaks {wanted}", spoken == wanted, spoken)
        tools = await all_tools(client)
        report.check("lists the tools of all pages", tools == cases["tools"], tools)
        if mode == "legacy":  # later versions say so with each request
            await client.set_logging_level(cases["log"]["level"])
        await check_progress(client, cases["progress"], report)
        await check_log(client, cases["log"], heard, report)
        uris = [cases["resourceChange"]["uri"], cases["cancellation"]["uri"]]
        await subscribe(client, uris, mode, heard, stack)
        await check_tool_change(client, cases["toolChange"], heard, report)
        await check_resource_change(client, cases["resourceChange"], heard, report)
        await check_cancellation(client, cases["cancellation"], heard, report)
        await check_questions(client, cases["questions"], mode, heard, user, report)
        if mode == "legacy":  # later versions leave questions with the client
            await check_taken_back(client, cases["takenBack"], heard, user, report)
