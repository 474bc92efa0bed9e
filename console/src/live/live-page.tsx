import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { useDraft } from '../base/draft.ts';
import { useSessionCheck } from '../base/session.ts';
import type { Take } from '../audio/take.ts';
import { usePlayback } from '../audio/use-playback.ts';
import { useTakeView } from '../audio/use-utterance.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/pages/page.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { speechOptions } from '../speak/speech-options.ts';
import { defaultSettings, Settings } from '../speak/settings.tsx';
import { TakePlayer } from '../speak/take-player.tsx';
import { useChosenVoice } from '../speak/voice-choice.ts';
import { Messages } from './messages.tsx';
import { keepSent, nextPiece } from './typing.ts';
import { LiveSpeech, type LiveState } from './live-speech.ts';

const states: Readonly<Record<LiveState, string>> = {
  closed: 'not connected',
  connecting: 'connecting',
  open: 'connected',
};

/** The speech of this page; its socket is closed when the page is left. */
function useLiveSpeech() {
  const [speech] = useState(() => new LiveSpeech());
  useEffect(() => () => speech.close(), [speech]);
  const live = useSyncExternalStore(speech.subscribe, speech.view);
  const view = useTakeView(live.take);
  const checkSession = useSessionCheck();
  const hasFailed = view.state === 'failed';
  // A socket that breaks off may be the session's end.
  useEffect(() => {
    if (hasFailed) checkSession();
  }, [hasFailed, checkSession]);
  return { speech, live, view };
}

/** Whether the key takes what an input method offers: WebKit tells of the end of a composition before the key that ends it. */
function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells that key from any other: https://bugs.webkit.org/show_bug.cgi?id=165004
  return event.isComposing || event.keyCode === 229;
}

/** Typing is spoken while it goes on: each word is sent when it is complete, as a continuation of those before. */
export default function LivePage(): ReactElement {
  const [text, setText] = useDraft<string>('live-text', '');
  const [settings, setSettings] = useDraft('speech-settings', defaultSettings);
  const [sent, setSent] = useState(0);
  const [isKept, setIsKept] = useState(false);
  const voice = useChosenVoice(settings.voice);
  const { speech, live, view } = useLiveSpeech();
  const playback = usePlayback();
  const canSpeak = voice !== undefined;

  // Takes that are heard behind the one that is heard now, which has its whole text; undefined while none is.
  const waiting = useRef<Take[]>(undefined);
  const playNext = (): void => {
    const next = waiting.current?.shift();
    if (next === undefined) waiting.current = undefined;
    else playback.play(next, 0, playNext);
  };
  const send = (piece: string): void => {
    if (voice === undefined || piece === '') return;
    const begun = speech.send(piece, speechOptions(settings, voice.id));
    if (begun === undefined) return;
    const isBehind = waiting.current !== undefined && playback.isPlaying;
    waiting.current = [...(isBehind ? waiting.current! : []), begun];
    if (!isBehind) playNext();
  };
  // The text before an input method began to compose: what it shows until it is done is no text yet.
  const composed = useRef<string>(undefined);
  const change = (typed: string): void => {
    if (composed.current === undefined) take(text, typed);
    else setText(typed);
  };
  const take = (before: string, typed: string): void => {
    const kept = keepSent(before, typed, sent);
    const piece = canSpeak ? nextPiece(kept.text, sent) : '';
    setIsKept(kept.isKept);
    setText(kept.text);
    send(piece);
    setSent(sent + piece.length);
  };
  const sendRest = (): void => {
    if (!canSpeak) return;
    send(text.slice(sent));
    setSent(text.length);
  };
  const sendNow = (): void => {
    sendRest();
    speech.flush();
  };
  const cancel = (): void => {
    speech.cancel();
    waiting.current = undefined;
    playback.stop();
    setSent(0);
    setIsKept(false);
  };
  const beginAnew = (): void => {
    cancel();
    send(text);
    setSent(text.length);
    speech.flush();
  };

  return (
    <Page
      title="Live"
      lead="What you type is spoken while you type: over one WebSocket, word by word, as a language model would send it."
      actions={<Badge tone={live.state === 'open' ? 'good' : 'neutral'}>{states[live.state]}</Badge>}
    >
      <div className="workbench">
        <section className="card" aria-label="Typing">
          <TextField
            label="Type here"
            rows={5}
            value={text}
            onChange={change}
            description={`A word is sent when a space follows it; Enter sends and speaks what waits. ${sent} of ${text.length} characters sent.`}
            onCompositionStart={() => void (composed.current = text)}
            onCompositionEnd={({ currentTarget }) => {
              const before = composed.current ?? text;
              composed.current = undefined;
              take(before, currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              sendNow();
            }}
          />
          {isKept && (
            <p className="note" role="status">
              Text that was sent cannot be taken back: it is being spoken. Cancel begins anew.
            </p>
          )}
          <div className="row">
            <Button variant="primary" isDisabled={!canSpeak || text.length === 0} onPress={sendNow}>
              Speak now (flush)
            </Button>
            <Button
              isDisabled={!canSpeak || text.length === 0}
              onPress={() => {
                sendRest();
                speech.end();
              }}
            >
              End of the text
            </Button>
            <Button onPress={cancel} isDisabled={sent === 0}>
              <Icon name="stop" /> Cancel
            </Button>
            <Button
              variant="quiet"
              isDisabled={text === ''}
              onPress={() => {
                cancel();
                setText('');
              }}
            >
              Clear the text
            </Button>
          </div>
          {live.error !== undefined && <ErrorMessage error={live.error} title="The server refused a message" />}
          <TakePlayer take={live.take} view={view} playback={playback} isTyped />
          {view.state === 'failed' && (
            <div>
              <Button onPress={beginAnew}>Speak the text again</Button>
            </div>
          )}
        </section>
        <section className="card" aria-label="Settings">
          <p className="muted">Changes hold from the next utterance on.</p>
          <Settings
            settings={settings}
            voice={voice}
            hasFormat={false}
            onChange={(part) => setSettings((before) => ({ ...before, ...part }))}
          />
        </section>
      </div>
      <Messages messages={live.messages} onForget={() => speech.forgetMessages()} />
    </Page>
  );
}
