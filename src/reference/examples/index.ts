/**
 * The examples of all operations. Each is run in three languages by `npm run test:docs`; an operation without one fails the
 * tests.
 */
import { agentExamples, callExamples, webhookExamples } from './agents.ts';
import { bookExamples } from './books.ts';
import { isFrom, type Example, type Examples, type FromAnswer, type Value } from './example.ts';
import { modelExamples } from './models.ts';
import { organizationExamples } from './organization.ts';
import { speechExamples, statusExamples } from './speech.ts';
import { storedExamples } from './stored.ts';
import { voiceExamples } from './voices.ts';

export const examples: Examples = {
  ...speechExamples,
  ...statusExamples,
  ...voiceExamples,
  ...agentExamples,
  ...callExamples,
  ...webhookExamples,
  ...storedExamples,
  ...bookExamples,
  ...organizationExamples,
  ...modelExamples,
};

/** One call of an example. */
export interface Step {
  /** `POST /datasets` */
  readonly operation: string;
  readonly example: Example;
  /** The values that later steps take from its answer; empty where none does. */
  readonly gives: readonly FromAnswer[];
}

function valuesFrom(value: Value | undefined): FromAnswer[] {
  if (isFrom(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner: Value) => valuesFrom(inner));
}

function needsOf({ params = {}, query = {}, body }: Example): FromAnswer[] {
  return [...Object.values(params), ...Object.values(query), body].flatMap(valuesFrom);
}

/** What has to be called, in this order; the operation itself is the last step. Each is called once. */
export function stepsOf(operation: string): Step[] {
  const order: string[] = [];
  const needed = new Map<string, FromAnswer[]>();
  const visit = (name: string): void => {
    if (order.includes(name)) return;
    const example = examples[name];
    if (example === undefined) throw new Error(`${operation} needs an example of ${name}`);
    for (const need of needsOf(example)) {
      visit(need.from);
      const known = needed.get(need.from) ?? [];
      if (!known.some(({ member }) => member === need.member)) needed.set(need.from, [...known, need]);
    }
    for (const before of example.after ?? []) visit(before);
    order.push(name);
  };
  visit(operation);
  return order.map((name) => ({ operation: name, example: examples[name]!, gives: needed.get(name) ?? [] }));
}
