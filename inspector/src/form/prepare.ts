/**
 * Makes a tool's schema one that the form library shows well: nothing nullable where a field can be absent,
 * choices as choices, unions with names, and defaults kept aside, since the library would put them back
 * whenever a field is emptied.
 */

import { isObject, type Json, type JsonObject } from '../json.ts';
import { referred, types } from './schema.ts';

/** Where a prepared schema keeps `default`. */
export const DEFAULT = 'x-default';
/** Marks a schema that allows any JSON. */
export const ANY = 'x-any';
const ROOT = 'x-root';

const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLES = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'];

/** The schema of an object of arguments, for the form. */
export function prepare(given: JsonObject): JsonObject {
  const schema: JsonObject = JSON.parse(JSON.stringify(given));
  const root = { ...schema, $defs: { ...(schema.$defs as JsonObject), [ROOT]: recursive(schema) } };
  const { title: _title, description: _description, ...form } = node(root, root, true);
  if (!needsRoot(schema)) delete (form.$defs as JsonObject)[ROOT];
  return { ...form, type: 'object', properties: form.properties ?? {} };
}

function needsRoot(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"');
}

function recursive(schema: JsonObject): JsonObject {
  const { $defs: _defs, definitions: _definitions, $schema: _schema, $id: _id, ...own } = schema;
  return own;
}

function node(root: JsonObject, schema: Json, required: boolean): JsonObject {
  if (!isObject(schema)) return { [ANY]: true };
  const shaped = [aside, rooted, tuple, typed, nullable, choices].reduce(
    (part, step) => step(part, root, required),
    schema,
  );
  return named(children(root, shaped), root);
}

function children(root: JsonObject, schema: JsonObject): JsonObject {
  const result: JsonObject = { ...schema };
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const keyword of MAPS) {
    const map = schema[keyword];
    if (!isObject(map)) continue;
    const entries = Object.entries(map).map(([name, part]) => {
      const fixed = keyword === 'properties' && required.includes(name);
      return [name, node(root, part, fixed)] as const;
    });
    result[keyword] = Object.fromEntries(entries);
  }
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list)) result[keyword] = list.map((part) => node(root, part, true));
  }
  for (const keyword of SINGLES) {
    const part = schema[keyword];
    if (Array.isArray(part)) result[keyword] = part.map((single) => node(root, single, true));
    else if (isObject(part) || (part === true && keyword === 'items'))
      result[keyword] = node(root, part, true);
  }
  return result;
}

/** Keeps the default aside; one that is null says only that the field may be absent. */
function aside(schema: JsonObject): JsonObject {
  if (!('default' in schema)) return schema;
  const { default: value, ...rest } = schema;
  return value === null || value === undefined ? rest : { ...rest, [DEFAULT]: value };
}

/** Names the root, so that parts of the schema can be checked by themselves. */
function rooted(schema: JsonObject): JsonObject {
  return schema.$ref === '#' ? { ...schema, $ref: `#/$defs/${ROOT}` } : schema;
}

function tuple(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.prefixItems)) return schema;
  const { prefixItems, items, ...rest } = schema;
  return {
    ...rest,
    items: prefixItems,
    additionalItems: items === false ? false : (items ?? { [ANY]: true }),
  };
}

