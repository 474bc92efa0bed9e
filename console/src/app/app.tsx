import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { isUnauthorized } from './api.ts';
import { Layout } from './layout.tsx';
import type { PageEntry } from './page-entry.ts';
import { pages } from './pages.ts';
import { useSession, type Session } from './session.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { SignIn } from '../session/sign-in.tsx';
import { publicPages } from '../session/index.ts';

/** An answer of 401 anywhere means that the session has ended: the sign-in page appears, and what was typed stays in its fields. */
function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isUnauthorized(error) || query.queryKey[0] === 'session') return;
        void client.invalidateQueries({ queryKey: ['session'] });
      },
    }),
    defaultOptions: { queries: { retry: (count, error) => count < 2 && !isUnauthorized(error), staleTime: 5_000 } },
  });
  return client;
}

const queryClient = newQueryClient();
const routes = pages.map((entry) => ({ entry, component: lazy(entry.load) }));
const openRoutes = publicPages.map(({ path, load }) => ({ path, component: lazy(load) }));

/** The pages that a session opens. */
export function pagesOf({ permissions }: Session): readonly PageEntry[] {
  return pages.filter(({ permission }) => permission === undefined || permissions.includes(permission));
}

function SignedIn(): ReactElement {
  const { data: session, error, isPending } = useSession();
  if (isPending) return <Loading label="Signing in" />;
  if (error !== null) {
    return (
      <main className="alone">
        <ErrorMessage error={error} title="The server does not answer" />
      </main>
    );
  }
  if (session === null) return <SignIn />;
  const open = pagesOf(session);
  const first = open.find(({ hidden }) => hidden !== true)?.path ?? '/';
  return (
    <Layout session={session} pages={open}>
      <Suspense fallback={<Loading label="Loading the page" />}>
        <Switch>
          {routes
            .filter(({ entry }) => open.includes(entry))
            .map(({ entry, component: Component }) => (
              <Route key={entry.path} path={entry.path}>
                <Component />
              </Route>
            ))}
          <Route path="/">
            <Redirect to={first} replace />
          </Route>
          <Route>
            <Page title="Not here">
              <p>This page does not exist, or your role does not open it.</p>
            </Page>
          </Route>
        </Switch>
      </Suspense>
    </Layout>
  );
}

/** React Aria's links go through the router. */
function Navigating(): ReactElement {
  const [, navigate] = useLocation();
  return (
    <RouterProvider
      navigate={(path) => navigate(path)}
      useHref={(path) => (path.startsWith('/') ? `/console${path}` : path)}
    >
      <Suspense fallback={<Loading label="Loading" />}>
        <Switch>
          {openRoutes.map(({ path, component: Component }) => (
            <Route key={path} path={path}>
              <Component />
            </Route>
          ))}
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Suspense>
    </RouterProvider>
  );
}

export function App(): ReactElement {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale="en-GB">
        <Router base="/console">
          <Navigating />
        </Router>
      </I18nProvider>
    </QueryClientProvider>
  );
}
