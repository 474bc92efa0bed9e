import { useState, type ReactElement, type ReactNode } from 'react';
import { useDraft } from '../base/draft.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { formatLanguage } from '../components/format.ts';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useVoices, type Voice } from '../speak/voices.ts';
import { HearDifference } from './hear-difference.tsx';
import { JobView } from './job-view.tsx';
import { ModelFacts } from './model-facts.tsx';
import {
  browserLanguage,
  isActive,
  jobOf,
  recommendedLanguages,
  recommendedModel,
  useInstall,
  useJobs,
  useModels,
  useRunsServer,
  type Model,
  type ModelJob,
  type Models,
  type Purpose,
} from './models.ts';

export interface InstallCardProps {
  readonly purpose: Exclude<Purpose, 'detecting'>;
  readonly title: string;
  /** What the server lacks, and what it would have. */
  readonly children: ReactNode;
  /** What is heard before and after; of speaking. */
  readonly text?: string | undefined;
  readonly voice?: Voice | undefined;
}

/** Offers the recommended model while the server has none for a purpose. Nothing for those who do not run the server. */
export function InstallCard(props: InstallCardProps): ReactElement | null {
  const runsServer = useRunsServer();
  // Without a right to them (the routes are off, another organization) there is nothing to offer.
  const { data } = useModels(runsServer);
  const jobs = useJobs(data !== undefined);
  return data === undefined ? null : <Offer {...props} models={data} jobs={jobs} />;
}

interface OfferProps extends InstallCardProps {
  readonly models: Models;
  readonly jobs: readonly ModelJob[];
}

/** The language of the card and of its model. */
function useLanguage(
  models: Models,
  purpose: Purpose,
): readonly [string, (language: string) => void, readonly string[]] {
  const codes = recommendedLanguages(models.data, purpose);
  const [chosen, choose] = useDraft<string>(`model-language:${purpose}`, '');
  const fallback = [browserLanguage(), 'en'].find((code) => codes.includes(code)) ?? codes[0] ?? 'en';
  return [codes.includes(chosen) ? chosen : fallback, choose, codes];
}

/** What spoke a language while no model did, by its model id. */
function useEngineBefore(language: string): string {
  const { data } = useVoices();
  const engine = data?.voices.find((voice) => voice.language === language)?.spoken_by?.engine;
  const [before, setBefore] = useState<Readonly<Record<string, string>>>({});
  const isBefore = engine !== undefined && !engine.startsWith('neural:');
  if (isBefore && before[language] !== engine) setBefore({ ...before, [language]: engine });
  return before[language] ?? 'espeak';
}

function Offer({ purpose, title, children, text, voice, models, jobs }: OfferProps): ReactElement | null {
  const [language, setLanguage, codes] = useLanguage(models, purpose);
  const before = useEngineBefore(language);
  const [isDismissed, setDismissed] = useDraft<string>(`model-offer:${purpose}`, '');
  // The card stays behind the installation that was begun or seen on it.
  const [watched, setWatched] = useState<string>();
  const ofPurpose = models.data.filter((model) => model.purpose === purpose);
  const running = ofPurpose.find((model) => jobs.some((job) => job.model === model.name && isActive(job)));
  if (running !== undefined && running.name !== watched) setWatched(running.name);
  const installed = ofPurpose.filter(({ state }) => state === 'installed');
  const finished = installed.find(({ name }) => name === watched);
  if (isDismissed !== '' || (installed.length > 0 && finished === undefined)) return null;
  const model = finished ?? running ?? recommendedModel(models.data, purpose, language);
  if (model === undefined) return null;
  const problem = finished && (jobOf(jobs, finished)?.error ?? undefined);
  return (
    <Card
      purpose={purpose}
      title={title}
      isFinished={finished !== undefined}
      hasBegun={jobOf(jobs, model) !== undefined}
      onAway={() => setDismissed('yes')}
    >
      {finished === undefined ? (
        <>
          <div>{children}</div>
          <Install model={model} models={models} job={jobOf(jobs, model)} onBegin={setWatched}>
            {codes.length > 1 && (
              <Select
                label="Language"
                options={codes.map((id) => ({ id, name: formatLanguage(id) }))}
                value={language}
                onChange={setLanguage}
              />
            )}
          </Install>
        </>
      ) : (
        <Finished {...{ language, text, voice, before, problem }} model={finished} />
      )}
    </Card>
  );
}

