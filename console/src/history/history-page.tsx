import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { consoleRequest } from '../base/api.ts';
import { usePlayback } from '../audio/use-playback.ts';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { formatSize, isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { Filters } from '../components/pages/list-page.tsx';
import { List, useList } from '../components/pages/list.tsx';
import { Page } from '../components/pages/page.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { Select } from '../components/forms/select.tsx';
import {
  historyKey,
  listTakes,
  nameOf,
  useHasHistory,
  useHistoryState,
  useReloadHistory,
  type HistoryFilter,
  type HistoryState,
  type KeptTake,
} from './history.ts';
import { KeptTakes } from './kept-takes.tsx';
import { ShareButton } from './share-button.tsx';
import { SharedLinks } from './shared-links.tsx';
import { HistoryWish } from './wish.tsx';

const everything: HistoryFilter = { q: '', voice: '', isStarred: false };

/** What the member made and keeps: to hear, to find, to use again, to compare, to delete. */
export default function HistoryPage(): ReactElement {
  const state = useHistoryState();
  const hasHistory = useHasHistory();
  return (
    <Page
      title="History"
      lead="What you made: hear it again, download it, go on from it. Nobody else sees it, but for what you share."
    >
      <section className="card" aria-label="What is kept">
        <HistoryWish />
        {state.data !== undefined && <Sums state={state.data} />}
      </section>
      {hasHistory ? (
        <>
          <SharedLinks />
          <Takes state={state.data} />
        </>
      ) : (
        <Empty title="A key has no history.">
          <p>Sign in with an email and a password, or with the link that the server prints at its start.</p>
        </Empty>
      )}
    </Page>
  );
}

function Sums({ state: { takes, bytes, limit_bytes: limit } }: { readonly state: HistoryState }): ReactElement {
  const reload = useReloadHistory();
  return (
    <div className="row spread">
      <p role="status">
        {takes.toLocaleString('en-GB')} {takes === 1 ? 'take' : 'takes'}, {formatSize(bytes)}
        {limit > 0 && <> of {formatSize(limit)}</>}
      </p>
      {takes > 0 && (
        <RemoveButton
          action="Delete all"
          title="Delete the whole history?"
          label="Delete all takes"
          variant="danger"
          remove={() => consoleRequest('DELETE', '/history')}
          onRemoved={reload}
        >
          <p>
            All {takes.toLocaleString('en-GB')} takes are gone for good, with their audio; also those with a star and
            those that the list does not show.
          </p>
        </RemoveButton>
      )}
    </div>
  );
}

function Takes({ state }: { readonly state: HistoryState | undefined }): ReactElement {
  const [filter, setFilter] = useState(everything);
  const [chosen, setChosen] = useState<readonly KeptTake[]>([]);
  const playback = usePlayback();
  const list = useList<KeptTake>({
    queryKey: [...historyKey, 'list', filter],
    load: (page, signal) => listTakes(page, filter, signal),
    limit: 30,
  });
  const change = (part: Partial<HistoryFilter>): void => setFilter((before) => ({ ...before, ...part }));
  const isFiltered = filter.q !== '' || filter.voice !== '' || filter.isStarred;
  const choose = (take: KeptTake, isChosen: boolean): void =>
    setChosen((before) => {
      const others = before.filter(({ id }) => id !== take.id);
      return isChosen ? [...others, take].slice(-2) : others;
    });
  return (
    <>
      <Filters search={filter.q} onSearch={(q) => change({ q })}>
        <Select
          label="Voice"
          options={[{ id: '', name: 'Any' }, ...(state?.voices ?? [])]}
          value={filter.voice}
          onChange={(voice) => change({ voice })}
        />
        <Checkbox isSelected={filter.isStarred} onChange={(isStarred) => change({ isStarred })}>
          With a star only
        </Checkbox>
      </Filters>
      <Chosen takes={chosen} onClear={() => setChosen([])} />
      <List
        list={list}
        label="Takes"
        empty={
          isFiltered ? (
            <p className="muted">No take fits.</p>
          ) : (
            <Empty title="No take yet.">
              <p>What you make on Speak stands here as soon as it is whole.</p>
              <LinkButton href="/speak" variant="primary">
                Speak
              </LinkButton>
            </Empty>
          )
        }
      >
        {(takes) => (
          <KeptTakes
            label="Takes"
            takes={takes}
            playback={playback}
            more={(take) => (
              <>
                {state !== undefined && state.share_max_days > 0 && (
                  <ShareButton take={take} maxDays={state.share_max_days} />
                )}
                <Checkbox
                  aria-label={`Compare: ${isolated(nameOf(take))}`}
                  isSelected={chosen.some(({ id }) => id === take.id)}
                  onChange={(isChosen) => choose(take, isChosen)}
                >
                  Compare
                </Checkbox>
              </>
            )}
          />
        )}
      </List>
    </>
  );
}

/** Two takes to hear side by side. */
function Chosen({
  takes,
  onClear,
}: {
  readonly takes: readonly KeptTake[];
  readonly onClear: () => void;
}): ReactElement {
  const [, navigate] = useLocation();
  const [a, b] = takes;
  return (
    <div role="status" className="row">
      {a !== undefined && b === undefined && <span className="muted">Choose one more take to compare the two.</span>}
      {a !== undefined && b !== undefined && (
        <>
          <Button variant="primary" onPress={() => navigate(`/compare?${new URLSearchParams({ a: a.id, b: b.id })}`)}>
            Compare the two takes
          </Button>
          <Button variant="quiet" onPress={onClear}>
            Choose others
          </Button>
        </>
      )}
    </div>
  );
}
