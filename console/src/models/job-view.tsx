import type { ReactElement } from 'react';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { formatSize } from '../components/format.ts';
import { Progress } from '../components/progress.tsx';
import { isActive, useCancel, useInstall, type ModelJob } from './models.ts';

const steps: Readonly<Record<NonNullable<ModelJob['step']>, string>> = {
  starting: 'Reading what there is',
  downloading: 'Downloading',
  verifying: 'Checking the files',
  unpacking: 'Unpacking',
  preparing: 'Preparing the model',
  loading: 'Taking it up',
};

const ends: Readonly<Partial<Record<ModelJob['state'], string>>> = {
  failed: 'It was not installed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
};

export interface JobViewProps {
  readonly job: ModelJob;
  /** Mirror to go on from; empty for none. Default: that of the job. */
  readonly from?: string;
}

/** An installation that waits, runs or ended without success: how far it is, and what can be done. */
export function JobView({ job, from = job.from ?? '' }: JobViewProps): ReactElement {
  const cancel = useCancel();
  const install = useInstall();
  if (isActive(job)) {
    return (
      <div className="stack tight">
        <JobProgress job={job} />
        <div className="row">
          {job.step !== 'loading' && (
            <Button
              onPress={() => cancel.mutate(job.id)}
              isPending={cancel.isPending}
              aria-label={`Cancel ${job.model}`}
            >
              Cancel
            </Button>
          )}
          <small>You can close this page; the server goes on.</small>
        </div>
        {cancel.error !== null && <ErrorMessage error={cancel.error} title="Not cancelled" />}
      </div>
    );
  }
  return (
    <div className="stack tight installation">
      <div role="status">
        <strong>{job.state === 'failed' && job.step === 'loading' ? 'It does not run' : ends[job.state]}. </strong>
        {job.error === null ? 'What has arrived is kept.' : <span className="error-text">{job.error}</span>}
      </div>
      {job.by_hand !== null && <ByHand files={job.by_hand} />}
      <div className="row">
        <Button
          variant="primary"
          onPress={() => install.mutate({ name: job.model, from })}
          isPending={install.isPending}
          aria-label={`${job.state === 'failed' ? 'Try again' : 'Resume'}: ${job.model}`}
        >
          {job.state === 'failed' ? 'Try again' : 'Resume'}
        </Button>
      </div>
      {install.error !== null && <ErrorMessage error={install.error} title="It was not begun" />}
    </div>
  );
}

function JobProgress({ job }: { readonly job: ModelJob }): ReactElement {
  const { state, step, bytes, total, percent } = job;
  const what = state === 'waiting' ? 'Waits for another model' : steps[step ?? 'starting'];
  const amount = total === 0 ? '' : `, ${formatSize(bytes)} of ${formatSize(total)}`;
  return <Progress label={`${what}${amount}`} share={(percent ?? 0) / 100} />;
}

/** What to carry to a server that cannot download it, and where to put it. */
function ByHand({ files: { folder, files } }: { readonly files: NonNullable<ModelJob['by_hand']> }): ReactElement {
  return (
    <div className="by-hand stack tight">
      <p>
        Without a connection: download {files.length === 1 ? 'this file' : 'these files'} on another machine, put{' '}
        {files.length === 1 ? 'it' : 'them'} into the folder below on the server, and press “Try again”. What comes is
        checked in the same way.
      </p>
      <ul className="plain-list">
        {files.map(({ name, url, bytes }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>{' '}
            {bytes > 0 && <small>{formatSize(bytes)}</small>}
          </li>
        ))}
      </ul>
      <p className="row tight">
        <code>{folder}</code> <CopyButton text={folder} label="Copy the folder" />
      </p>
    </div>
  );
}
