/** Utterances of the page: made once, then heard, downloaded and kept. */
import type { SpeechRequest } from '@sonorant/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { arrived } from '../base/arrived.ts';
import type { Take } from '../audio/take.ts';
import { usePlayback } from '../audio/use-playback.ts';
import { useUtterance } from '../audio/use-utterance.ts';
import { useKeeper, whenOver } from '../history/keeping.ts';
import type { SpeechSettings } from './settings.tsx';
import { keptSpeakers, speakersOf, type Speaker } from './speakers.ts';
import { speechOptions } from './speech-options.ts';
import type { Voice } from './voices.ts';

/**
 * @param voice    the one in force; undefined before the voices are known
 * @param speakers those whose names the text may have
 */
export function useSpeaking(
  text: string,
  settings: SpeechSettings,
  voice: Voice | undefined,
  speakers: readonly Speaker[],
) {
  const { take, view, isRunning, speak, stop } = useUtterance();
  const playback = usePlayback();
  const keeper = useKeeper();
  const [madeOf, setMadeOf] = useState('');
  const canSpeak = text.trim() !== '' && voice !== undefined;
  const named = speakersOf(speakers);
  const cast = named && { speakers: named };
  const request: SpeechRequest = { text, ...speechOptions(settings, voice?.id ?? ''), ...cast };
  const wanted = JSON.stringify(request);

  const make = (): Take => {
    const next = speak(request);
    setMadeOf(wanted);
    const { model, language, speed, volume, emotion, dictionary = '', format } = settings;
    keeper.watch(next, {
      origin: 'speak',
      text,
      voice: { id: voice?.id ?? '', name: voice?.name ?? '' },
      model: model === '' ? null : model,
      language: language === '' ? (voice?.language ?? null) : language,
      settings: {
        ...{ speed, volume, emotion, dictionary, format },
        ...keptSpeakers.write(speakers),
      },
    });
    return next;
  };
  const start = (): void => {
    if (canSpeak) playback.play(make());
  };
  /** A part of the text, which is not kept. */
  const preview = (part: string): void => {
    if (voice === undefined || part.trim() === '') return;
    playback.play(speak({ ...request, text: part }));
    setMadeOf('');
  };
  const end = (): void => {
    stop();
    playback.stop();
  };
  // What was heard; where the text or a setting has changed since, or nothing was heard yet, it is made once and not played.
  const save = useMutation({
    mutationFn: async () => {
      const isSame = madeOf === wanted && take !== undefined && view.state !== 'failed' && view.state !== 'stopped';
      const made = isSame ? take : make();
      await whenOver(made);
      const { state, error } = made.view();
      if (state === 'failed') throw errorOf(error);
      if (state !== 'complete') throw new Error('It was stopped before it was whole.');
      const { saveTake } = await arrived(import('./save-take.ts'));
      await saveTake(made, settings.format, text);
    },
  });
  const isBusy = isRunning || playback.isPlaying;
  return { take, view, playback, keeper, save, start, preview, end, canSpeak, isBusy };
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
