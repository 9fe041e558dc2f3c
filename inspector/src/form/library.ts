/** What the form library wants to know about values, answered without code made at run time. */

import type { Schema } from '@cfworker/json-schema';
import { type ErrorSchema, ErrorSchemaBuilder, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import type { JsonObject } from '../json.ts';
import { type Problem, validator } from './check.ts';

/** Judges which alternative of a union a value is; what is wrong is found by `check.ts` and shown as extra errors. */
export const libraryValidator: ValidatorType = {
  isValid: (schema, data, root) => {
    if (data === undefined) return false;
    try {
      return part(schema, root).validate(withoutBlanks(data)).valid;
    } catch {
      // by contract a schema that can't be used fits nothing
      return false;
    }
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};

const parts = new WeakMap<object, WeakMap<object, ReturnType<typeof validator>>>();

function part(schema: RJSFSchema, root: RJSFSchema): ReturnType<typeof validator> {
  const known = parts.get(root) ?? new WeakMap<object, ReturnType<typeof validator>>();
  parts.set(root, known);
  const made = known.get(schema);
  if (made) return made;
  const { $defs = {}, definitions = {} } = root as JsonObject;
  const fresh = validator({ $defs, definitions, allOf: [schema as JsonObject] } satisfies Schema);
  known.set(schema, fresh);
  return fresh;
}

function withoutBlanks(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data));
}

/** Problems in the shape that puts each one at its field. */
export function fieldErrors(problems: Problem[]): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  for (const { path, message } of problems) builder.addErrors(message, path);
  return builder.ErrorSchema;
}
