/** The words in which the forms of `cases.ts` are told: schemas, and what somebody does. */

import type { Page } from '@playwright/test';
import type { Json, JsonObject } from '../../src/json.ts';

export interface Case {
  /** The tool's name. */
  name: string;
  /** What the tool takes: properties, and what else its schema says. */
  takes: JsonObject;
  rules?: JsonObject;
  /** What is done before the tool is called; nothing where it is left out. */
  does?: (page: Page) => Promise<unknown>;
  arrives: Json;
  /** What the line itself has, where JavaScript would round it. */
  line?: string;
}

export const text: JsonObject = { type: 'string' };
export const whole: JsonObject = { type: 'integer' };
export const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  ...more,
});
export const object = (
  properties: JsonObject,
  required: string[] = [],
  more: JsonObject = {},
): JsonObject => ({
  type: 'object',
  properties,
  required,
  ...more,
});
export const must = (...required: string[]): JsonObject => ({ required });

export const field = (page: Page, path = 'it') => page.locator(`#args_${path}`);
export const add = (page: Page, name = 'it') =>
  page.getByRole('button', { name: `Add to ${name}`, exact: true }).click();
export const kind = (page: Page, label: string) => page.getByLabel('Kind of it').selectOption({ label });
