import { describe, expect, test } from 'vitest';
import { pathText, problems } from '../../src/form/check.ts';
import type { Json, JsonObject } from '../../src/json.ts';

function said(schema: JsonObject, value: Json): string[] {
  return problems(schema, value).map(({ path, message }) => `${pathText(path)}: ${message}`);
}

const shop: JsonObject = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    genre: { enum: ['fiction', 'poetry'] },
    day: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    book: { $ref: '#/$defs/Book' },
    pay: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'card' }, number: { type: 'string' } },
          required: ['kind', 'number'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'cash' }, sum: { type: 'number', minimum: 0 } },
          required: ['kind', 'sum'],
        },
      ],
    },
    id: { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] },
  },
  required: ['query'],
  additionalProperties: false,
  $defs: {
    Book: { type: 'object', properties: { year: { type: 'integer', minimum: 1450 } }, required: ['year'] },
  },
};

describe('what is wrong is said where it is', () => {
  test.each<[Json, string[]]>([
    [{ query: 'dune' }, []],
    [{}, ['query: is required']],
    [{ query: 'a' }, ['query: must have at least 2 characters']],
    [{ query: 'Dune' }, ['query: must match the pattern ^[a-z]+$']],
    [{ query: 'dune', limit: 51 }, ['limit: must be at most 50']],
    [{ query: 'dune', limit: 1.5 }, ['limit: must be a whole number']],
    [{ query: 'dune', genre: 'prose' }, ['genre: must be one of "fiction", "poetry"']],
    [{ query: 'dune', day: 'soon' }, ['day: must be a date such as 2026-07-28']],
    [{ query: 'dune', tags: ['a', 'b', 3] }, ['tags: must have at most 2 items', 'tags[2]: must be text']],
    [{ query: 'dune', book: {} }, ['book.year: is required']],
    [{ query: 'dune', book: { year: 1400 } }, ['book.year: must be at least 1450']],
    [{ query: 'dune', other: 1 }, ['other: is not a member that the schema knows']],
  ])('%j', (value, wanted) => {
    expect(said(shop, value)).toEqual(wanted);
  });
});

describe('unions', () => {
  test('the alternative that was meant is the one that is judged', () => {
    expect(said(shop, { query: 'dune', pay: { kind: 'cash', sum: -1 } })).toEqual([
      'pay.sum: must be at least 0',
    ]);
    expect(said(shop, { query: 'dune', id: 0 })).toEqual(['id: must be at least 1']);
  });

  test('when none was meant, the whole is wrong', () => {
    expect(said(shop, { query: 'dune', id: true })).toEqual([
      'id: must be one of the kinds that the schema allows',
    ]);
  });
});

test('blank items of a list are to be filled in', () => {
  const value = { query: 'dune', tags: ['a', undefined] } as unknown as Json;
  expect(said(shop, value)).toEqual(['tags[1]: fill it in, or remove it']);
});

test('a schema that can’t be used is said once, for the whole', () => {
  expect(problems({ $ref: '#/$defs/None' }, {})).toMatchObject([
    { path: [], message: expect.stringContaining('can’t be used') },
  ]);
});

test('numbers that this page can’t hold exactly are refused', () => {
  const schema: JsonObject = { type: 'object', properties: { id: { type: 'integer' } } };
  expect(said(schema, { id: 2 ** 53 })).toEqual(['id: is too large for this page to hold exactly']);
});

test('the schema isn’t changed by checking', () => {
  const before = JSON.stringify(shop);
  problems(shop, { query: 'dune' });
  expect(JSON.stringify(shop)).toBe(before);
});
