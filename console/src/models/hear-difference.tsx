import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { PlayButton } from '../components/play-button.tsx';
import { useVoices, type Voice } from '../speak/voices.ts';
import type { Model } from './models.ts';
import { samples } from './samples.ts';

export interface HearDifferenceProps {
  /** An installed one that speaks. */
  readonly model: Model;
  /** That it was chosen for. */
  readonly language: string;
  /** What stands on the page, and the voice that speaks it there. */
  readonly text: string;
  readonly voice: Voice | undefined;
  /** What spoke the language before, by its model id. */
  readonly before: string;
}

/** The same text as the server spoke it before, and as it does with the new model. */
export function HearDifference({ model, language, text, voice, before }: HearDifferenceProps): ReactElement | null {
  const { data } = useVoices();
  // The text of the page where the model speaks its language, else a sentence in the language of the model.
  const isOwn = voice?.language === language && text.trim() !== '';
  const speaker = isOwn ? voice : data?.voices.find((each) => each.language === language);
  const spoken = isOwn ? text : (samples[language] ?? text);
  if (speaker === undefined) return null;
  const load = async (modelId: string, signal: AbortSignal): Promise<Blob> => {
    const format = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
    const request = { text: spoken, voice: speaker.id, model: modelId, language: speaker.language, format };
    const speech = sonorant.speak(request, { transport: 'bytes' });
    signal.addEventListener('abort', () => speech.cancel(), { once: true });
    return new Blob([await speech.bytes()], { type: 'audio/wav' });
  };
  return (
    <div className="stack tight">
      <h3>Hear the difference</h3>
      <p className="muted spoken-sample" lang={language}>
        {spoken.length > 200 ? `${spoken.slice(0, 200)}…` : spoken}
      </p>
      <div className="row">
        <PlayButton label="The voice before" text="The voice before" load={(signal) => load(before, signal)} />
        <PlayButton
          label="The new voice"
          text="The new voice"
          load={(signal) => load(model.model_id ?? before, signal)}
        />
      </div>
    </div>
  );
}
