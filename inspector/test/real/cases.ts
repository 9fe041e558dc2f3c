/** Forms, what somebody does in them, and what must arrive at the server. */

import { expect } from '@playwright/test';
import { add, type Case, field, kind, list, must, object, text, whole } from './case.ts';

const ABSENT: Case[] = [
  { name: 'text_untouched', takes: { it: text }, arrives: {} },
  {
    name: 'text_emptied',
    takes: { it: text },
    does: async (page) => {
      await field(page).fill('a');
      await field(page).fill('');
    },
    arrives: {},
  },
  {
    name: 'nullable_untouched',
    takes: { it: { anyOf: [text, { type: 'null' }], default: null } },
    arrives: {},
  },
  {
    name: 'nullable_filled',
    takes: { it: { anyOf: [text, { type: 'null' }], default: null } },
    does: (page) => field(page).fill('a'),
    arrives: { it: 'a' },
  },
  {
    name: 'types_with_null_filled',
    takes: { it: { type: ['integer', 'null'] } },
    does: (page) => field(page).fill('7'),
    arrives: { it: 7 },
  },
  {
    name: 'required_null_chosen',
    takes: { it: { type: ['string', 'null'] } },
    rules: must('it'),
    does: (page) => kind(page, 'null'),
    arrives: { it: null },
  },
  { name: 'list_untouched', takes: { it: list(text) }, arrives: {} },
  { name: 'list_required_untouched', takes: { it: list(text) }, rules: must('it'), arrives: { it: [] } },
  {
    name: 'list_emptied',
    takes: { it: list(text) },
    does: async (page) => {
      await add(page);
      await field(page, 'it_0').fill('a');
      await page.getByRole('button', { name: 'Remove item 1' }).click();
    },
    arrives: {},
  },
  {
    name: 'object_untouched',
    takes: { it: object({ street: text, country: { ...text, default: 'IT' } }, ['street']) },
    arrives: {},
  },
  {
    name: 'object_emptied',
    takes: { it: object({ street: text }) },
    does: async (page) => {
      await field(page, 'it_street').fill('a');
      await field(page, 'it_street').fill('');
    },
    arrives: {},
  },
  { name: 'choice_untouched', takes: { it: { enum: ['a', 'b'] } }, arrives: {} },
  { name: 'truth_untouched', takes: { it: { type: 'boolean' } }, arrives: {} },
  {
    name: 'truth_required_untouched',
    takes: { it: { type: 'boolean' } },
    rules: must('it'),
    arrives: { it: false },
  },
];

const DEFAULTS: Case[] = [
  { name: 'default_number', takes: { it: { ...whole, default: 10 } }, arrives: { it: 10 } },
  { name: 'default_false', takes: { it: { type: 'boolean', default: false } }, arrives: { it: false } },
  { name: 'default_choice', takes: { it: { enum: [1, 2, 3], default: 2 } }, arrives: { it: 2 } },
  { name: 'default_list', takes: { it: list(whole, { default: [1, 2] }) }, arrives: { it: [1, 2] } },
  {
    name: 'default_object',
    takes: { it: { ...object({ a: whole }), default: { a: 1 } } },
    arrives: { it: { a: 1 } },
  },
  {
    name: 'default_taken_away',
    takes: { it: { ...whole, default: 10 } },
    does: (page) => field(page).fill(''),
    arrives: {},
  },
  {
    name: 'default_within',
    takes: { it: object({ street: text, country: { ...text, default: 'IT' } }, ['street']) },
    rules: must('it'),
    does: (page) => field(page, 'it_street').fill('Via Roma'),
    arrives: { it: { street: 'Via Roma', country: 'IT' } },
  },
];

