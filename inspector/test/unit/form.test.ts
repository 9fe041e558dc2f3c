import { describe, expect, test } from 'vitest';
import { draftOf, edited, newDraft, typed } from '../../src/form/draft.ts';
import { hint } from '../../src/form/hint.ts';
import { prepare } from '../../src/form/prepare.ts';
import { cleaned, initial, seeded } from '../../src/form/values.ts';
import type { JsonObject } from '../../src/json.ts';

function object(properties: JsonObject, required: string[] = [], more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, required, ...more };
}

describe('what a form starts with', () => {
  test('defaults are filled in, and what has none is absent', () => {
    const schema = prepare(
      object({ query: { type: 'string' }, limit: { type: 'integer', default: 10 } }, ['query']),
    );
    expect(initial(schema)).toEqual({ limit: 10 });
  });

  test('a default of null means absent', () => {
    const schema = prepare(object({ genre: { type: ['string', 'null'], default: null } }));
    expect(initial(schema)).toEqual({});
  });

  test('defaults of an optional object wait until there is one', () => {
    const address = object({ street: { type: 'string' }, country: { type: 'string', default: 'IT' } }, [
      'street',
    ]);
    expect(initial(prepare(object({ address })))).toEqual({});
    expect(initial(prepare(object({ address }, ['address'])))).toEqual({ address: { country: 'IT' } });
  });

  test('a required boolean is false, a required list empty, a constant itself', () => {
    const list = { type: 'array', items: { type: 'string' } };
    const schema = prepare(
      object({ on: { type: 'boolean' }, tags: list, kind: { const: 'a' } }, ['on', 'tags', 'kind']),
    );
    expect(initial(schema)).toEqual({ on: false, tags: [], kind: 'a' });
  });

  test('references are followed', () => {
    const schema = prepare(
      object({ book: { $ref: '#/$defs/Book' } }, ['book'], {
        $defs: { Book: object({ copies: { type: 'integer', default: 1 } }) },
      }),
    );
    expect(initial(schema)).toEqual({ book: { copies: 1 } });
  });

  test('a schema that contains itself ends', () => {
    const schema = prepare(object({ child: { $ref: '#' } }, ['child']));
    expect(initial(schema)).toHaveProperty('child.child');
  });
});

describe('what a form sends', () => {
  const inner = object({ street: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } });
  const schema = prepare(
    object(
      {
        name: { type: 'string' },
        note: { type: 'string' },
        inner,
        list: { type: 'array' },
        must: { type: 'array' },
      },
      ['name', 'must'],
    ),
  );

  test.each([
    ['undefined', undefined],
    ['an empty text', ''],
    ['null', null],
  ])('an optional field that is %s is absent', (_what, note) => {
    expect(cleaned(schema, { name: 'a', note } as JsonObject)).toEqual({ name: 'a' });
  });

  test('an optional object of nothing is absent, and so is an empty list', () => {
    expect(cleaned(schema, { name: 'a', inner: { street: '', tags: [] }, list: [] })).toEqual({ name: 'a' });
  });

  test('what is required stays, even when it is empty', () => {
    expect(cleaned(schema, { name: '', must: [] })).toEqual({ name: '', must: [] });
  });

  test('zero and false are values', () => {
    const numbers = prepare(object({ count: { type: 'integer' }, on: { type: 'boolean' } }));
    expect(cleaned(numbers, { count: 0, on: false })).toEqual({ count: 0, on: false });
  });

  test('members that the schema doesn’t name stay as they are', () => {
    expect(cleaned(schema, { name: 'a', other: null, more: [] })).toEqual({
      name: 'a',
      other: null,
      more: [],
    });
  });

  test('what was typed as JSON outlives edits of other fields', () => {
    const draft = typed(newDraft(schema), '{"name": "a", "list": [], "note": null}');
    expect(draft.value).toEqual({ name: 'a', list: [], note: null });
    const after = edited(schema, draft, { ...draft.data, name: 'b' });
    expect(after.value).toEqual({ name: 'b', list: [], note: null });
    expect(JSON.parse(after.text)).toEqual(after.value);
  });

  test('going to JSON and back changes nothing', () => {
    const draft = draftOf({ name: 'a', inner: { street: 'b' }, other: { deep: [1, null] } });
    const there = { ...draft, mode: 'json' as const };
    expect(typed(there, there.text).value).toEqual(draft.value);
  });

  test('integers that JavaScript rounds stay as they were written', () => {
    const numbers = prepare(object({ id: { type: 'integer' }, name: { type: 'string' } }));
    const draft = typed(newDraft(numbers), '{"id": 9007199254740993}');
    const after = edited(numbers, draft, { ...draft.data, name: 'a' });
    expect(JSON.stringify(after.value)).toBe('{"id":9007199254740993,"name":"a"}');
  });

  test('broken JSON keeps the last value', () => {
    const draft = typed(draftOf({ name: 'a' }), '{"name": ');
    expect(draft.value).toEqual({ name: 'a' });
    expect(draft.text).toBe('{"name": ');
  });
});

