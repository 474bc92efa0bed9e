import type { ReactElement } from 'react';

type Figures = Readonly<Record<string, number>>;

interface Step {
  readonly id: 'text' | 'token' | 'audio' | 'sent';
  readonly name: string;
  readonly of: string;
  /** Milliseconds of this step alone. */
  readonly ms: number;
}

/** What an answer takes, one behind the other. */
const steps: readonly (Omit<Step, 'ms'> & { readonly until: string })[] = [
  {
    id: 'text',
    name: 'Text',
    of: 'from the end of speech until the turn was over and its text known',
    until: 'patience_ms',
  },
  { id: 'token', name: 'First token', of: 'until the model has written something', until: 'first_text_ms' },
  { id: 'audio', name: 'First audio', of: 'until the voice has spoken it', until: 'first_audio_ms' },
  { id: 'sent', name: 'First sent', of: 'until the line was given it', until: 'first_sent_ms' },
];

/**
 * The steps that were measured. The patience counts from the end of the caller's speech, all others from the end of its turn; an answer
 * that was prepared before that has steps of no length.
 */
function stepsOf(figures: Figures): readonly Step[] {
  let reached = 0;
  return steps.flatMap(({ id, name, of, until }): readonly Step[] => {
    const figure = figures[until];
    if (figure === undefined) return [];
    if (id === 'text') return [{ id, name, of, ms: figure }];
    const ms = Math.max(0, figure - reached);
    reached = Math.max(reached, figure);
    return [{ id, name, of, ms }];
  });
}

/** What fills the width: so turns can be compared at a glance. */
const fullMs = 2000;

export function formatMs(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** From the end of the caller's speech to the first sound; undefined for what answers no speech. */
export function answerMs(figures: Figures): number | undefined {
  const measured = stepsOf(figures);
  const isWhole = ['text', 'sent'].every((id) => measured.some((step) => step.id === id));
  return isWhole ? measured.reduce((sum, { ms }) => sum + ms, 0) : undefined;
}

/** From the end of the caller's speech to the first sound of the answer, as a line of its steps and in figures. */
export function TurnFigures({ figures }: { readonly figures: Figures }): ReactElement | null {
  const measured = stepsOf(figures);
  if (measured.length === 0) return null;
  const total = measured.reduce((sum, { ms }) => sum + ms, 0);
  const isWhole = measured.some(({ id }) => id === 'text');
  return (
    <div className="turn-figures">
      <div
        className="time-line"
        aria-hidden="true"
        style={{ inlineSize: `${Math.min(100, Math.max(2, (100 * total) / fullMs))}%` }}
      >
        {measured.map(({ id, ms }) => (
          <span key={id} className={`step-${id}`} style={{ flexGrow: Math.max(ms, total / 100) }} />
        ))}
      </div>
      <dl>
        {measured.map(({ id, name, of, ms }) => (
          <div key={id} title={`${name}: ${of}`}>
            <dt className={`step-${id}`}>{name}</dt>
            <dd data-figure={id}>{formatMs(ms)}</dd>
          </div>
        ))}
        <div title={isWhole ? 'From the end of speech to the first sound' : 'To the first sound'}>
          <dt>Together</dt>
          <dd data-figure="total">{formatMs(total)}</dd>
        </div>
      </dl>
    </div>
  );
}