const SINGLE: Case[] = [
  { name: 'whole', takes: { it: whole }, does: (page) => field(page).fill('7'), arrives: { it: 7 } },
  { name: 'zero', takes: { it: whole }, does: (page) => field(page).fill('0'), arrives: { it: 0 } },
  {
    name: 'fraction',
    takes: { it: { type: 'number' } },
    does: (page) => field(page).fill('-0.25'),
    arrives: { it: -0.25 },
  },
  {
    name: 'truth_denied',
    takes: { it: { type: 'boolean' } },
    does: (page) => field(page).selectOption('false'),
    arrives: { it: false },
  },
  {
    name: 'digits_as_text',
    takes: { it: text },
    does: (page) => field(page).fill('007'),
    arrives: { it: '007' },
  },
  {
    name: 'null_as_text',
    takes: { it: text },
    does: (page) => field(page).fill('null'),
    arrives: { it: 'null' },
  },
  {
    name: 'lines_and_blanks',
    takes: { it: text },
    does: (page) => field(page).fill('  “ü”\n\tb '),
    arrives: { it: '  “ü”\n\tb ' },
  },
  {
    name: 'names_of_every_kind',
    takes: { 'fields[mesh]': text, 'a.b': text, 'c d': text, _e: text },
    does: async (page) => {
      for (const name of ['fields[mesh]', 'a.b', 'c d', '_e'])
        await page.getByLabel(name, { exact: true }).fill(name);
    },
    arrives: { 'fields[mesh]': 'fields[mesh]', 'a.b': 'a.b', 'c d': 'c d', _e: '_e' },
  },
  {
    name: 'dates',
    takes: {
      day: { ...text, format: 'date' },
      time: { ...text, format: 'time' },
      zoned: { ...text, format: 'time' },
    },
    does: async (page) => {
      await field(page, 'day').fill('2026-07-28');
      await field(page, 'time').fill('09:30:00');
      await field(page, 'zoned').fill('09:30:00+02:00');
    },
    arrives: { day: '2026-07-28', time: '09:30:00', zoned: '09:30:00+02:00' },
  },
  {
    name: 'addresses',
    takes: { mail: { ...text, format: 'email' }, page: { ...text, format: 'uri' } },
    does: async (page) => {
      await field(page, 'mail').fill('ada@example.com');
      await field(page, 'page').fill('https://example.com/a?b=c');
    },
    arrives: { mail: 'ada@example.com', page: 'https://example.com/a?b=c' },
  },
];

const CHOICES: Case[] = [
  {
    name: 'enum_of_texts',
    takes: { it: { ...text, enum: ['a', 'b'] } },
    does: (page) => field(page).selectOption({ label: 'b' }),
    arrives: { it: 'b' },
  },
  {
    name: 'enum_of_numbers',
    takes: { it: { ...whole, enum: [1, 2] } },
    does: (page) => field(page).selectOption({ label: '2' }),
    arrives: { it: 2 },
  },
  {
    name: 'enum_of_anything',
    takes: { a: { enum: [1, true, 'x'] }, b: { enum: [1, true, 'x'] }, c: { enum: [1, true, 'x'] } },
    does: async (page) => {
      await field(page, 'a').selectOption({ label: 'true' });
      await field(page, 'b').selectOption({ label: '1' });
      await field(page, 'c').selectOption({ label: 'x' });
    },
    arrives: { a: true, b: 1, c: 'x' },
  },
  {
    name: 'enum_taken_away',
    takes: { it: { enum: ['a', 'b'], default: 'a' } },
    does: (page) => field(page).selectOption(''),
    arrives: {},
  },
  {
    name: 'enum_by_reference',
    takes: { it: { anyOf: [{ $ref: '#/$defs/Genre' }, { type: 'null' }], default: null } },
    rules: { $defs: { Genre: { ...text, enum: ['fiction', 'poetry'], title: 'Genre' } } },
    does: (page) => field(page).selectOption({ label: 'poetry' }),
    arrives: { it: 'poetry' },
  },
  {
    name: 'constants_with_titles',
    takes: {
      it: {
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: 'Two' },
        ],
      },
    },
    does: (page) => field(page).selectOption({ label: 'Two' }),
    arrives: { it: 2 },
  },
  {
    name: 'enum_with_names',
    takes: { it: { ...text, enum: ['a', 'b'], enumNames: ['An A', 'A B'] } },
    does: (page) => field(page).selectOption({ label: 'A B' }),
    arrives: { it: 'b' },
  },
  { name: 'constant', takes: { it: { const: 'a' } }, rules: must('it'), arrives: { it: 'a' } },
];