/** Turns several types into a union of one each. */
function typed(schema: JsonObject, _root: JsonObject, required: boolean): JsonObject {
  if (!Array.isArray(schema.type)) return schema;
  const { type, ...rest } = schema;
  const names = types(schema).filter((name) => required || name !== 'null');
  if (names.length === 1) return { ...rest, type: names[0] as string };
  const { title, description, [DEFAULT]: initial, ...rules } = rest;
  const around = Object.fromEntries(
    Object.entries({ title, description, [DEFAULT]: initial }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
  return {
    ...around,
    anyOf: names.map((name) => (name === 'null' ? { type: name } : { ...rules, type: name })),
  };
}

/** Takes null out of what can be absent instead. */
function nullable(schema: JsonObject, root: JsonObject, required: boolean): JsonObject {
  if (required) return schema;
  if (Array.isArray(schema.enum) && schema.enum.includes(null)) {
    return { ...schema, enum: schema.enum.filter((value) => value !== null) };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const union = schema[keyword];
    if (!Array.isArray(union)) continue;
    const members = union.filter((part) => !isNull(part));
    if (members.length === union.length) continue;
    const { [keyword]: _union, ...rest } = schema;
    const [only] = members;
    if (members.length !== 1) return { ...rest, [keyword]: members };
    return node(root, { ...(only as JsonObject), ...rest }, false);
  }
  return schema;
}

function isNull(schema: Json): boolean {
  return isObject(schema) && (schema.type === 'null' || schema.const === null);
}

/** Turns constants and enums, also where they are mixed or titled, into one list of choices. */
function choices(schema: JsonObject, root: JsonObject, required: boolean): JsonObject {
  const { enumNames, ...plain } = schema;
  if (plain.const !== undefined && !required) {
    const { const: constant, ...rest } = plain;
    return { type: typeOf(constant), ...rest, oneOf: [{ const: constant, title: String(constant) }] };
  }
  if (Array.isArray(plain.enum) && Array.isArray(enumNames)) {
    const { enum: values, ...rest } = plain;
    const titled = (values as Json[]).map((value, at) => ({
      const: value,
      title: String(enumNames[at] ?? value),
    }));
    return { ...rest, oneOf: titled };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const union = plain[keyword];
    if (!Array.isArray(union)) continue;
    const constants = union.map((part) => constantsOf(root, part));
    if (constants.some((list) => list === undefined)) continue;
    const { [keyword]: _union, ...rest } = plain;
    const all = constants.flatMap((list) => list ?? []);
    return { ...rest, type: rest.type ?? typeOf(all[0]?.const), oneOf: all };
  }
  return schema;
}

function constantsOf(root: JsonObject, schema: Json): JsonObject[] | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof schema.$ref === 'string') return constantsOf(root, referred(root, schema.$ref) ?? null);
  const { title, description } = schema;
  if (schema.const !== undefined) {
    const label = typeof title === 'string' ? title : String(schema.const);
    return [{ const: schema.const, title: label, ...(description ? { description } : {}) }];
  }
  if (!Array.isArray(schema.enum)) return undefined;
  return schema.enum.map((value) => ({ const: value, title: String(value) }));
}

function typeOf(value: Json | undefined): string {
  if (value === null) return 'null';
  return typeof value;
}

/** Gives alternatives names, and marks what may be anything. */
function named(schema: JsonObject, root: JsonObject): JsonObject {
  const result = { ...schema };
  for (const keyword of ['anyOf', 'oneOf']) {
    const union = result[keyword];
    if (!Array.isArray(union)) continue;
    result[keyword] = union.map((part, at) =>
      isObject(part) ? { title: nameOf(part, root, at), ...part } : part,
    );
  }
  const says = ['type', '$ref', 'properties', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'if', 'items'];
  return says.some((keyword) => keyword in result) ? result : { ...result, [ANY]: true };
}

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  array: 'list',
  boolean: 'true or false',
};

function nameOf(schema: JsonObject, root: JsonObject, at: number): string {
  if (schema.const !== undefined) return String(schema.const);
  if (typeof schema.$ref === 'string') {
    const { title } = referred(root, schema.$ref) ?? {};
    return typeof title === 'string' ? title : (schema.$ref.split('/').pop() ?? schema.$ref);
  }
  const tag = isObject(schema.properties)
    ? Object.values(schema.properties).find((part) => isObject(part) && typeof part.const === 'string')
    : undefined;
  if (isObject(tag)) return String(tag.const);
  const [type] = types(schema);
  if (type === 'object' && isObject(schema.properties))
    return Object.keys(schema.properties).join(', ') || 'object';
  return type === undefined ? `choice ${at + 1}` : (TYPE_NAMES[type] ?? type);
}

/** The schema of a question, whose lists of choices are sets, though they don't say so. */
export function withSets(schema: JsonObject): JsonObject {
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const marked = members.map(
    ([name, part]) => [name, isSet(part) ? { ...part, uniqueItems: true } : part] as const,
  );
  return { ...schema, properties: Object.fromEntries(marked) };
}

function isSet(schema: Json): schema is JsonObject {
  if (!isObject(schema) || schema.type !== 'array' || !isObject(schema.items)) return false;
  return ['enum', 'anyOf', 'oneOf'].some((keyword) => Array.isArray((schema.items as JsonObject)[keyword]));
}
