/** A server to look at: the bookshop's tools, and tools that try every kind of field, content and ending. */

import type { Json, JsonObject } from '../../src/json.ts';

const genre = { enum: ['fiction', 'non-fiction', 'poetry'], type: 'string' };

const book: JsonObject = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    author: { type: 'string' },
    year: { type: 'integer', minimum: 1450, description: 'Year of first publication.' },
  },
  required: ['title', 'author', 'year'],
};

const everything: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, description: 'Whom it is for.' },
    nickname: { type: ['string', 'null'], default: null },
    ratio: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    urgent: { type: 'boolean', default: true },
    gift: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    genre: { anyOf: [{ $ref: '#/$defs/Genre' }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    days: { type: 'array', items: { enum: ['mon', 'tue', 'wed'], type: 'string' }, uniqueItems: true },
    grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, country: { type: 'string', default: 'IT' } },
      required: ['street'],
    },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { isbn: { type: 'string' }, count: { type: 'integer', default: 1, minimum: 1 } },
        required: ['isbn'],
      },
    },
    payment: { oneOf: [{ $ref: '#/$defs/Card' }, { $ref: '#/$defs/Cash' }] },
    extra: { description: 'Anything at all.' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['name'],
  $defs: {
    Genre: { oneOf: [{ const: 'fiction', description: 'Made up.' }, { const: 'poetry' }] },
    Card: {
      type: 'object',
      properties: { kind: { const: 'card' }, number: { type: 'string', pattern: '^[0-9]{4}$' } },
      required: ['kind', 'number'],
    },
    Cash: {
      type: 'object',
      properties: { kind: { const: 'cash' }, amount: { type: 'number', minimum: 0 } },
      required: ['kind', 'amount'],
    },
  },
};

export const TOOLS: JsonObject[] = [
  {
    name: 'search_books',
    title: 'Search the catalog',
    description: 'Search the catalog by title or author.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Title or author to search for.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 50,
          default: 10,
          description: 'Maximum number of results.',
        },
        genre,
      },
      required: ['query'],
    },
  },
  {
    name: 'add_book',
    description: 'Add a book to the catalog.',
    annotations: { readOnlyHint: false },
    _meta: { 'org.example/scopes': ['catalog:write'] },
    inputSchema: { type: 'object', properties: { book }, required: ['book'] },
  },
  { name: 'order', description: 'Takes every kind of field, and says what it got.', inputSchema: everything },
  {
    name: 'show_all',
    description: 'Answers with **every kind** of content.',
    inputSchema: { type: 'object' },
  },
  {
    name: 'count_stock',
    description: 'Counts.',
    inputSchema: { type: 'object', properties: { wrong: { type: 'boolean' } } },
    outputSchema: {
      type: 'object',
      properties: { total: { type: 'integer' }, shelves: { type: 'array', items: { type: 'string' } } },
      required: ['total'],
    },
  },
  {
    name: 'take_inventory',
    description: 'Takes its time, and says how far it is.',
    inputSchema: { type: 'object' },
  },
  {
    name: 'reserve',
    description: 'Asks for whom.',
    annotations: { destructiveHint: true },
    inputSchema: { type: 'object' },
  },
  { name: 'fail', description: 'Fails.', inputSchema: { type: 'object' } },
  {
    name: 'plant_tree',
    description: 'Takes a tree of categories, numbers that JavaScript rounds, and a moment.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        id: { type: 'integer', maximum: 18446744073709552000 },
        when: { type: 'string', format: 'date-time' },
        mode: { const: 'fast' },
        parent: { $ref: '#' },
        children: { type: 'array', items: { $ref: '#' } },
      },
      required: ['name'],
    },
  },
  {
    name: 'broken_schema',
    description: 'Refers to what isn’t there.',
    inputSchema: { type: 'object', properties: { it: { $ref: '#/$defs/None' } } },
  },
  { name: 'no_schema', description: 'Has no schema.' },
];

