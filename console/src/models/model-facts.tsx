import type { ReactElement } from 'react';
import { Badge } from '../components/badge.tsx';
import { formatLanguage, formatSize } from '../components/format.ts';
import type { Machine, Model } from './models.ts';

export interface ModelFactsProps {
  readonly model: Model;
  readonly machine: Machine;
}

/** Room that a model takes while it is installed, for each byte of its download; an archive is unpacked beside it. */
const roomWhileInstalled = 3.6;

/** Facts that matter before a model is installed. */
export function ModelFacts({ model, machine }: ModelFactsProps): ReactElement {
  const { name, download_bytes: download, licence } = model;
  const isTight = download !== null && machine.free_disk_bytes < roomWhileInstalled * download;
  return (
    <div className="model-facts">
      <p>
        <code>{name}</code> · {sizesOf(model, machine).join(' · ')}
      </p>
      <p>
        Licence: <Licence licence={licence} />
      </p>
      {isTight && (
        <p className="field-problem">
          The disk of the server has {formatSize(machine.free_disk_bytes)} left, which may not be enough.
        </p>
      )}
      {!machine.can_run && (
        <p className="field-problem">
          The server lacks the optional package <code>sherpa-onnx-node</code>, without which models cannot run:{' '}
          <code>npm install sherpa-onnx-node</code> adds it.
        </p>
      )}
    </div>
  );
}

function sizesOf(model: Model, machine: Machine): readonly string[] {
  const { speakers, download_bytes: download, memory_bytes: memory } = model;
  return [
    ...(speakers === null || speakers === 0 ? [] : [speakers === 1 ? '1 voice' : `${speakers} voices`]),
    download === null ? 'size not known' : `${formatSize(download)} to download`,
    memory === null
      ? 'memory known once it is installed'
      : `about ${formatSize(memory)} of memory, of ${formatSize(machine.memory_bytes)} that models may take`,
  ];
}

/** The licence of a model: its name, what it means, where it stands. */
function Licence({ licence }: { readonly licence: Model['licence'] }): ReactElement {
  const { words, url, page } = licence;
  return (
    <>
      <LicenceName licence={licence} />
      {words === null ? '. ' : `. ${words} `}
      <small>
        {url !== null && (
          <a href={url} target="_blank" rel="noreferrer">
            Its text
          </a>
        )}
        {url !== null && page !== null && ' · '}
        {page !== null && (
          <a href={page} target="_blank" rel="noreferrer">
            Where it is stated
          </a>
        )}
      </small>
    </>
  );
}

/** The name of a licence, with a mark where it does not let everyone use the model. */
export function LicenceName({ licence: { name, commercial } }: { readonly licence: Model['licence'] }): ReactElement {
  return (
    <>
      {name ?? 'not known here; it is read from its page when it is installed'}
      {commercial === false && (
        <>
          {' '}
          <Badge tone="warning">Not commercial</Badge>
        </>
      )}
    </>
  );
}

/** Up to six languages by name, and how many more. */
export function languagesOf({ languages }: Model): string {
  if (languages.length === 0) return 'Any';
  const shown = languages.slice(0, 6).map(formatLanguage).join(', ');
  return languages.length > 6 ? `${shown} and ${languages.length - 6} more` : shown;
}
