"""Checks a server with the official Python client.

usage: client.py calls|live CASES MODE URL
       client.py calls|live CASES MODE -- COMMAND [ARG...]

CASES is the file with what is sent and what has to come back, which all clients share: calls of the bookshop, or
what is live in the workshop. MODE is legacy (initialize), auto (discover, then fall back) or 2026-07-28 (no
handshake at all).
"""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters
from mcp.types import PromptReference, ResourceTemplateReference

from live import check_live
from report import Report

TIME_LIMIT_SECONDS = 90

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
    error = await error_of(client.call_tool(unknown["tool"], {}))
    refused = error is not None and error.code == unknown["code"]
    report.check(f"an unknown tool is error {unknown['code']}", refused, error)


def as_json(model):
    """What a model of the client was read from."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def has_entries(listed, wanted):
    """True when there are exactly the wanted entries, each with at least the wanted members."""
    entries = [as_json(entry) for entry in listed]
    return len(entries) == len(wanted) and all(
        members.items() <= entry.items() for entry, members in zip(entries, wanted)
    )


async def check_lists(client, wanted, report):
    lists = {
        "prompts": (await client.list_prompts()).prompts,
        "resources": (await client.list_resources()).resources,
        "templates": (await client.list_resource_templates()).resource_templates,
    }
    for kind, listed in lists.items():
        report.check(f"lists the {kind}", has_entries(listed, wanted[kind]), listed)


async def check_prompts(client, prompts, report):
    for case in prompts:
        result = await client.get_prompt(case["prompt"], case["arguments"])
        wanted = [{"role": "user", "content": {"type": "text", "text": case["text"]}}]
        report.check(case["label"], [as_json(message) for message in result.messages] == wanted, result)


async def check_prompt_refusals(client, refusals, report):
    for refusal in refusals:
        error = await error_of(client.get_prompt(refusal["prompt"], refusal["arguments"]))
        explained = error is not None and all(word in error.message for word in refusal["mentions"])
        report.check(refusal["label"], explained and error.code == refusal["code"], error)


async def check_reads(client, reads, report):
    for case in reads:
        result = await client.read_resource(case["contents"]["uri"])
        contents = [as_json(contents) for contents in result.contents]
        report.check(case["label"], contents == [case["contents"]], result)


async def check_missing(client, uris, code, report):
    for uri in uris:
        error = await error_of(client.read_resource(uri))
        report.check(f"reading {uri} is error {code}", error is not None and error.code == code, error)


async def check_completions(client, completions, report):
    kinds = {"ref/prompt": PromptReference, "ref/resource": ResourceTemplateReference}
    for case in completions:
        reference = kinds[case["ref"]["type"]].model_validate(case["ref"])
        result = await client.complete(reference, case["argument"])
        report.check(case["label"], result.completion.values == case["values"], result)


async def error_of(request):
    """The error that answers a request, if one does."""
    try:
        await request
    except MCPError as error:
        return error.error
    return None


async def check_crowd(client, crowd, report):
    queries = [f"query {number}" for number in range(crowd["size"])]
    calls = (client.call_tool(crowd["tool"], {crowd["argument"]: query}) for query in queries)
    results = await asyncio.gather(*calls)
    wrong = [r for q, r in zip(queries, results) if not has_answer(r, crowd["text"].replace("{}", q))]
    report.check(f"{crowd['size']} calls at once get their own answers", not wrong, wrong[:1])


async def check_calls_and_offers(cases, mode, target, report):
    async with Client(target, mode=mode, read_timeout_seconds=30) as client:
        spoken, wanted = client.protocol_version, cases["versions"][mode]
        report.check(f"speaks {wanted}", spoken == wanted, spoken)
        await check_schema(client, cases["schema"], report)
        await check_calls(client, cases["calls"], report)
        await check_refusals(client, cases["refusals"], report)
        await check_unknown(client, cases["unknown"], report)
        await check_lists(client, cases["lists"], report)
        await check_prompts(client, cases["prompts"], report)
        await check_prompt_refusals(client, cases["promptRefusals"], report)
        await check_reads(client, cases["reads"], report)
        await check_missing(client, cases["missing"]["uris"], cases["missing"]["codes"][mode], report)
        await check_completions(client, cases["completions"], report)
        await check_crowd(client, cases["crowd"], report)


CHECKS = {"calls": check_calls_and_offers, "live": check_live}


def first_cause(error):
    while getattr(error, "exceptions", None):
        error = error.exceptions[0]
    return repr(error)


def main(arguments):
    if len(arguments) < 4 or arguments[0] not in CHECKS:
        sys.exit(__doc__)
    checks = CHECKS[arguments[0]]
    with open(arguments[1], encoding="utf-8") as file:
        cases = json.load(file)
    mode, target = arguments[2], arguments[3]
    if target == "--":
        target = StdioServerParameters(command=arguments[4], args=arguments[5:])
    report = Report()
    try:
        asyncio.run(asyncio.wait_for(checks(cases, mode, target, report), TIME_LIMIT_SECONDS))
        report.check("closes without an error", True)
    except Exception as error:
        report.check("closes without an error", False, first_cause(error))
    return report.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
