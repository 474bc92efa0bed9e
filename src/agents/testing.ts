/** Tools as clients send them, and what becomes of them, for tests. */
import assert from 'node:assert/strict';
import { ServiceError } from '../errors/service-error.ts';
import { parseWith } from '../errors/validation.ts';
import { changeTool, defineTool, showTool, type ToolDefinition, type ToolOptions } from './tool-definition.ts';
import { newToolSchema, toolPatchSchema } from './tool-schema.ts';

export const options: ToolOptions = {
  seal: (secret) => `sealed(${Array.from(secret).reverse().join('')})`,
  allowPrivate: false,
};

export const common = {
  name: 'find_order',
  description: 'Finds an order.',
  pre_tool_speech: 'auto',
  execution_mode: 'immediate',
};

export const client = {
  type: 'client',
  ...common,
  expects_response: true,
  parameters: {
    type: 'object',
    properties: { order: { type: 'string', description: 'Its number' } },
    required: ['order'],
  },
};

export const api = { url: 'https://api.example.org/orders', method: 'GET' };
export function webhook(more: object = {}, rest: object = {}) {
  return { type: 'webhook', ...common, api_schema: { ...api, ...more }, ...rest };
}

export function secret(value?: string) {
  return { type: 'secret', ...(value !== undefined && { secret_value: value }) };
}

export function define(tool: unknown): ToolDefinition {
  return defineTool(parseWith(newToolSchema, tool), options);
}

export function change(tool: ToolDefinition, patch: unknown): ToolDefinition {
  return changeTool(tool, parseWith(toolPatchSchema, patch), options);
}

export function show(tool: ToolDefinition) {
  return showTool(tool) as unknown as Record<string, never> & { readonly api_schema: Record<string, unknown> };
}

export function refusal(make: () => unknown): string {
  try {
    make();
    return 'taken';
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
    return error.message;
  }
}

export function at(path: string) {
  return new RegExp(`→ at ${path.replaceAll(/[.[\]$]/g, '\\$&')}(\\n|$)`);
}
