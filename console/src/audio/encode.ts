/** Audio that the page has, as a file: WAV is made here, other formats by the server out of the same samples. Nothing is made again. */
import { SonorantError } from '@sonorant/client';
import { uploading } from '../base/upload.ts';

export interface EncodeOptions {
  readonly signal?: AbortSignal;
  /** Called with the share of the audio that has been sent, 0 to 1. */
  readonly onShare?: (share: number) => void;
}

/**
 * @param sound  a WAV file
 * @param format fields of a form that name the format
 * @throws {Error} for audio that is longer than the server takes
 */
export async function encodeSound(
  sound: Blob,
  format: Readonly<Record<string, string>>,
  { signal, onShare = () => undefined }: EncodeOptions = {},
): Promise<Blob> {
  const file = new File([sound], 'take.wav', { type: 'audio/wav' });
  try {
    const answer = await uploading(onShare).request('POST', '/encode', { form: { file, ...format }, signal });
    return await (answer as Response).blob();
  } catch (error) {
    if (!(error instanceof SonorantError) || error.code !== 'file_too_large') throw error;
    throw new Error('It is too long for this format: choose WAV, 24 kHz.', { cause: error });
  }
}
