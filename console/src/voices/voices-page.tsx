import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { genderNames, describeVoice, previewOf, useLanguages, type Gender, type Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { Filters } from '../components/pages/list-page.tsx';
import { List, useList } from '../components/pages/list.tsx';
import { Page } from '../components/pages/page.tsx';
import { PlayButton } from '../components/play-button.tsx';
import { Select } from '../components/forms/select.tsx';

const genders = [{ id: '', name: 'Any' }, ...Object.entries(genderNames).map(([id, name]) => ({ id, name }))];

interface Filter {
  readonly q: string;
  readonly language: string;
  readonly gender: string;
}

const noFilter: Filter = { q: '', language: '', gender: '' };

function useVoices(filter: Filter, isOwner: boolean) {
  const { q, language, gender } = filter;
  return useList<Voice>({
    queryKey: ['voices', 'list', isOwner, filter],
    load: (page, signal) =>
      sonorant.get('/voices', {
        query: {
          ...page,
          is_owner: isOwner,
          include_archived: isOwner,
          expand: ['spoken_by', 'preview_file_url'],
          ...(q !== '' && { q }),
          ...(language !== '' && { language }),
          ...(gender !== '' && { gender: gender as Gender }),
        },
        signal,
      }),
  });
}

/** All voices, the organization's own first. */
export default function VoicesPage(): ReactElement {
  const [filter, setFilter] = useState(noFilter);
  const languages = useLanguages();
  const own = useVoices(filter, true);
  const others = useVoices(filter, false);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Page
      title="Voices"
      lead="What this server can speak with: your own voices, then those it brings."
      actions={
        <>
          <LinkButton href="/voices/blend">Blend two voices</LinkButton>
          <LinkButton variant="primary" href="/voices/clone">
            Clone a voice
          </LinkButton>
        </>
      }
    >
      <Filters search={filter.q} onSearch={(q) => setFilter((before) => ({ ...before, q }))}>
        <Select
          label="Language"
          options={[{ id: '', name: 'Any' }, ...languages]}
          value={filter.language}
          onChange={(language) => setFilter((before) => ({ ...before, language }))}
        />
        <Select
          label="Gender"
          options={genders}
          value={filter.gender}
          onChange={(gender) => setFilter((before) => ({ ...before, gender }))}
        />
      </Filters>
      <section className="stack" aria-labelledby="own-voices">
        <h2 id="own-voices">Your voices</h2>
        <List
          list={own}
          label="Your voices"
          empty={
            isFiltered ? (
              <p className="muted">None of your voices fits.</p>
            ) : (
              <Empty title="You have no voice of your own yet.">
                <p>A few seconds of somebody speaking are enough: upload a recording, or speak into the microphone.</p>
                <LinkButton href="/voices/clone">Clone a voice</LinkButton>
              </Empty>
            )
          }
        >
          {(voices) => <VoiceCards voices={voices} />}
        </List>
      </section>
      <section className="stack" aria-labelledby="other-voices">
        <h2 id="other-voices">Voices of this server</h2>
        <List
          list={others}
          label="Voices of this server"
          empty={<p className="muted">{isFiltered ? 'None of them fits.' : 'This server has none.'}</p>}
        >
          {(voices) => <VoiceCards voices={voices} />}
        </List>
      </section>
    </Page>
  );
}

function VoiceCards({ voices }: { readonly voices: readonly Voice[] }): ReactElement {
  return (
    <ul className="cards">
      {voices.map((voice) => (
        <li key={voice.id} className="card">
          <div className="card-head">
            <h3>
              <Link href={`/voices/${voice.id}`}>
                <Entered text={voice.name} />
              </Link>
            </h3>
            {voice.preview_file_url !== null && (
              <PlayButton
                label={`Preview of ${isolated(voice.name)}`}
                text="Preview"
                load={(signal) => previewOf(voice, signal)}
              />
            )}
          </div>
          <p className="muted">
            {describeVoice(voice)}
            {voice.tagline !== '' && (
              <>
                {' · '}
                <Entered text={voice.tagline} />
              </>
            )}
          </p>
          <p className="row">
            {voice.spoken_by === null ? (
              <Badge tone="warning">No engine here speaks it</Badge>
            ) : (
              voice.spoken_by !== undefined && <Badge>{voice.spoken_by.engine}</Badge>
            )}
            {voice.is_owner && voice.access === 'public' && <Badge tone="warning">Public</Badge>}
            {voice.status === 'archived' && <Badge>Archived</Badge>}
          </p>
        </li>
      ))}
    </ul>
  );
}
