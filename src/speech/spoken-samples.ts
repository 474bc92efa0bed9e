/** The whole of a text as samples, for further processing. */
import type { SpeechScheduler } from '../engines/scheduling/scheduler.ts';
import { SpeechContext } from './context.ts';
import type { SpeechContextOptions } from './context-options.ts';
import type { SpeechSettings } from './settings.ts';

/** How it is spoken. */
export interface SpokenOptions extends Partial<Pick<SpeechContextOptions, 'generationConfig' | 'maxCharacters'>> {
  readonly scheduler: SpeechScheduler;
  readonly settings: SpeechSettings;
  /** Counts it; `exempt` only for what the service says on its own account. */
  readonly meter: SpeechContextOptions['meter'];
  /** Hz. */
  readonly sampleRate: 24_000;
  /** Ends the speech. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * 16-bit samples, little-endian, as bytes; whatever the format of the settings.
 * @throws {ServiceError} of the context
 * @throws the reason of the signal
 */
export function spokenSamples(
  transcript: string,
  { settings, sampleRate, signal, generationConfig = {}, ...options }: SpokenOptions,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Uint8Array[] = [];
  const context = new SpeechContext({
    ...options,
    settings: { ...settings, format: { container: 'raw', encoding: 'pcm_s16le', sampleRate } },
    generationConfig,
    onEvent(event) {
      if (event.type === 'chunk') chunks.push(event.data);
      if (event.type === 'done') resolve(Buffer.concat(chunks));
      if (event.type === 'error') reject(event.error);
    },
  });
  const onAbort = (): void => {
    context.abandon();
    reject(signal!.reason as Error);
  };
  if (signal?.aborted === true) onAbort();
  else {
    signal?.addEventListener('abort', onAbort, { once: true });
    context.push({ transcript, continue: false, flush: false });
  }
  return promise.finally(() => signal?.removeEventListener('abort', onAbort));
}
