/** What the microphone and the loudspeaker can fail with alike. */

/** An error with a code. */
export class DeviceError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Said where the module of the audio thread was not loaded. */
export function workletProblem(url: string | URL | undefined): string {
  return `The module of the audio thread was not loaded from ${String(url ?? 'worklet.js')}; its address is the option workletUrl.`;
}
