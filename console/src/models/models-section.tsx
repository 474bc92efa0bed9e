import { useState, type ReactElement } from 'react';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { formatSize } from '../components/format.ts';
import { QueryView } from '../components/pages/query-view.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { SearchField } from '../components/forms/search-field.tsx';
import { notify } from '../components/toasts.tsx';
import { JobView } from './job-view.tsx';
import { languagesOf, LicenceName, ModelFacts } from './model-facts.tsx';
import {
  isActive,
  jobOf,
  useInstall,
  useJobs,
  useModels,
  useRemove,
  type Machine,
  type Model,
  type ModelJob,
  type Models,
} from './models.ts';

const purposes: Readonly<Record<NonNullable<Model['purpose']>, string>> = {
  speaking: 'Speaks',
  cloning: 'Clones voices',
  hearing: 'Hears',
  detecting: 'Detects speech',
};

/** The models of the server: installed, installable, and what is being done with them. */
export function ModelsSection(): ReactElement {
  const query = useModels(true);
  const jobs = useJobs(true);
  return (
    <QueryView query={query} label="The models">
      {(models) => (
        <>
          <Installed models={models} />
          <Available models={models} jobs={jobs} />
        </>
      )}
    </QueryView>
  );
}

function Installed({ models: { data, machine } }: { readonly models: Models }): ReactElement {
  const remove = useRemove();
  const installed = data.filter(({ state }) => state !== 'available');
  if (installed.length === 0) {
    return (
      <Empty title="No model is installed.">
        <p>The embedded engines speak without one. A model from the list below makes speech that sounds natural.</p>
      </Empty>
    );
  }
  return (
    <>
      {!machine.can_run && (
        <p className="field-problem">
          The optional package <code>sherpa-onnx-node</code> is missing, without which models cannot run.
        </p>
      )}
      <DataTable
        label="Installed models"
        rows={installed}
        rowKey={({ name }) => name}
        columns={[
          { title: 'Model', isHeader: true, cell: ({ name }) => <code>{name}</code> },
          {
            title: 'State',
            cell: ({ state, problem }) => (
              <>
                {state === 'installed' ? <Badge tone="good">Installed</Badge> : <Badge tone="bad">Damaged</Badge>}{' '}
                {problem}
              </>
            ),
          },
          { title: 'For', cell: ({ purpose }) => (purpose === null ? '' : purposes[purpose]) },
          { title: 'Languages', cell: languagesOf },
          { title: 'On the disk', isNumber: true, cell: ({ installed_bytes: bytes }) => formatSize(bytes ?? 0) },
          { title: 'Memory', isNumber: true, cell: memoryOf },
          { title: 'Licence', cell: ({ licence }) => <LicenceName licence={licence} /> },
          {
            title: 'Remove',
            cell: ({ name }) => (
              <RemoveButton
                action="Remove"
                title={`Remove ${name}?`}
                label={`Remove ${name}`}
                remove={() => remove(name)}
                onRemoved={() => notify(`${name} was removed.`)}
              >
                <p>What it speaks or hears at this moment goes on to its end. It can be installed again.</p>
              </RemoveButton>
            ),
          },
        ]}
      />
    </>
  );
}

function memoryOf({ memory_bytes: bytes }: Model): string {
  return bytes === null ? '–' : formatSize(bytes);
}

interface AvailableProps {
  readonly models: Models;
  readonly jobs: readonly ModelJob[];
}

function Available({ models: { data, machine }, jobs }: AvailableProps): ReactElement {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Model>();
  const [isWhole, setWhole] = useState(false);
  const available = data.filter(({ state }) => state === 'available');
  const isShort = !isWhole && search === '';
  const found = available.filter((model) =>
    isShort
      ? model.recommended_for.length > 0
      : [model.name, model.family, model.purpose === null ? '' : purposes[model.purpose], languagesOf(model)]
          .join(' ')
          .toLowerCase()
          .includes(search.toLowerCase()),
  );
  // What is under way, and what was cut, stands above the long list.
  const open = available.flatMap((model) => {
    const job = jobOf(jobs, model);
    return job === undefined || job.state === 'succeeded' ? [] : [job];
  });
  return (
    <>
      {open.length > 0 && (
        <ul className="plain-list" aria-label="Installations">
          {open.map((job) => (
            <li key={job.id} className="card">
              <h3>
                <code>{job.model}</code>
              </h3>
              <JobView job={job} />
            </li>
          ))}
        </ul>
      )}
      <h3>Models that can be added</h3>
      {isShort && <p className="muted">Those that are recommended for this machine; a search looks at all of them.</p>}
      <div className="filters">
        <SearchField label="Find a model, a language or what it is for" value={search} onChange={setSearch} />
      </div>
      <DataTable
        label="Models that can be added"
        rows={found}
        rowKey={({ name }) => name}
        columns={[
          {
            title: 'Model',
            isHeader: true,
            cell: ({ name, recommended_for: codes }) => (
              <>
                <code>{name}</code> {!isShort && codes.length > 0 && <Badge tone="good">Recommended</Badge>}
              </>
            ),
          },
          { title: 'For', cell: ({ purpose }) => (purpose === null ? '' : purposes[purpose]) },
          { title: 'Languages', cell: languagesOf },
          { title: 'Voices', isNumber: true, cell: ({ speakers }) => (speakers === 0 ? 'clones' : (speakers ?? '–')) },
          { title: 'Download', isNumber: true, cell: ({ download_bytes: bytes }) => formatSize(bytes ?? 0) },
          { title: 'Memory', isNumber: true, cell: memoryOf },
          { title: 'Licence', cell: ({ licence }) => <LicenceName licence={licence} /> },
          {
            title: 'Install',
            cell: (model) => (
              <Button
                onPress={() => setChosen(model)}
                aria-label={`Install ${model.name}`}
                isDisabled={jobs.some((job) => job.model === model.name && isActive(job))}
              >
                Install
              </Button>
            ),
          },
        ]}
      />
      {isShort && (
        <div>
          <Button onPress={() => setWhole(true)}>Show all {available.length} models</Button>
        </div>
      )}
      {chosen !== undefined && (
        <InstallDialog key={chosen.name} model={chosen} machine={machine} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

interface InstallDialogProps {
  readonly model: Model;
  readonly machine: Machine;
  readonly onClose: () => void;
}

function InstallDialog({ model, machine, onClose }: InstallDialogProps): ReactElement {
  const install = useInstall();
  return (
    <Dialog title="Install this model?" isOpen onOpenChange={(open) => !open && onClose()}>
      <ModelFacts model={model} machine={machine} />
      {install.error !== null && <ErrorMessage error={install.error} title="It was not begun" />}
      <div className="row end">
        <Button onPress={onClose}>Not now</Button>
        <Button
          variant="primary"
          isPending={install.isPending}
          onPress={() => install.mutate({ name: model.name, from: '' }, { onSuccess: onClose })}
        >
          Accept the licence and install
        </Button>
      </div>
    </Dialog>
  );
}
