// Checks the bookshop server with the official inspector's command line: one process for each request.
//
// Modes: legacy (initialize), 2026-07-28 (nothing else will do).
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { run } from './run.mjs';

const LIMIT_MS = 30_000;
const launcher = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
const start = promisify(execFile);

/** What the inspector wrote about a request that failed. */
function refusal({ stdout, stderr, message }) {
  const line = `${stdout}\n${stderr}`.split('\n').find(line => line.startsWith('{"error":'));
  return new Error(line ? JSON.parse(line).error.message : message);
}

/** `key=value` pairs behind an option; nothing for no pairs. */
function pairs(option, values) {
  const written = Object.entries(values).map(([key, value]) =>
    `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return written.length ? [option, ...written] : [];
}

async function connect(mode, target) {
  const storage = mkdtempSync(join(tmpdir(), 'inspector-'));
  const env = { ...process.env, MCP_STORAGE_DIR: storage, MCP_AUTO_OPEN_ENABLED: 'false' };
  const era = mode === 'legacy' ? 'legacy' : 'modern';
  const options = ['--cli', '--format', 'json', '--stored-auth-only', '--protocol-era', era];
  const server = target.url
    ? ['--transport', 'http', '--server-url', target.url.href]
    : ['--', target.command, ...target.args];

  /** The result of a request; one that a tool calls an error is a result as well. */
  async function ask(method, ...args) {
    const words = [launcher, ...options, '--method', method, ...args, ...server];
    const ended = await start(process.execPath, words, { env, timeout: LIMIT_MS }).catch(error => error);
    if (!ended.stdout?.startsWith('{"result":')) throw refusal(ended);
    return JSON.parse(ended.stdout).result;
  }

  const { protocolVersion } = await ask('initialize');
  return {
    tellsCodes: false,
    sharesConnection: false,
    version: () => protocolVersion,
    listTools: async () => (await ask('tools/list', '--strict')).tools,
    listPrompts: async () => (await ask('prompts/list')).prompts,
    listResources: async () => (await ask('resources/list')).resources,
    listTemplates: async () => (await ask('resources/templates/list')).resourceTemplates,
    callTool: (name, args) => ask('tools/call', '--tool-name', name, ...pairs('--tool-arg', args)),
    getPrompt: (name, args) => ask('prompts/get', '--prompt-name', name, ...pairs('--prompt-args', args)),
    readResource: uri => ask('resources/read', '--uri', uri),
    close: async () => rmSync(storage, { recursive: true }),
  };
}

await run(connect);
