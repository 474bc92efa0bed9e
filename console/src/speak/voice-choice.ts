/** Which voice speaks where a person has chosen none on the page: the one they chose last in this browser, else a built-in one. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ownerOf, useCurrentSession } from '../base/session-context.ts';
import type { Session } from '../base/session.ts';
import { useVoice, useVoices, type Voice } from './voices.ts';

/** Built-in voices stand at the end of the list and have one date, which is older than every other. */
function builtIn(voices: readonly Voice[]): readonly Voice[] {
  const date = voices.at(-1)?.created_at;
  return voices.filter((voice) => !voice.is_owner && voice.created_at === date);
}

/** Two voices to begin with, the server's own default first; one made of a recording only where there is nothing else. */
export function firstVoices(voices: readonly Voice[]): readonly [Voice | undefined, Voice | undefined] {
  const own = builtIn(voices);
  const speaking = (own.length > 0 ? own : voices).filter((voice) => voice.spoken_by !== null);
  const english = speaking.filter(({ language }) => language === 'en');
  const first = english.find(({ gender }) => gender === 'feminine') ?? english[0] ?? speaking[0] ?? voices[0];
  const others = speaking.filter((voice) => voice !== first && voice.language === first?.language);
  return [first, others.find(({ gender }) => gender !== first?.gender) ?? others[0] ?? first];
}

/** Of a member, or of all who sign in without an account. */
function keyOf(session: Session): string {
  return `sonorant-voice:${ownerOf(session)}`;
}

/** Storage may be switched off: then the choice holds for the tab. */
function readLast(session: Session): string {
  try {
    return localStorage.getItem(keyOf(session)) ?? '';
  } catch {
    return '';
  }
}

/** @returns keeps the voice that was chosen, for the next tab */
export function useKeepVoice(): (id: string) => void {
  const session = useCurrentSession();
  return useCallback(
    (id: string) => {
      try {
        localStorage.setItem(keyOf(session), id);
      } catch {
        // As in `readLast`.
      }
    },
    [session],
  );
}

/**
 * The voice to speak with: the one that was chosen on this page; where none was, or it is gone, the one that was chosen last.
 * @param id that was chosen on this page; empty for none
 * @returns undefined before it is known
 */
export function useChosenVoice(id: string): Voice | undefined {
  const session = useCurrentSession();
  const { data } = useVoices();
  const [last] = useState(() => readLast(session));
  const chosen = useVoice(id);
  const isFree = id === '' || chosen.isGone;
  const kept = useVoice(isFree ? last : '');
  const first = useMemo(() => firstVoices(data?.voices ?? [])[0], [data]);
  if (!isFree) return chosen.voice;
  return kept.isPending ? undefined : (kept.voice ?? first);
}

/** The voice that the address names, as a link to the page does. @param choose called with its id, once */
export function useAskedVoice(choose: (id: string) => void): void {
  const id = new URLSearchParams(useSearch()).get('voice');
  const [path, navigate] = useLocation();
  const keep = useKeepVoice();
  const latest = useRef(choose);
  useEffect(() => void (latest.current = choose));
  useEffect(() => {
    if (id === null) return;
    keep(id);
    latest.current(id);
    navigate(path, { replace: true });
  }, [id, keep, path, navigate]);
}
