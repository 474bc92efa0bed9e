import { useState, type ReactElement } from 'react';
import { KeyChoice } from './key-choice.tsx';
import { programs, type Program, type Target } from './programs.ts';
import { useCheck } from './use-check.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { CodeSamples } from '../components/code-samples.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { Page } from '../components/pages/page.tsx';
import { PlayButton } from '../components/play-button.tsx';
import { Select } from '../components/forms/select.tsx';

const noKey = 'YOUR_KEY';
/** As Docker and Podman name the machine that a container runs on. */
const containerHost = 'host.docker.internal';

/** How each known program reaches this server: its settings with address and key filled in, and a check of them. */
export default function ConnectPage(): ReactElement {
  const { server, permissions } = useCurrentSession();
  const [id, setId] = useState(programs[0]!.id);
  const [key, setKey] = useState('');
  const [isContained, setIsContained] = useState(false);
  const program = programs.find((each) => each.id === id)!;
  const address = new URL(server.public_url);
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(address.hostname);
  if (isLocal && isContained && program.isLibrary !== true) address.hostname = containerHost;
  const target: Target = { url: address.href.replace(/\/$/, ''), key: key === '' ? noKey : key };
  return (
    <Page title="Connect" lead="The settings of programs that speak and hear by this server, ready to be copied.">
      <section className="card" aria-label="Program and key">
        <Select label="Program" options={programs} value={id} onChange={setId} />
        <KeyChoice program={program} value={key} onChange={setKey} mayMake={permissions.includes('organization')} />
        {isLocal && program.isLibrary !== true && (
          <>
            <Checkbox isSelected={isContained} onChange={setIsContained}>
              {program.name} runs in a container on this machine
            </Checkbox>
            {isContained && (
              <p className="muted">
                A container does not reach 127.0.0.1 of its machine. Start the server with{' '}
                <code>SONORANT_HOST=0.0.0.0</code>, and on Linux the container with{' '}
                <code>--add-host={containerHost}:host-gateway</code>.
              </p>
            )}
          </>
        )}
      </section>
      <ProgramSettings program={program} target={target} />
      <Check key={program.id} program={program} apiKey={key} url={target.url} />
    </Page>
  );
}

function ProgramSettings({ program, target }: { readonly program: Program; readonly target: Target }): ReactElement {
  const { name, where, settings, samples, note, guide } = program;
  return (
    <section className="card" aria-labelledby="settings">
      <h2 id="settings">{name}</h2>
      {where !== undefined && <p>{where}</p>}
      {settings !== undefined && (
        <Facts
          facts={settings(target).map(({ name: field, value, isSecret }) => [
            field,
            <span key={field} className="row tight">
              <code>{isSecret === true && value !== noKey ? `${value.slice(0, 8)}…` : value}</code>
              <CopyButton text={value} label={`Copy ${field}`} />
            </span>,
          ])}
        />
      )}
      {samples !== undefined && <CodeSamples label={`Settings of ${name}`} samples={samples(target)} />}
      {note !== undefined && <p className="muted">{note}</p>}
      <p>
        <a href={guide}>More about it in the documentation</a>
      </p>
    </section>
  );
}

interface CheckProps {
  readonly program: Program;
  readonly apiKey: string;
  readonly url: string;
}

function Check({ program, apiKey, url }: CheckProps): ReactElement {
  const check = useCheck();
  const isElsewhere = new URL(url).origin !== location.origin;
  return (
    <section className="card" aria-labelledby="check">
      <h2 id="check">Does it work?</h2>
      <p>
        Speaks a sentence with this key over the interface that {program.name} uses, from this page
        {isElsewhere && (
          <>
            {' '}
            by <code>{location.origin}</code>. Whether {program.name} reaches <code>{url}</code> shows only where it
            runs
          </>
        )}
        .
      </p>
      <div className="row">
        <Button
          variant="primary"
          isDisabled={apiKey === '' || check.isPending}
          onPress={() => check.mutate({ program, key: apiKey })}
        >
          {check.isPending ? 'Checking' : 'Check'}
        </Button>
        {apiKey === '' && <span className="muted">It needs a key: make one above, or enter one.</span>}
      </div>
      <div role="status">
        {check.data !== undefined && (
          <p className="row">
            It works: first audio after {Math.round(check.data.firstAudioMs)} ms.
            <PlayButton label="Play what was spoken" load={() => Promise.resolve(check.data.audio)} />
          </p>
        )}
      </div>
      {check.error !== null && <ErrorMessage error={check.error} title="It does not work" />}
    </section>
  );
}