describe('new items of lists', () => {
  const line = object({ isbn: { type: 'string' }, count: { type: 'integer', default: 1 } }, ['isbn']);
  const schema = prepare(object({ lines: { type: 'array', items: line } }));

  test('begin with their defaults', () => {
    expect(seeded(schema, schema, { lines: [] }, { lines: [{}] })).toEqual({ lines: [{ count: 1 }] });
  });

  test('leave the old ones alone', () => {
    const before = { lines: [{ isbn: '1' }] };
    expect(seeded(schema, schema, before, { lines: [...before.lines, {}] })).toEqual({
      lines: [{ isbn: '1' }, { count: 1 }],
    });
  });
});

describe('schemas for the form', () => {
  const property = (part: JsonObject, required: string[] = [], more: JsonObject = {}) =>
    (prepare(object({ it: part }, required, more)).properties as Record<string, JsonObject>).it;

  test('what can be absent isn’t nullable', () => {
    expect(property({ type: ['string', 'null'] })).toEqual({ type: 'string' });
    expect(property({ anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }], description: 'd' })).toEqual({
      $ref: '#/$defs/A',
      description: 'd',
    });
    expect(property({ enum: ['a', null] })).toEqual({ enum: ['a'] });
  });

  test('what is required and nullable is a choice', () => {
    const { anyOf } = property({ type: ['string', 'null'] }, ['it']) as { anyOf: JsonObject[] };
    expect(anyOf).toEqual([
      { title: 'text', type: 'string' },
      { title: 'null', type: 'null' },
    ]);
  });

  test('constants, titled and plain, are one list of choices', () => {
    const mixed: JsonObject = { oneOf: [{ const: 'a', title: 'An A' }, { enum: ['b', 'c'] }] };
    expect(property(mixed)).toEqual({
      type: 'string',
      oneOf: [
        { const: 'a', title: 'An A' },
        { const: 'b', title: 'b' },
        { const: 'c', title: 'c' },
      ],
    });
    expect(property({ type: 'string', enum: ['x', 'y'], enumNames: ['Ex', 'Why'] })).toEqual({
      type: 'string',
      oneOf: [
        { const: 'x', title: 'Ex' },
        { const: 'y', title: 'Why' },
      ],
    });
  });

  test('several types are a union', () => {
    const { anyOf } = property({ type: ['integer', 'string'], minLength: 2 }) as { anyOf: JsonObject[] };
    expect(anyOf.map(({ title, type }) => [title, type])).toEqual([
      ['integer', 'integer'],
      ['text', 'string'],
    ]);
  });

  test('alternatives have names', () => {
    const card = object({ kind: { const: 'card' } }, ['kind']);
    const more = { $defs: { Cash: object({}) } };
    const { oneOf } = property(
      { oneOf: [card, { $ref: '#/$defs/Cash' }, { type: 'integer' }] },
      [],
      more,
    ) as { oneOf: JsonObject[] };
    expect(oneOf.map(({ title }) => title)).toEqual(['card', 'Cash', 'integer']);
  });

  test('a hint says what a field takes', () => {
    expect(hint({ type: 'integer', minimum: 1, maximum: 50, 'x-default': 10 })).toBe(
      'whole number, 1 to 50, default 10',
    );
    expect(hint({ type: 'number', exclusiveMinimum: 0, maximum: 1 })).toBe('number, more than 0, at most 1');
    expect(hint({ type: 'array', maxItems: 3 })).toBe('at most 3 items');
  });
});
