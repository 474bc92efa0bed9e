/** A sink that gives what an engine speaks another spectrum. */
import type { StreamResponse } from '../../audio/timbre/stream-filter.ts';
import type { SpeechSink } from '../adapter.ts';

export interface ShapedSink extends Pick<SpeechSink, 'audio'> {
  /** Gives what is left: with it as many samples have come out as went in. */
  end(): void;
}

/** @param response what is to be done; nothing when absent */
export function shapedSink(sink: Pick<SpeechSink, 'audio'>, response: StreamResponse | undefined): ShapedSink {
  if (response === undefined) return { audio: (samples) => sink.audio(samples), end: () => undefined };
  const filter = response.filter();
  const give = (samples: Int16Array): void => {
    if (samples.length > 0) sink.audio(samples);
  };
  return { audio: (samples) => give(filter.write(samples)), end: () => give(filter.end()) };
}
