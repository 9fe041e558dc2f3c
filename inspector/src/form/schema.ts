/** Walking JSON Schemas: references, compositions, members and items. */

import { isObject, type Json, type JsonObject } from '../json.ts';

/** The part of `root` that a local reference (`#/$defs/…`) names. */
export function referred(root: JsonObject, reference: string): JsonObject | undefined {
  if (!reference.startsWith('#')) return undefined;
  let part: Json | undefined = root;
  for (const token of reference.slice(1).split('/').slice(1).map(unescaped)) {
    if (Array.isArray(part)) part = part[Number(token)];
    else if (isObject(part)) part = part[token];
    else return undefined;
  }
  return isObject(part) ? part : undefined;
}

function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** References that lead to references end after this many. */
const DEEPEST = 32;

/** The schema with its references followed and its `allOf` folded in. */
export function resolved(root: JsonObject, schema: Json | undefined, depth = 0): JsonObject {
  if (!isObject(schema) || depth > DEEPEST) return {};
  const { $ref, allOf, ...own } = schema;
  const parts: JsonObject[] = [];
  if (typeof $ref === 'string') parts.push(resolved(root, referred(root, $ref), depth + 1));
  if (Array.isArray(allOf)) parts.push(...allOf.map((part) => resolved(root, part, depth + 1)));
  return parts.reduceRight(merged, own as JsonObject);
}

/** `over` on top of `under`, where members and requirements of both hold. */
function merged(over: JsonObject, under: JsonObject): JsonObject {
  const result = { ...under, ...over };
  if (isObject(under.properties) && isObject(over.properties)) {
    result.properties = { ...under.properties, ...over.properties };
  }
  if (Array.isArray(under.required) && Array.isArray(over.required)) {
    result.required = [...under.required, ...over.required];
  }
  return result;
}

/** The alternatives of a union that a value can still be, judged by their constant members. */
export function alternatives(root: JsonObject, schema: JsonObject, value: unknown): JsonObject[] {
  const members = [schema.anyOf, schema.oneOf].flatMap((union) => (Array.isArray(union) ? union : []));
  const all = members.map((member) => resolved(root, member));
  const possible = all.filter((member) => constantsAgree(root, member, value));
  return possible.length > 0 ? possible : all;
}

function constantsAgree(root: JsonObject, schema: JsonObject, value: unknown): boolean {
  if (!isObject(schema.properties) || !isObject(value)) return true;
  return Object.entries(schema.properties).every(([name, member]) => {
    const { const: constant } = resolved(root, member);
    return constant === undefined || value[name] === undefined || value[name] === constant;
  });
}

export interface Member {
  schema: JsonObject;
  required: boolean;
  /** Whether the schema names it; else it is one of its additional properties. */
  declared: boolean;
}

/** What a schema says of one member of an object. */
export function member(root: JsonObject, schema: JsonObject, value: JsonObject, name: string): Member {
  const whole = resolved(root, schema);
  const places = [whole, ...alternatives(root, whole, value)];
  const declared = places.map((place) => isObject(place.properties) && place.properties[name]);
  const found = declared.find((part) => part !== undefined && part !== false);
  return {
    schema: resolved(root, found || whole.additionalProperties),
    required: places.some((place) => Array.isArray(place.required) && place.required.includes(name)),
    declared: found !== undefined,
  };
}

/** What a schema says of one item of a list. */
export function item(root: JsonObject, schema: JsonObject, index: number): JsonObject {
  const whole = resolved(root, schema);
  const lists = [whole, ...alternatives(root, whole, undefined)];
  const list = lists.find((part) => part.items !== undefined || part.prefixItems !== undefined) ?? {};
  const tuple = Array.isArray(list.prefixItems) ? list.prefixItems : list.items;
  if (!Array.isArray(tuple)) return resolved(root, list.items);
  return resolved(root, tuple[index] ?? (list.prefixItems ? list.items : list.additionalItems));
}

/** The types that a schema allows; none where it doesn't say. */
export function types(schema: JsonObject): string[] {
  const { type } = schema;
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  if (typeof type === 'string') return [type];
  return isObject(schema.properties) ? ['object'] : [];
}