const LISTS: Case[] = [
  {
    name: 'list_of_texts',
    takes: { it: list(text) },
    does: async (page) => {
      await add(page);
      await field(page, 'it_0').fill('a');
      await add(page);
      await field(page, 'it_1').fill('b');
    },
    arrives: { it: ['a', 'b'] },
  },
  {
    name: 'list_of_numbers',
    takes: { it: list(whole) },
    does: async (page) => {
      await add(page);
      await field(page, 'it_0').fill('1');
    },
    arrives: { it: [1] },
  },
  {
    name: 'list_of_lists',
    takes: { it: list(list(whole)) },
    does: async (page) => {
      await add(page);
      await add(page, 'list 1');
      await field(page, 'it_0_0').fill('1');
      await add(page, 'list 1');
      await field(page, 'it_0_1').fill('2');
    },
    arrives: { it: [[1, 2]] },
  },
  {
    name: 'list_of_models',
    takes: { it: list(object({ isbn: text, note: text, count: { ...whole, default: 1 } }, ['isbn'])) },
    does: async (page) => {
      await add(page);
      await field(page, 'it_0_isbn').fill('978');
      await add(page);
      await field(page, 'it_1_isbn').fill('979');
      await field(page, 'it_1_count').fill('2');
    },
    arrives: {
      it: [
        { isbn: '978', count: 1 },
        { isbn: '979', count: 2 },
      ],
    },
  },
  {
    name: 'list_of_choices',
    takes: { it: list({ ...text, enum: ['mon', 'tue', 'wed'] }, { uniqueItems: true }) },
    does: async (page) => {
      await page.getByLabel('wed').check();
      await page.getByLabel('mon').check();
    },
    arrives: { it: ['mon', 'wed'] },
  },
  {
    name: 'list_of_choices_twice',
    takes: { it: list({ ...whole, enum: [1, 2] }) },
    does: async (page) => {
      for (const at of [0, 1]) {
        await add(page);
        await field(page, `it_${at}`).selectOption({ label: '2' });
      }
    },
    arrives: { it: [2, 2] },
  },
  {
    name: 'list_with_a_least_length',
    takes: { it: list(whole, { minItems: 2 }) },
    rules: must('it'),
    does: async (page) => {
      await field(page, 'it_0').fill('1');
      await field(page, 'it_1').fill('2');
    },
    arrives: { it: [1, 2] },
  },
  {
    name: 'tuple',
    takes: { it: { type: 'array', prefixItems: [text, whole], items: false, minItems: 2 } },
    rules: must('it'),
    does: async (page) => {
      await field(page, 'it_0').fill('a');
      await field(page, 'it_1').fill('1');
    },
    arrives: { it: ['a', 1] },
  },
];

