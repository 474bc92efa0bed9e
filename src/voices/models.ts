import type { EngineId } from '../engines/adapter.ts';
import { ServiceError } from '../errors/service-error.ts';

/** The family every hosted model id stands for: each voice with its own engine. */
export const defaultModel = 'sonorant-1';

/** Our own model ids and the engines of each family, in the order they are asked; `all` takes the server's order. */
const families: Readonly<Record<string, readonly EngineId[] | 'all'>> = {
  [defaultModel]: 'all',
  espeak: ['espeak'],
  flite: ['flite'],
};

/** Hosted ids that clients send, current and dated. */
export const modelAliases: readonly string[] = [
  'sonic-3.6',
  'sonic-3.5',
  'sonic-3',
  'sonic-latest',
  'sonic-preview',
  'sonic-3-latest',
  'sonic-3.6-2026-08-27',
  'sonic-3.5-2026-05-04',
  'sonic-3-2026-01-12',
  'sonic-3-2025-10-27',
];

/** Hosted ids that are retired and still sent by older code: `sonic`, `sonic-english`, `sonic-2-2025-03-07`, … . */
const retired = /^sonic(-(english|multilingual|(2|turbo)(-[a-z0-9-]{1,32})?))?$/;

function familyOf(modelId: string): string | undefined {
  if (Object.hasOwn(families, modelId)) return modelId;
  return modelAliases.includes(modelId) || retired.test(modelId) ? defaultModel : undefined;
}

/** Our own model ids that these engines can serve. */
export function modelIds(engines: readonly EngineId[]): string[] {
  return Object.entries(families)
    .filter(([, family]) => family === 'all' || family.some((id) => engines.includes(id)))
    .map(([id]) => id);
}

/**
 * The engines a model may speak with, in order of preference.
 * @param engines the server's engines, in its order of preference
 * @throws {ServiceError} `model_not_found` for an id that names no family or one without an engine here
 */
export function enginesOf(modelId: string, engines: readonly EngineId[]): EngineId[] {
  const family = families[familyOf(modelId) ?? ''] ?? [];
  const able = family === 'all' ? [...engines] : family.filter((id) => engines.includes(id));
  if (able.length === 0) {
    throw new ServiceError(
      'model_not_found',
      `No model has this id; allowed are ${modelIds(engines).join(', ')} and, as names of the first, the hosted ids such as ${modelAliases.slice(0, 4).join(', ')}.`,
    );
  }
  return able;
}
