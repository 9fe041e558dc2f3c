/** Says in words what a value breaks. */

import { isObject, type Json } from '../json.ts';

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  date: 'a date such as 2026-07-28',
  'date-time': 'a date and time such as 2026-07-28T09:30:00Z',
  time: 'a time such as 09:30:00 or 09:30:00Z',
  duration: 'a duration such as PT30M',
  email: 'an e-mail address',
  uri: 'a URI such as https://example.com',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
  regex: 'a regular expression',
};

type Rule = (limit: Json) => string;

const RULES: Record<string, Rule> = {
  type: (type) => `must be ${names(type)}`,
  enum: (values) => `must be one of ${list(values)}`,
  const: (value) => `must be ${JSON.stringify(value)}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (step) => `must be a multiple of ${step}`,
  minLength: (limit) => `must have at least ${count(limit, 'character')}`,
  maxLength: (limit) => `must have at most ${count(limit, 'character')}`,
  pattern: (pattern) => `must match the pattern ${pattern}`,
  format: (format) => `must be ${FORMATS[String(format)] ?? `of the format ${format}`}`,
  minItems: (limit) => `must have at least ${count(limit, 'item')}`,
  maxItems: (limit) => `must have at most ${count(limit, 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  minProperties: (limit) => `must have at least ${count(limit, 'member')}`,
  maxProperties: (limit) => `must have at most ${count(limit, 'member')}`,
  not: () => 'is what the schema excludes',
  false: () => 'is not a member that the schema knows',
};

/** The sentence for a broken keyword with this value; undefined for keywords without one. */
export function words(keyword: string, limit: Json | undefined): string | undefined {
  return RULES[keyword]?.(limit ?? null);
}

function names(type: Json): string {
  const list = Array.isArray(type) ? type : [type];
  return list.map((name) => TYPES[String(name)] ?? String(name)).join(' or ');
}

const SHOWN = 12;

function list(values: Json): string {
  const all = Array.isArray(values) ? values : isObject(values) ? Object.values(values) : [values];
  const shown = all.slice(0, SHOWN).map((value) => JSON.stringify(value));
  return all.length > SHOWN ? `${shown.join(', ')} and ${all.length - SHOWN} more` : shown.join(', ');
}

function count(number: Json, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
