import { isObject, type JsonObject, text } from '../json.ts';
import { start } from '../live/call.ts';
import type { Live } from '../live/live.ts';
import { go } from '../live/route.ts';
import type { Workbench } from '../live/workbench.ts';

/** What the connection sets anew for every request. */
const OF_THE_CONNECTION = /^(progressToken$|io\.modelcontextprotocol\/(protocolVersion|client))/;

/** The parameters as somebody meant them: without what belongs to the connection they went over. */
export function portable(params: unknown): JsonObject {
  if (!isObject(params)) return {};
  const { _meta, inputResponses: _answers, requestState: _state, ...rest } = params;
  const meta = isObject(_meta) ? Object.entries(_meta).filter(([key]) => !OF_THE_CONNECTION.test(key)) : [];
  return meta.length > 0 ? { ...rest, _meta: Object.fromEntries(meta) } : rest;
}

/** Sends a request of the log once more: where it has a place on the page, there; else its answer is in the log. */
export async function callAgain(live: Live, workbench: Workbench, message: JsonObject): Promise<void> {
  const method = text(message.method) ?? '';
  const params = portable(message.params);
  const name = text(params.name) ?? '';
  if (method === 'tools/call') {
    workbench.hand(`tool ${name}`, isObject(params.arguments) ? params.arguments : {});
    go('tools', name);
    await start(live, workbench.calls.of(`tool ${name}`), method, params);
  } else if (method === 'prompts/get') {
    const given = isObject(params.arguments) ? Object.entries(params.arguments) : [];
    workbench
      .texts(`prompt ${name}`)
      .set(Object.fromEntries(given.map(([key, value]) => [key, String(value)])));
    go('prompts', name);
    await start(live, workbench.calls.of(`prompt ${name}`), method, params);
  } else if (method === 'resources/read') {
    const uri = text(params.uri) ?? '';
    go('resources', uri);
    await start(live, workbench.calls.of(`resource ${uri}`), method, params);
  } else {
    await live.request(method, params);
  }
}

/** Methods that open or keep a connection: sending them by hand would break it. */
const NOT_AGAIN = new Set(['initialize', 'subscriptions/listen']);

export function canCallAgain(message: unknown): message is JsonObject {
  return (
    isObject(message) &&
    'id' in message &&
    typeof message.method === 'string' &&
    !NOT_AGAIN.has(message.method)
  );
}
