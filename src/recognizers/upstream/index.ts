/** Servers with OpenAI's `POST /v1/audio/transcriptions`, each of them a recognizer by its own id. */
import type { RecognizerDescriptor } from '../adapter.ts';
import { UpstreamRecognizer, type UpstreamRecognizerLimits } from './recognizer.ts';
import type { UpstreamRecognizerSetting } from './settings.ts';

export { upstreamRecognizerSchema, type UpstreamRecognizerSetting } from './settings.ts';
export type { UpstreamRecognizerLimits } from './recognizer.ts';

/** The recognizer of one server. */
export function upstreamRecognizer(
  setting: UpstreamRecognizerSetting,
  limits: UpstreamRecognizerLimits = {},
): RecognizerDescriptor {
  return {
    id: setting.id,
    capabilities: {
      languages: setting.languages ?? 'any',
      detectsLanguage: true,
      streaming: false,
      // Some do.
      words: false,
      // As a part of the prompt, which Whisper takes for what was said before.
      phrases: true,
      vocabulary: false,
      prompt: true,
      concurrency: setting.concurrency,
    },
    open: () => new UpstreamRecognizer(setting, limits),
  };
}
