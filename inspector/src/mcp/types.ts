/** What servers describe, as far as the page looks at it; everything may be missing on the wire. */

import type { Json, JsonObject } from '../json.ts';

export interface Described {
  name: string;
  title?: string;
  description?: string;
  _meta?: JsonObject;
}

export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

export interface Tool extends Described {
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations?: ToolAnnotations;
}

export interface Resource extends Described {
  uri: string;
  mimeType?: string;
  size?: number;
}

export interface ResourceTemplate extends Described {
  uriTemplate: string;
  mimeType?: string;
}

export interface PromptArgument {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
}

export interface Prompt extends Described {
  arguments?: PromptArgument[];
}

export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

/** A block of content; `type` says which members are there. */
export interface Block {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  uri?: string;
  name?: string;
  title?: string;
  description?: string;
  size?: number;
  resource?: ResourceContents;
  annotations?: { audience?: string[]; priority?: number; lastModified?: string };
  [other: string]: unknown;
}

export interface PromptMessage {
  role: string;
  content: Block;
}

export interface CallResult {
  content?: Block[];
  structuredContent?: Json;
  isError?: boolean;
}
