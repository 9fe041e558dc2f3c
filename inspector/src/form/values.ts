/** What a form starts with, what it seeds in new items, and what of it is sent. */

import { isObject, type Json, type JsonObject, same, written } from '../json.ts';
import { DEFAULT } from './prepare.ts';
import { alternatives, item, member, resolved, types } from './schema.ts';

/** What a form of a prepared schema starts with: defaults, and what can't be otherwise. */
export function initial(root: JsonObject): JsonObject {
  return object(root, root, []);
}

/** What a required value of a part of the schema starts with; undefined where that is left to people. */
export function seed(root: JsonObject, schema: JsonObject): Json | undefined {
  return value(root, schema, true, []);
}

/** Schemas that contain themselves are seeded this deep. */
const DEEPEST = 8;

function object(root: JsonObject, schema: JsonObject, above: JsonObject[]): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(properties).map(([name, part]) => {
    return [name, value(root, resolved(root, part), required.includes(name), above)] as const;
  });
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined)) as JsonObject;
}

function value(
  root: JsonObject,
  schema: JsonObject,
  required: boolean,
  above: JsonObject[],
): Json | undefined {
  if (schema[DEFAULT] !== undefined) return schema[DEFAULT];
  if (!required || above.length > DEEPEST) return undefined;
  if (schema.const !== undefined) return schema.const;
  const [first] = alternatives(root, schema, undefined);
  if (first && !schema.type) return value(root, first, true, [...above, schema]);
  const [type] = types(schema);
  if (type === 'object') return object(root, schema, [...above, schema]);
  if (type === 'array') return list(root, schema, above);
  return type === 'boolean' && !schema.enum && !schema.oneOf ? false : undefined;
}

function list(root: JsonObject, schema: JsonObject, above: JsonObject[]): Json[] {
  const length = typeof schema.minItems === 'number' ? Math.min(schema.minItems, 32) : 0;
  const seeds = Array.from({ length }, (_, at) =>
    value(root, item(root, schema, at), true, [...above, schema]),
  );
  return seeds as Json[];
}

/** Fills in the defaults of the items that `after` has and `before` hadn't. */
export function seeded(root: JsonObject, schema: JsonObject, before: unknown, after: unknown): unknown {
  if (Array.isArray(after)) {
    const old = Array.isArray(before) ? before : [];
    return after.map((part, at) => {
      const inner = item(root, schema, at);
      const isNew = at >= old.length && (part === undefined || isBlankObject(part));
      return isNew ? (seed(root, inner) ?? part) : seeded(root, inner, old[at], part);
    });
  }
  if (!isObject(after)) return after;
  const old = isObject(before) ? before : {};
  return Object.fromEntries(
    Object.entries(after).map(([name, part]) => {
      if (part === old[name]) return [name, part];
      return [name, seeded(root, member(root, schema, after, name).schema, old[name], part)];
    }),
  );
}

function isBlankObject(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((part) => part === undefined);
}

/**
 * What a form's data means: an optional field that is empty is absent. What `kept` has in the same place, typed
 * by hand as JSON, stays as it is. Blank items of lists stay `undefined`, for the check to find.
 */
export function cleaned(root: JsonObject, data: JsonObject, kept: JsonObject = {}): JsonObject {
  return cleanObject(root, root, data, kept);
}

function cleanObject(
  root: JsonObject,
  schema: JsonObject,
  data: JsonObject,
  kept: Json | undefined,
): JsonObject {
  const old = isObject(kept) ? kept : {};
  const result: JsonObject = {};
  for (const name of ordered(root, schema, data)) {
    const part = data[name] as Json;
    const { schema: inner, required, declared } = member(root, schema, data, name);
    const clean = cleanValue(root, inner, part, old[name]);
    if (clean === undefined) continue;
    if (declared && !required && isEmpty(clean) && !(name in old && same(clean, old[name]))) continue;
    result[name] = clean;
  }
  return result;
}

/** The names of the members as the schema orders them; others follow. */
function ordered(root: JsonObject, schema: JsonObject, data: JsonObject): string[] {
  const whole = resolved(root, schema);
  const declared = [whole, ...alternatives(root, whole, data)].flatMap(({ properties }) =>
    Object.keys(properties ?? {}),
  );
  return [...new Set([...declared, ...Object.keys(data)])].filter((name) => name in data);
}

function cleanValue(root: JsonObject, schema: JsonObject, data: Json, kept: Json | undefined): Json {
  if (Array.isArray(data)) {
    const old = Array.isArray(kept) ? kept : [];
    return data.map((part, at) => cleanValue(root, item(root, schema, at), part, old[at]));
  }
  if (isObject(data)) return cleanObject(root, schema, data, kept);
  const exact = written(kept);
  return exact !== undefined && Number(exact) === data ? (kept as Json) : data;
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
