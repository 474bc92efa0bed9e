/** Reads `generation_config` of the wire: ranges by version. */
import { invalidField } from '../errors/service-error.ts';
import { emotionNames, type GenerationConfig } from '../text/emotion.ts';
import { versionHas } from '../versions/index.ts';

/** How a request says in what manner it is spoken; null is as good as absent. */
export interface WireGenerationConfig {
  /** A factor of the voice's own speed, 0.6–1.5, or before 2026-03-01 a word such as `fast`. */
  readonly speed?: number | string | null | undefined;
  /** A factor, 0.5–2. */
  readonly volume?: number | null | undefined;
  /** One name, or before 2026-03-01 several of which the first counts, as `name` or `name:level`. */
  readonly emotion?: string | readonly string[] | null | undefined;
}

const speedWords: ReadonlyMap<string, number> = new Map([
  ['slowest', 0.6],
  ['slow', 0.8],
  ['normal', 1],
  ['fast', 1.25],
  ['fastest', 1.5],
]);

function within(path: string, value: number, min: number, max: number, strict: boolean): number {
  if (value >= min && value <= max) return value;
  if (strict || Number.isNaN(value)) {
    throw invalidField(path, `expected a number from ${min} to ${max}, received ${value}`);
  }
  return Math.min(max, Math.max(min, value));
}

function readSpeed(speed: number | string, strict: boolean): number {
  if (typeof speed === 'number') return within('generation_config.speed', speed, 0.6, 1.5, strict);
  const word = speedWords.get(speed);
  if (word === undefined || strict) {
    throw invalidField(
      'generation_config.speed',
      `expected a number from 0.6 to 1.5${strict ? '' : ` or one of ${[...speedWords.keys()].join(', ')}`}, received '${speed}'`,
    );
  }
  return word;
}

function readEmotion(emotion: string | readonly string[], strict: boolean): string | undefined {
  const name = typeof emotion === 'string' ? emotion : emotion[0]?.split(':')[0];
  if (name === undefined || emotionNames.includes(name)) return name;
  if (!strict) return undefined;
  throw invalidField('generation_config.emotion', `unknown emotion '${name}'; allowed: ${emotionNames.join(', ')}`);
}

/**
 * @param config  what the message carries; null and undefined mean "nothing given"
 * @param speed   the deprecated top-level speed, used where the configuration names none
 * @param version the request's version, a date
 * @returns undefined when neither was given, so that the last configuration stays
 * @throws {ServiceError} `invalid_request` naming the field and its range
 */
export function readGenerationConfig(
  config: WireGenerationConfig | null | undefined,
  speed: 'slow' | 'normal' | 'fast' | null | undefined,
  version: string,
): GenerationConfig | undefined {
  if ((config === null || config === undefined) && (speed === null || speed === undefined)) return undefined;
  const strict = versionHas(version, 'strictRanges');
  const rate = config?.speed ?? undefined;
  const emotion = config?.emotion ?? undefined;
  const name = emotion === undefined ? undefined : readEmotion(emotion, strict);
  return {
    speed: rate === undefined ? (speedWords.get(speed ?? 'normal') ?? 1) : readSpeed(rate, strict),
    volume: within('generation_config.volume', config?.volume ?? 1, 0.5, 2, strict),
    ...(name === undefined ? {} : { emotion: name }),
  };
}
