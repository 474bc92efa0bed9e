import type { ReactElement } from 'react';
import { useCurrentSession } from '../base/session-context.ts';
import { formatLanguage } from '../components/format.ts';

/** Said before a recording is made: what a clone in the language will be like on this server. */
export function CloneAbility({ language }: { readonly language: string }): ReactElement {
  const { cloning } = useCurrentSession().server;
  const able = cloning.filter(({ languages }) => languages.includes(language));
  const byClip = able.filter(({ by }) => by === 'clip');
  const name = formatLanguage(language);
  if (byClip.length > 0) {
    return (
      <p className="note" role="status">
        This server clones {name} by the recording itself ({byClip.map(({ engine }) => engine).join(', ')}): the clone
        sounds like the speaker.
      </p>
    );
  }
  if (able.length > 0) {
    return (
      <p className="note warning" role="status">
        This server has no model that clones {name} by the recording itself. The clone gets pitch, timbre and pace of
        the speaker, and still sounds like a machine.
      </p>
    );
  }
  return (
    <p className="note warning" role="status">
      Nothing on this server clones {name}: the recording would be refused. Choose another language, or have a model
      installed that clones it.
    </p>
  );
}
