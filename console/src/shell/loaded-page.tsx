import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { PageEntry } from '../base/page-entry.ts';
import { Button } from '../components/button.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { Page } from '../components/pages/page.tsx';
import { loadedBuild, reloadOnce, servedBuild } from './build.ts';
import { ErrorBoundary } from './error-boundary.tsx';

type Load = PageEntry['load'];

/** Why the script of a page is missing. */
type Failure = 'unreachable' | 'outdated' | 'missing';

const sentences: Readonly<Record<Failure, string>> = {
  unreachable: 'The server could not be reached. Check that it runs, then try again.',
  outdated: 'The server has another version of the console than this tab.',
  missing: 'Its script did not arrive, although the server answers.',
};

/** Pages whose scripts have arrived. React's `lazy` would keep a failure as well. */
const arrived = new Map<Load, ComponentType>();

/** @returns after a failure, which may be that of a tab that is older than the server: such a tab is loaded anew, once */
async function explain(): Promise<Failure> {
  const served = await servedBuild().catch(() => undefined);
  if (served === undefined) return 'unreachable';
  if (served === loadedBuild) return 'missing';
  reloadOnce(served);
  return 'outdated';
}

function usePage(load: Load) {
  const [component, setComponent] = useState<ComponentType | undefined>(() => arrived.get(load));
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (arrived.has(load)) return;
    let isLeft = false;
    load().then(
      ({ default: page }) => {
        arrived.set(load, page);
        if (!isLeft) setComponent(() => page);
      },
      async () => {
        const found = await explain();
        if (!isLeft) setFailure(found);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [load, attempt]);
  const retry = useCallback(() => {
    setFailure(undefined);
    setAttempt((count) => count + 1);
  }, []);
  return { component, failure, retry };
}

/** A page whose script is loaded when it is opened first. Where that fails, and where the page breaks, the frame around it stays. */
export function LoadedPage({ load }: { readonly load: Load }): ReactElement {
  const { component: Component, failure, retry } = usePage(load);
  const [location] = useLocation();
  const client = useQueryClient();
  if (failure !== undefined) return <NotLoaded failure={failure} onRetry={retry} />;
  if (Component === undefined) return <Loading label="Loading the page" />;
  return (
    // An answer that a page cannot show would be taken from memory again.
    <ErrorBoundary location={location} onReset={() => client.removeQueries({ type: 'inactive' })}>
      <Component />
    </ErrorBoundary>
  );
}

function NotLoaded({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }): ReactElement {
  return (
    <Page title="This page could not be loaded">
      <p role="alert">{sentences[failure]}</p>
      <div className="row">
        {failure !== 'outdated' && (
          <Button variant="primary" onPress={onRetry}>
            Try again
          </Button>
        )}
        {/* Some browsers keep the failure of a script for as long as the tab is not loaded anew. */}
        {failure !== 'unreachable' && <Button onPress={() => location.reload()}>Load the console anew</Button>}
      </div>
    </Page>
  );
}
