import { useMemo, type ReactElement } from 'react';
import { useDraft } from '../base/draft.ts';
import { Button } from '../components/button.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { Select } from '../components/forms/select.tsx';
import { SendingForm } from '../components/forms/sending-form.tsx';
import { Slider } from '../components/forms/slider.tsx';
import { defaultModel } from '../speak/formats.ts';
import { LanguageSelect, ModelSelect } from '../speak/settings.tsx';
import { firstVoices, useChosenVoice, useKeepVoice } from '../speak/voice-choice.ts';
import { VoicePicker } from '../speak/voice-picker.tsx';
import { languageName, useVoices, type Voice } from '../speak/voices.ts';
import { isActive, useBookLimits, type BookFormat, type BookWithChapters } from './books.ts';
import { ChapterChoice } from './chapter-choice.tsx';
import { useStart } from './use-start.ts';

interface BookSettings {
  /** Empty for none that was chosen. */
  readonly voice: string;
  readonly model: string;
  /** Empty for that of the voice. */
  readonly language: string;
  readonly speed: number;
  readonly format: BookFormat;
  /** Numbers. */
  readonly chapters: readonly number[];
}

/** As it was asked for last; before that the whole book, in its own language. */
function firstSettings({ speech, chapters }: BookWithChapters): BookSettings {
  return {
    voice: speech?.voice_id ?? '',
    model: speech?.model_id ?? defaultModel,
    language: speech?.language ?? '',
    speed: speech?.speed ?? 1,
    format: speech?.format ?? 'mp3',
    chapters: chapters.filter((chapter) => chapter.is_selected).map(({ number }) => number),
  };
}

/** `de` of `de-AT`. */
function languageOf(code: string): string {
  return code.split(/[-_]/)[0]!.toLowerCase();
}

/** The voice that was chosen here; else the one of Speak, where it has the language of the book; else one that has it. */
function useReader(chosen: string, language: string | null): Voice | undefined {
  const { data } = useVoices();
  const usual = useChosenVoice(chosen);
  return useMemo(() => {
    if (usual === undefined || usual.id === chosen || language === null) return usual;
    if (usual.language === languageOf(language)) return usual;
    const fitting = data?.voices.filter((voice) => voice.language === languageOf(language)) ?? [];
    return firstVoices(fitting)[0] ?? usual;
  }, [data, usual, chosen, language]);
}

/** Which chapters, who reads them, how, and the button that begins it. */
export function BookForm({ book }: { readonly book: BookWithChapters }): ReactElement {
  const [settings, setSettings] = useDraft(`book:${book.id}`, firstSettings(book));
  const change = (part: Partial<BookSettings>): void => setSettings((before) => ({ ...before, ...part }));
  const voice = useReader(settings.voice, book.language);
  const limits = useBookLimits();
  const start = useStart(book.id);
  const formats = limits.data?.formats ?? ['mp3'];
  const format = formats.includes(settings.format) ? settings.format : 'mp3';
  const { language, speed, model, chapters } = settings;
  const isSpoken = isActive(book);
  const begin = (): void => {
    if (voice === undefined || isSpoken) return;
    start.mutate({
      ...{ voice_id: voice.id, model_id: model, language: language === '' ? null : language, speed },
      ...{ format, bit_rate: 64_000, chapters },
    });
  };
  return (
    <div className="workbench">
      <ChapterChoice
        book={book}
        chosen={chapters}
        onChange={(numbers) => change({ chapters: numbers })}
        errorMessage={fieldErrors(start.error).get('chapters')}
      />
      <section className="card" aria-labelledby="book-speech">
        <h2 id="book-speech">Read it aloud</h2>
        <SendingForm
          sending={{ mutate: begin, isPending: start.isPending, error: start.error }}
          failure="It was not begun"
          buttons={
            <div className="row">
              <Button
                type="submit"
                variant="primary"
                isPending={start.isPending}
                isDisabled={voice === undefined || isSpoken || chapters.length === 0}
              >
                Start
              </Button>
              {isSpoken && <small>It is being spoken. Cancel that first to change something.</small>}
              {!isSpoken && chapters.length === 0 && <small>Choose a chapter first.</small>}
            </div>
          }
        >
          <BookVoice
            voice={voice}
            chosen={settings.voice}
            language={book.language}
            onChange={(id) => change({ voice: id, language: '' })}
          />
          <div className="settings-grid">
            <ModelSelect value={model} onChange={(id) => change({ model: id })} />
            <LanguageSelect voice={voice} value={language} onChange={(code) => change({ language: code })} />
            <Select
              label="File format"
              options={[
                { id: 'mp3', name: 'MP3 with chapters' },
                ...(formats.includes('m4b') ? [{ id: 'm4b', name: 'M4B audiobook' }] : []),
              ]}
              value={format}
              onChange={(id) => change({ format: id as BookFormat })}
              description={
                limits.data !== undefined && !formats.includes('m4b')
                  ? 'For M4B this server needs the program ffmpeg.'
                  : undefined
              }
            />
          </div>
          <Slider
            label="Speed"
            min={0.6}
            max={1.5}
            step={0.05}
            value={speed}
            onChange={(value) => change({ speed: value })}
            format={(value) => `${value.toFixed(2)}×`}
          />
        </SendingForm>
      </section>
    </div>
  );
}

interface BookVoiceProps {
  readonly voice: Voice | undefined;
  /** Id of the one that was chosen; empty for none. */
  readonly chosen: string;
  /** Of the book. */
  readonly language: string | null;
  readonly onChange: (id: string) => void;
}

function BookVoice({ voice, chosen, language, onChange }: BookVoiceProps): ReactElement {
  const keepVoice = useKeepVoice();
  const isForeign = voice !== undefined && language !== null && voice.language !== languageOf(language);
  return (
    <>
      <VoicePicker
        value={voice?.id ?? ''}
        chosen={chosen}
        onChange={({ id }) => {
          keepVoice(id);
          onChange(id);
        }}
      />
      {isForeign && (
        <p className="muted" role="status">
          The book is in {languageName(language)}, and <Entered text={voice.name} /> speaks{' '}
          {languageName(voice.language)}. A voice of the book’s language reads it better.
        </p>
      )}
    </>
  );
}
