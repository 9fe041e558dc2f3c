"""Checks the bookshop server with the official Python client.

usage: client.py CASES MODE URL
       client.py CASES MODE -- COMMAND [ARG...]

CASES is the file with the calls and the expected answers that all clients share. MODE is legacy
(initialize), auto (discover, then fall back) or 2026-07-28 (no handshake at all).
"""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters

TIME_LIMIT_SECONDS = 90


class Report:
    """Prints a line for each check and counts them."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, label, good, detail=""):
        if good:
            self.passed += 1
            print("ok", label)
        else:
            self.failed += 1
            print("FAIL", label, str(detail).replace("\n", " ")[:300])

    def close(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0


async def check_schema(client, wanted, report):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    tool = tools.get(wanted["tool"])
    report.check(f"lists {wanted['tool']}", tool is not None, list(tools))
    schema = tool.input_schema if tool else {}
    required = schema.get("required")
    report.check("names the required arguments", required == wanted["required"], schema)
    properties = schema.get("properties", {})
    defaults = {name: properties.get(name, {}).get("default") for name in wanted["defaults"]}
    report.check("publishes the defaults", defaults == wanted["defaults"], schema)


def has_answer(result, text):
    """True when both the text and the structured content are exactly the expected ones."""
    blocks = [(block.type, getattr(block, "text", None)) for block in result.content]
    return not result.is_error and blocks == [("text", text)] and result.structured_content == {"result": text}


async def check_calls(client, calls, report):
    for call in calls:
        result = await client.call_tool(call["tool"], call["arguments"])
        report.check(call["label"], has_answer(result, call["text"]), result)


async def check_refusals(client, refusals, report):
    for refusal in refusals:
        result = await client.call_tool(refusal["tool"], refusal["arguments"])
        text = " ".join(getattr(block, "text", "") for block in result.content)
        explained = result.is_error and all(word in text for word in refusal["mentions"])
        report.check(refusal["label"], explained, result)


async def check_unknown(client, unknown, report):
    label = f"an unknown tool is error {unknown['code']}"
    try:
        result = await client.call_tool(unknown["tool"], {})
        report.check(label, False, result)
    except MCPError as error:
        report.check(label, error.error.code == unknown["code"], repr(error))


async def check_crowd(client, crowd, report):
    queries = [f"query {number}" for number in range(crowd["size"])]
    calls = (client.call_tool(crowd["tool"], {crowd["argument"]: query}) for query in queries)
    results = await asyncio.gather(*calls)
    wrong = [r for q, r in zip(queries, results) if not has_answer(r, crowd["text"].replace("{}", q))]
    report.check(f"{crowd['size']} calls at once get their own answers", not wrong, wrong[:1])


async def check_all(cases, mode, target, report):
    async with Client(target, mode=mode, read_timeout_seconds=30) as client:
        spoken, wanted = client.protocol_version, cases["versions"][mode]
        report.check(f"speaks {wanted}", spoken == wanted, spoken)
        await check_schema(client, cases["schema"], report)
        await check_calls(client, cases["calls"], report)
        await check_refusals(client, cases["refusals"], report)
        await check_unknown(client, cases["unknown"], report)
        await check_crowd(client, cases["crowd"], report)


def first_cause(error):
    while getattr(error, "exceptions", None):
        error = error.exceptions[0]
    return repr(error)


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        cases = json.load(file)
    mode, target = arguments[1], arguments[2]
    if target == "--":
        target = StdioServerParameters(command=arguments[3], args=arguments[4:])
    report = Report()
    try:
        asyncio.run(asyncio.wait_for(check_all(cases, mode, target, report), TIME_LIMIT_SECONDS))
        report.check("closes without an error", True)
    except Exception as error:
        report.check("closes without an error", False, first_cause(error))
    return report.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
