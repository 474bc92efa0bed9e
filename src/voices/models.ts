/** Model ids and the engines they stand for (docs/rules.md#model-family). */
import type { EngineDescriptor } from '../engines/adapter.ts';
import { ServiceError } from '../errors/service-error.ts';

/** The family that every hosted model id stands for: each voice with its own engine. Beside it each engine's id is a model. */
export const defaultModel = 'sonorant-1';

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

/** Hosted ids that are retired and still sent by older code: `sonic`, `sonic-2024-12-12`, `sonic-english`, `sonic-2-2025-03-07`, … . */
const retired = /^sonic(-(\d{4}-\d{2}-\d{2}|english|multilingual|(2|turbo)(-[a-z0-9-]{1,32})?))?$/;

/**
 * The model ids that these engines can serve, without the hosted ones: the default family, then one for each engine.
 * @param engines the server's engines, in order of preference
 */
export function modelIds(engines: readonly EngineDescriptor[]): string[] {
  return [defaultModel, ...engines.map(({ id }) => id)];
}

/**
 * The engines that a model may speak with, in order of preference; at least one.
 * @param engines the server's engines, in order of preference
 * @throws {ServiceError} `model_not_found` for an id that names no model or one without an engine here
 */
export function enginesOf(modelId: string, engines: readonly EngineDescriptor[]): readonly EngineDescriptor[] {
  const isDefault = modelId === defaultModel || modelAliases.includes(modelId) || retired.test(modelId);
  const able = isDefault ? engines : engines.filter(({ id }) => id === modelId);
  if (able.length === 0) {
    throw new ServiceError(
      'model_not_found',
      `No model has this id; allowed are ${modelIds(engines).join(', ')} and, as names of the first, the hosted ids such as ${modelAliases.slice(0, 4).join(', ')}.`,
    );
  }
  return able;
}
