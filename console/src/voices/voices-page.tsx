import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { genderNames, describeVoice, previewOf, useLanguages, type Gender, type Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatInteger, isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { Filters } from '../components/pages/list-page.tsx';
import { Page } from '../components/pages/page.tsx';
import { QueryView } from '../components/pages/query-view.tsx';
import { PlayButton } from '../components/play-button.tsx';
import { Select } from '../components/forms/select.tsx';
import { Moment } from '../components/moment.tsx';
import { inOrder, orders, type Order } from './order.ts';

const genders = [{ id: '', name: 'Any' }, ...Object.entries(genderNames).map(([id, name]) => ({ id, name }))];

interface Filter {
  readonly q: string;
  readonly language: string;
  readonly gender: string;
}

type Expansion = 'spoken_by' | 'preview_file_url' | 'speaker_profile';

const noFilter: Filter = { q: '', language: '', gender: '' };

/** So many voices are read, which are shown in the order that is wished; with more, a search finds the others. */
const most = 1000;
/** Voices that are shown at first, and by each "Show more". */
const step = 50;

interface VoicesRead {
  readonly voices: readonly Voice[];
  /** There are more than were read. */
  readonly isCut: boolean;
}

function useVoices({ q, language, gender }: Filter, isOwner: boolean): UseQueryResult<VoicesRead> {
  const query = {
    limit: 100,
    is_owner: isOwner,
    include_archived: isOwner,
    expand: ['spoken_by', 'preview_file_url', ...(isOwner ? (['speaker_profile'] as const) : [])] as Expansion[],
    ...(q !== '' && { q }),
    ...(language !== '' && { language }),
    ...(gender !== '' && { gender: gender as Gender }),
  };
  return useQuery({
    queryKey: ['voices', 'list', query],
    queryFn: async ({ signal }) => {
      const voices: Voice[] = [];
      for await (const voice of sonorant.pages('/voices', { query, signal })) {
        if (voices.length === most) return { voices, isCut: true };
        voices.push(voice);
      }
      return { voices, isCut: false };
    },
  });
}

/** All voices, the organization's own first. */
export default function VoicesPage(): ReactElement {
  const [filter, setFilter] = useState(noFilter);
  const [order, setOrder] = useState<Order>(orders[0].id);
  const change = (part: Partial<Filter>): void => setFilter((before) => ({ ...before, ...part }));
  const languages = useLanguages();
  const own = useVoices(filter, true);
  const others = useVoices(filter, false);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  // What is shown begins anew with another filter or order.
  const key = JSON.stringify([filter, order]);
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
      <Filters search={filter.q} onSearch={(q) => change({ q })}>
        <Select
          label="Language"
          options={[{ id: '', name: 'Any' }, ...languages]}
          value={filter.language}
          onChange={(language) => change({ language })}
        />
        <Select label="Gender" options={genders} value={filter.gender} onChange={(gender) => change({ gender })} />
        <Select label="Order" options={orders} value={order} onChange={(id) => setOrder(id as Order)} />
      </Filters>
      <section className="stack" aria-labelledby="own-voices">
        <h2 id="own-voices">Your voices</h2>
        <QueryView query={own} label="Your voices">
          {(read) => (
            <VoiceCards
              key={key}
              read={read}
              order={order}
              empty={
                isFiltered ? (
                  <p className="muted">None of your voices fits.</p>
                ) : (
                  <Empty title="You have no voice of your own yet.">
                    <p>
                      A few seconds of somebody speaking are enough: upload a recording, or speak into the microphone.
                    </p>
                    <LinkButton href="/voices/clone">Clone a voice</LinkButton>
                  </Empty>
                )
              }
            />
          )}
        </QueryView>
      </section>
      <section className="stack" aria-labelledby="other-voices">
        <h2 id="other-voices">Voices of this server</h2>
        <QueryView query={others} label="Voices of this server">
          {(read) => (
            <VoiceCards
              key={key}
              read={read}
              order={order}
              empty={<p className="muted">{isFiltered ? 'None of them fits.' : 'This server has none.'}</p>}
            />
          )}
        </QueryView>
      </section>
    </Page>
  );
}

interface VoiceCardsProps {
  readonly read: VoicesRead;
  readonly order: Order;
  readonly empty: ReactElement;
}

function VoiceCards({ read: { voices, isCut }, order, empty }: VoiceCardsProps): ReactElement {
  const [count, setCount] = useState(step);
  const sorted = useMemo(() => inOrder(voices, order), [voices, order]);
  if (voices.length === 0) return empty;
  const shown = sorted.slice(0, count);
  const all = `${isCut ? 'the first ' : ''}${formatInteger(voices.length)}${voices.length === 1 ? ' voice' : ' voices'}`;
  return (
    <>
      <p className="muted" role="status">
        {shown.length < voices.length ? `${shown.length} of ${all}` : all}
        {isCut && ': a search finds the others'}
      </p>
      <ul className="cards">
        {shown.map((voice) => (
          <VoiceCard key={voice.id} voice={voice} />
        ))}
      </ul>
      {shown.length < voices.length && (
        <div className="row">
          <Button onPress={() => setCount((before) => before + step)}>
            Show {Math.min(step, voices.length - shown.length)} more
          </Button>
        </div>
      )}
    </>
  );
}

function VoiceCard({ voice }: { readonly voice: Voice }): ReactElement {
  return (
    <li className="card">
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
      {voice.is_owner && (
        <p className="muted">
          Made <Moment at={voice.created_at} />
          {voice.speaker_profile && `, of a recording at ${Math.round(voice.speaker_profile.pitch_hz)} Hz`}
        </p>
      )}
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
  );
}
