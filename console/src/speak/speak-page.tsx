import { version } from '@sonorant/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { useDraft } from '../base/draft.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { download } from '../audio/download.ts';
import { useUtterance } from '../audio/use-utterance.ts';
import { usePlayback } from '../audio/use-playback.ts';
import { Button } from '../components/button.tsx';
import { CodeSamples } from '../components/code-samples.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { TextField } from '../components/text-field.tsx';
import { LateInstallCard } from '../models/late-install-card.tsx';
import { formatOf } from './formats.ts';
import { snippets, speechOptions } from './request.ts';
import { defaultSettings, Settings } from './settings.tsx';
import { TakePlayer } from './take-player.tsx';
import { useChosenVoice } from './voice-choice.ts';

const firstText = 'Hello! This is your own server speaking. Each word lights up when you hear it.';

/** A text, a voice, and the sound of it while it is made. */
export default function SpeakPage(): ReactElement {
  const session = useCurrentSession();
  const [text, setText] = useDraft<string>(`speak-text:${session.organization.id}`, firstText);
  const [settings, setSettings] = useDraft(`speech-settings:${session.organization.id}`, defaultSettings);
  const voice = useChosenVoice(settings.voice);
  const { take, view, isRunning, speak, stop } = useUtterance();
  const playback = usePlayback();
  const isBusy = isRunning || playback.isPlaying;
  const canSpeak = text.trim() !== '' && voice !== undefined;

  const start = (): void => {
    if (voice === undefined || text.trim() === '') return;
    playback.play(speak({ text, ...speechOptions(settings, voice.id) }));
  };
  const end = (): void => {
    stop();
    playback.stop();
  };
  const save = useMutation({
    mutationFn: async () => {
      const { format, extension } = formatOf(settings.format);
      const request = { text, ...speechOptions(settings, voice!.id), format };
      const speech = sonorant.speak(request, { transport: 'bytes' });
      download(new Blob([await speech.bytes()]), `${fileName(text)}.${extension}`);
    },
  });

  return (
    <Page title="Speak" lead="Type a text, choose a voice, and hear it while it is made.">
      <LateInstallCard purpose="speaking" title="Give it a natural voice" text={text} voice={voice}>
        The built-in voices are small and sound like a machine. With this model the server sounds like a person; it runs
        on the server, and no text leaves it.
      </LateInstallCard>
      <div className="workbench">
        <section className="card" aria-label="Text">
          <TextField
            label="Text"
            rows={6}
            value={text}
            onChange={setText}
            placeholder="What should be said?"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start();
            }}
          />
          <div className="row spread">
            <div className="row">
              {isBusy ? (
                <Button variant="primary" onPress={end}>
                  <Icon name="stop" /> Stop
                </Button>
              ) : (
                <Button variant="primary" onPress={start} isDisabled={!canSpeak}>
                  <Icon name="play" /> Speak
                </Button>
              )}
              {take !== undefined && !isBusy && view.seconds > 0 && (
                <Button onPress={() => playback.play(take)}>Hear it again</Button>
              )}
              <Button onPress={() => save.mutate()} isPending={save.isPending} isDisabled={!canSpeak}>
                <Icon name="download" /> Download
              </Button>
            </div>
            <small>{text.length.toLocaleString('en-GB')} characters · Ctrl + Enter speaks</small>
          </div>
          {save.error !== null && <ErrorMessage error={save.error} title="Not downloaded" />}
          <TakePlayer take={take} view={view} playback={playback} />
        </section>
        <section className="card" aria-label="Settings">
          <Settings
            settings={settings}
            voice={voice}
            onChange={(change) => setSettings((before) => ({ ...before, ...change }))}
          />
        </section>
      </div>
      <section className="stack">
        <h2>The same request in code</h2>
        <CodeSamples
          label="Language of the code"
          samples={snippets({ text, settings, voice: voice?.id ?? '', url: session.server.public_url, version })}
        />
      </section>
    </Page>
  );
}

/** The first words of the text, as a name that every file system takes. */
function fileName(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 6).join('-').slice(0, 60) || 'speech';
}