export const RESOURCES: JsonObject[] = [
  { uri: 'shop://hours', name: 'opening_hours', title: 'Opening hours', mimeType: 'text/plain' },
  { uri: 'shop://sign', name: 'sign', title: 'The sign', mimeType: 'image/png', size: 68 },
  { uri: 'shop://ledger', name: 'ledger', mimeType: 'application/octet-stream' },
];

export const TEMPLATES: JsonObject[] = [
  { uriTemplate: 'shop://shelves/{genre}', name: 'shelf', title: 'A shelf', mimeType: 'text/plain' },
];

export const PROMPTS: JsonObject[] = [
  {
    name: 'recommend_books',
    title: 'Recommend books',
    description: 'Ask for books like one that was liked.',
    arguments: [
      { name: 'liked', description: 'Title of the book that was liked.', required: true },
      { name: 'genre', description: 'Only this genre.' },
    ],
  },
];

/** One pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A tenth of a second of silence. */
const WAV = `UklGRiQDAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQADAACAgICA${'gICAgICA'.repeat(120)}`;

function text(words: string): JsonObject {
  return { content: [{ type: 'text', text: words }] };
}

export function callTool(name: string, args: JsonObject): JsonObject {
  if (name === 'search_books') {
    const place = args.genre ? ` in ${args.genre}` : '';
    return text(`Found 3 books matching '${args.query}'${place} (showing up to ${args.limit ?? 10}).`);
  }
  if (name === 'add_book') {
    const { title, author, year } = args.book as JsonObject;
    return text(`Added '${title}' by ${author} (${year}).`);
  }
  if (['order', 'plant_tree', 'broken_schema', 'no_schema'].includes(name)) return text(JSON.stringify(args));
  if (name === 'count_stock') return countStock(args.wrong === true);
  if (name === 'show_all') return { content: allContent() };
  return { ...text('The till is jammed: `drawer` must be closed.'), isError: true };
}

function countStock(wrong: boolean): JsonObject {
  const structuredContent: Json = { total: wrong ? 'many' : 3, shelves: ['fiction', 'poetry'] };
  return { ...text(JSON.stringify(structuredContent)), structuredContent };
}

function allContent(): Json[] {
  return [
    { type: 'text', text: 'Plain words.' },
    {
      type: 'text',
      text: '# Shelves\n\n| genre | books |\n| --- | --- |\n| fiction | 3 |\n\n- one\n- **two**',
    },
    { type: 'image', data: PNG, mimeType: 'image/png' },
    { type: 'audio', data: WAV, mimeType: 'audio/wav' },
    {
      type: 'resource_link',
      uri: 'shop://hours',
      name: 'opening_hours',
      title: 'Opening hours',
      mimeType: 'text/plain',
    },
    {
      type: 'resource',
      resource: { uri: 'shop://ledger', mimeType: 'application/octet-stream', blob: 'ZmVycmFtZW50YQA=' },
    },
  ];
}

export function read(uri: string, at: number): JsonObject | undefined {
  const shelf = /^shop:\/\/shelves\/(.+)$/.exec(uri);
  if (shelf) return { contents: [{ uri, mimeType: 'text/plain', text: `3 books of ${shelf[1]}` }] };
  if (uri === 'shop://hours')
    return { contents: [{ uri, mimeType: 'text/plain', text: `Monday to Saturday, 9 to ${at}` }] };
  if (uri === 'shop://sign') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  if (uri === 'shop://ledger')
    return { contents: [{ uri, mimeType: 'application/octet-stream', blob: 'ZmVycmFtZW50YQA=' }] };
  return undefined;
}

export function getPrompt(args: JsonObject): JsonObject {
  const words = `I liked '${args.liked}'. Recommend ${args.genre ?? 'any'} books like it.`;
  return {
    messages: [
      { role: 'user', content: { type: 'text', text: words } },
      { role: 'assistant', content: { type: 'text', text: 'With pleasure.' } },
    ],
  };
}

export function complete(argument: JsonObject): JsonObject {
  const values = genre.enum.filter(
    (each) => argument.name === 'genre' && each.startsWith(String(argument.value)),
  );
  return { completion: { values, total: values.length, hasMore: false } };
}
