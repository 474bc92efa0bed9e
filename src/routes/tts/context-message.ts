/** Reads the messages of a speech socket: JSON, the context they belong to, what a later one may not change. */
import { isDeepStrictEqual } from 'node:util';
import { describeJsonProblem } from '../../errors/json-position.ts';
import { ignoredFields, mayMean, withIgnoredFields } from '../../errors/ignored-fields.ts';
import { asServiceError, invalidField, ServiceError } from '../../errors/service-error.ts';
import type { Push } from '../../speech/context-options.ts';
import { readGenerationConfig } from '../../speech/generation-config.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import { parseLanguageTag } from '../../voices/locales.ts';
import { isSameName } from '../../voices/voice-names.ts';
import { voiceIdOf } from '../../voices/voice-specifier.ts';
import { readOutputFormat } from './output-format.ts';
import { generationMessageSchema, type GenerationMessage } from './schema.ts';
import { readDuration, readNormalization } from './speech-request.ts';

/** @throws {ServiceError} for what is not one JSON object */
export function parseMessage(text: string): Record<string, unknown> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (cause) {
    throw new ServiceError(
      'invalid_json',
      `The message is not JSON: ${describeJsonProblem(text) ?? 'it cannot be read'}. Each message is one JSON object in a text frame.`,
      { cause },
    );
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new ServiceError('invalid_request', 'A message is a JSON object.');
  }
  return message as Record<string, unknown>;
}

/** Undefined where the message names none. */
export function readContextId(message: Record<string, unknown>): string | undefined {
  const id = message.context_id;
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'string' || id === '' || id.length > 256) {
    throw invalidField('context_id', 'expected a string of 1 to 256 characters');
  }
  return id;
}

/** The context id of a message that is not parsed. */
export function contextIdIn(text: string): string | undefined {
  return /"context_id"\s*:\s*"([^"\\]{1,256})"/.exec(text)?.[1];
}

export function required<T>(value: T | null | undefined, field: string): T {
  if (value === null || value === undefined) throw invalidField(field, 'required in the first message of a context');
  return value;
}

/** The pattern that ends an utterance; on an id that has no context it is answered by `done` (docs/rules.md#terminal-event). */
export function isBlankFinal(message: GenerationMessage): boolean {
  return message.continue !== true && message.flush !== true && (message.transcript ?? '').trim() === '';
}

/**
 * A message without `transcript` opens, ends, flushes or keeps a context. One that has its text under another name would lose it.
 * @throws {ServiceError} `invalid_request`
 */
export function requireNoOtherText(message: GenerationMessage): void {
  if (isGiven(message.transcript)) return;
  const misnamed = Object.entries(message).find(
    ([name, value]) =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      !Object.hasOwn(generationMessageSchema.shape, name) &&
      mayMean(name, 'transcript'),
  );
  if (misnamed === undefined) return;
  const missing = invalidField('transcript', 'Required: expected string');
  throw withIgnoredFields(missing, generationMessageSchema, [misnamed[0]]);
}

/** Model, voice, format, language and dictionary hold for a context; a later message may leave them out, or repeat them in any form. */
export function checkUnchanged(
  settings: SpeechSettings,
  opening: GenerationMessage,
  message: GenerationMessage,
  version: string,
): void {
  const isSameVoice = (named: string): boolean =>
    named === settings.voiceId || (isGiven(opening.voice) && isSameName(named, voiceIdOf(opening.voice, version)));
  const differs: Readonly<Record<string, (message: GenerationMessage) => boolean>> = {
    model_id: ({ model_id }) => isGiven(model_id) && model_id !== settings.modelId,
    voice: ({ voice }) => isGiven(voice) && !isSameVoice(voiceIdOf(voice, version)),
    output_format: ({ output_format }) =>
      isGiven(output_format) && !isDeepStrictEqual(readOutputFormat(output_format, version), settings.format),
    language: ({ language }) =>
      isGiven(language) && !isSameLanguage(language, opening.language ?? opening.locale, settings),
    pronunciation_dict_id: ({ pronunciation_dict_id: id }) => isGiven(id) && id !== opening.pronunciation_dict_id,
    locale: ({ locale }) => isGiven(locale) && !isSameLanguage(locale, opening.language ?? opening.locale, settings),
  };
  for (const [field, isChanged] of Object.entries(differs)) {
    if (isChanged(message)) throw invalidField(field, 'may not change inside a context; use another context_id');
  }
}

/**
 * What a later message changes, from its text on.
 * @throws {ServiceError} `invalid_request`
 */
export function changesOf(
  { generation_config, speed, normalization, duration }: GenerationMessage,
  version: string,
): Pick<Push, 'generationConfig' | 'normalization' | 'maxSeconds'> {
  return {
    generationConfig: readGenerationConfig(generation_config, speed, version),
    normalization: readNormalization(normalization),
    maxSeconds: readDuration(duration, version),
  };
}

/** The error with the fields of the message that it may come from. */
export function explained(error: unknown, message: object): ServiceError {
  return withIgnoredFields(
    asServiceError(error),
    generationMessageSchema,
    ignoredFields(generationMessageSchema, message),
  );
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** A locale must be the one of the first message, where that named one; a bare language only the one that is spoken. */
function isSameLanguage(tag: string, first: string | null | undefined, { language }: SpeechSettings): boolean {
  const [now, then] = [parseLanguageTag(tag), parseLanguageTag(first ?? '')];
  if (now?.language !== language) return false;
  return now.locale === undefined || then?.locale === undefined || now.locale === then.locale;
}