interface CardProps extends Pick<InstallCardProps, 'purpose' | 'title' | 'children'> {
  readonly isFinished: boolean;
  /** It is being installed, or was tried: that is shown in any case. */
  readonly hasBegun: boolean;
  readonly onAway: () => void;
}

/** Folded on a phone, where it would push what the page is for out of view. */
function Card({ purpose, title, isFinished, hasBegun, onAway, children }: CardProps): ReactElement {
  const [isShort, setIsShort] = useState(() => matchMedia('(max-width: 40rem)').matches);
  const isFolded = isShort && !hasBegun && !isFinished;
  return (
    <section className="card model-offer" aria-labelledby={`offer-${purpose}`}>
      <div className="row spread">
        <h2 id={`offer-${purpose}`}>{isFinished ? 'It is installed' : title}</h2>
        <div className="row tight">
          {isFolded && <Button onPress={() => setIsShort(false)}>Show it</Button>}
          <Button variant="quiet" onPress={onAway}>
            {isFinished ? 'Close' : 'Not now'}
          </Button>
        </div>
      </div>
      {!isFolded && children}
    </section>
  );
}

interface InstallProps {
  readonly model: Model;
  readonly models: Models;
  readonly job: ModelJob | undefined;
  readonly onBegin: (name: string) => void;
  /** The choice of another model, while none is being installed. */
  readonly children: ReactNode;
}

function Install({ model, models, job, onBegin, children }: InstallProps): ReactElement {
  const [typed, setTyped] = useState<string>();
  const install = useInstall();
  const from = typed ?? job?.from ?? '';
  const isOpen = job !== undefined && job.state !== 'succeeded';
  const language = browserLanguage();
  const isForIt = model.languages.length === 0 || model.languages.includes(language);
  return (
    <>
      {!isForIt && model.recommended_for.includes('en') && (
        <p className="muted">No model of the list is for {formatLanguage(language)}, so this one is for English.</p>
      )}
      <ModelFacts model={model} machine={models.machine} />
      {isOpen ? (
        <>
          {!isActive(job) && children}
          <JobView job={job} from={from} />
        </>
      ) : (
        <div className="row bottom">
          {children}
          <Button
            variant="primary"
            isPending={install.isPending}
            onPress={() => install.mutate({ name: model.name, from }, { onSuccess: () => onBegin(model.name) })}
          >
            Accept the licence and install
          </Button>
          <a href="/console/server#models">All models</a>
        </div>
      )}
      {!(isOpen && isActive(job)) && (
        <details>
          <summary>From a mirror</summary>
          <TextField
            label="Address of the mirror"
            value={from}
            onChange={setTyped}
            placeholder="https://mirror.example/models"
            description="The path behind the publisher’s host is the same there."
          />
        </details>
      )}
      {install.error !== null && <ErrorMessage error={install.error} title="It was not begun" />}
    </>
  );
}

interface FinishedProps extends Pick<InstallCardProps, 'text' | 'voice'> {
  readonly model: Model;
  readonly language: string;
  readonly before: string;
  /** Why it cannot be used as it is. */
  readonly problem: string | undefined;
}

const sentences: Readonly<Record<Purpose, string>> = {
  speaking: 'It speaks from now on wherever its languages are spoken, and its own voices stand in the list.',
  cloning:
    'Voices that are cloned from now on sound like the person in their recording, in the languages of the model.',
  hearing: 'The server hears from now on.',
  detecting: 'The server tells speech from silence with it from now on.',
};

function Finished({ model, language, text, voice, before, problem }: FinishedProps): ReactElement {
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  // It was installed for one of its languages, whichever is chosen now.
  const heard = model.languages.includes(language) ? language : (model.languages[0] ?? language);
  return (
    <>
      <p role="status">{sentences[model.purpose ?? 'speaking']}</p>
      {model.purpose === 'speaking' && (
        <HearDifference model={model} language={heard} text={text ?? ''} voice={voice} before={before} />
      )}
    </>
  );
}