const NESTED: Case[] = [
  {
    name: 'objects_three_deep',
    takes: { it: object({ a: object({ b: object({ c: whole }, ['c']) }, ['b']) }, ['a']) },
    rules: must('it'),
    does: (page) => field(page, 'it_a_b_c').fill('1'),
    arrives: { it: { a: { b: { c: 1 } } } },
  },
  {
    name: 'object_of_anything',
    takes: { it: { type: 'object' } },
    does: async (page) => {
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      await page.getByLabel('Arguments as JSON').fill('{"it": {"a": [1, "b", null]}}');
    },
    arrives: { it: { a: [1, 'b', null] } },
  },
  {
    name: 'map_of_numbers',
    takes: { it: { type: 'object', additionalProperties: whole } },
    does: async (page) => {
      await page.getByRole('button', { name: 'Add a member' }).click();
      await page.getByLabel('Name of the member').fill('red');
      await page.getByLabel('Name of the member').blur();
      await field(page, 'it_red').fill('3');
    },
    arrives: { it: { red: 3 } },
  },
  {
    name: 'map_of_texts',
    takes: { it: { type: 'object', additionalProperties: text } },
    does: async (page) => {
      await page.getByRole('button', { name: 'Add a member' }).click();
      await expect(field(page, 'it_newKey')).toHaveValue('');
      await field(page, 'it_newKey').fill('red');
    },
    arrives: { it: { newKey: 'red' } },
  },
  {
    name: 'anything',
    takes: { it: {} },
    does: (page) => field(page).fill('{"a": [1, null]}'),
    arrives: { it: { a: [1, null] } },
  },
  {
    name: 'recursive',
    takes: { it: { $ref: '#/$defs/Node' } },
    rules: {
      ...must('it'),
      $defs: { Node: object({ name: text, next: { $ref: '#/$defs/Node' } }, ['name']) },
    },
    does: (page) => field(page, 'it_name').fill('a'),
    arrives: { it: { name: 'a' } },
  },
  {
    name: 'all_of_several',
    takes: { it: { allOf: [object({ a: text }, ['a']), object({ b: whole })] } },
    rules: must('it'),
    does: async (page) => {
      await field(page, 'it_a').fill('a');
      await field(page, 'it_b').fill('1');
    },
    arrives: { it: { a: 'a', b: 1 } },
  },
];

const card = object({ kind: { const: 'card' }, number: text }, ['kind', 'number']);
const cash = object({ kind: { const: 'cash' }, amount: { type: 'number' } }, ['kind', 'amount']);

const UNIONS: Case[] = [
  { name: 'union_untouched', takes: { it: { oneOf: [card, cash] } }, arrives: {} },
  {
    name: 'union_of_models',
    takes: { it: { oneOf: [card, cash] } },
    does: async (page) => {
      await kind(page, 'card');
      await field(page, 'it_number').fill('1234');
    },
    arrives: { it: { kind: 'card', number: '1234' } },
  },
  {
    name: 'union_changed',
    takes: { it: { oneOf: [card, cash] } },
    rules: must('it'),
    does: async (page) => {
      await field(page, 'it_number').fill('1234');
      await kind(page, 'cash');
      await field(page, 'it_amount').fill('2.5');
    },
    arrives: { it: { kind: 'cash', amount: 2.5 } },
  },
  {
    name: 'union_of_text_and_number',
    takes: { it: { anyOf: [text, whole] } },
    does: async (page) => {
      await kind(page, 'integer');
      await field(page).fill('5');
    },
    arrives: { it: 5 },
  },
  {
    name: 'union_of_one_and_many',
    takes: { it: { anyOf: [text, list(text), { type: 'null' }], default: null } },
    does: async (page) => {
      await kind(page, 'list');
      await add(page);
      await field(page, 'it_0').fill('a');
    },
    arrives: { it: ['a'] },
  },
];

const RAW: Case[] = [
  {
    name: 'json_with_a_long_integer',
    takes: { it: whole },
    does: async (page) => {
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      await page.getByLabel('Arguments as JSON').fill('{"it": 9007199254740993}');
    },
    arrives: { it: 2 ** 53 },
    line: '{"it":9007199254740993}',
  },
  {
    name: 'json_as_it_is_written',
    takes: { a: text, b: text, c: list(text), d: object({}) },
    does: async (page) => {
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      await page.getByLabel('Arguments as JSON').fill('{"b": "", "c": [], "d": {}}');
    },
    arrives: { b: '', c: [], d: {} },
  },
  {
    name: 'json_outlives_the_form',
    takes: { a: text, b: { type: ['string', 'null'] } },
    does: async (page) => {
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      await page.getByLabel('Arguments as JSON').fill('{"b": null}');
      await page.getByRole('button', { name: 'Form', exact: true }).click();
      await field(page, 'a').fill('x');
    },
    arrives: { a: 'x', b: null },
  },
];

export const CASES: Record<string, Case[]> = {
  'what is absent': ABSENT,
  defaults: DEFAULTS,
  'single values': SINGLE,
  choices: CHOICES,
  lists: LISTS,
  objects: NESTED,
  unions: UNIONS,
  JSON: RAW,
};
