import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { isUnauthorized } from '../base/api.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { LoadedPage } from './loaded-page.tsx';
import type { PageEntry } from '../base/page-entry.ts';
import { pages } from './pages.ts';
import { SessionContext } from '../base/session-context.ts';
import { leave, useSession, type Session } from '../base/session.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Late } from '../components/late.tsx';
import type { LoadPart } from '../components/use-late.ts';
import { Loading } from '../components/pages/loading.tsx';
import { Page } from '../components/pages/page.tsx';
import type { SignInFormProps, SignInProps } from '../session/sign-in.tsx';
import { useSignInLink } from '../session/use-sign-in-link.ts';
import { publicPages } from '../session/index.ts';

/** An answer of 401 anywhere means that the session has ended: then it is asked for, and the sign-in appears over the page. */
function newQueryClient(): QueryClient {
  const check = (error: unknown): void => {
    if (isUnauthorized(error)) void client.invalidateQueries({ queryKey: ['session'] });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: check }),
    mutationCache: new MutationCache({ onError: check }),
    // The client tries again by itself. The server may stand on this machine or in this house: it is asked without internet too.
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

const queryClient = newQueryClient();

/** Most visits have a session. */
const signIn: LoadPart<SignInProps> = async () => (await import('../session/sign-in.tsx')).SignIn;
const signInForm: LoadPart<SignInFormProps> = async () => (await import('../session/sign-in.tsx')).SignInForm;

/** The pages that a session opens. */
function pagesOf({ permissions }: Session): readonly PageEntry[] {
  return pages.filter(({ permission }) => permission === undefined || permissions.includes(permission));
}

function SignedIn(): ReactElement {
  const link = useSignInLink();
  const { data: session, error, isPending, refetch } = useSession();
  // The session that the page was opened with: after its end the page stays, with what was typed into it.
  const [opened, setOpened] = useState<Session>();
  if (session && (opened === undefined || session !== opened)) setOpened(session);
  if (link.isPending || isPending) return <Loading label="Signing in" />;
  const current = session ?? opened;
  if (current !== undefined) {
    return (
      <>
        <Opened key={identityOf(current)} session={current} />
        <LinkProblem error={link.error} />
        {session === null && <SignInAgain before={current} />}
      </>
    );
  }
  if (error === null) return <Late part={signIn} props={{ linkError: link.error }} />;
  return (
    <main className="alone">
      <ErrorMessage error={error} title="The server does not answer" />
      <div>
        <Button onPress={() => void refetch()}>Try again</Button>
      </div>
    </main>
  );
}

/** Pages are made anew for a session that sees something else. */
function identityOf({ organization, user, permissions }: Session): string {
  return [organization.id, user?.id, ...permissions].join();
}

function SignInAgain({ before }: { readonly before: Session }): ReactElement {
  return (
    <Dialog title="Your session has ended" role="alertdialog" isOpen onOpenChange={() => undefined}>
      <p>Sign in to go on. What is on the page stays as it is.</p>
      <Late part={signInForm} props={{ before }} />
      <div className="row">
        <Button variant="quiet" onPress={leave}>
          Leave, and forget what was typed
        </Button>
      </div>
    </Dialog>
  );
}

/** Why a link did not sign in, over the page of the session that stands. */
function LinkProblem({ error }: { readonly error: Error | null }): ReactElement {
  const [seen, setSeen] = useState<Error | null>(null);
  return (
    <Dialog
      title="The sign-in link did not work"
      isOpen={error !== null && error !== seen}
      onOpenChange={() => setSeen(error)}
    >
      <ErrorMessage error={error} />
    </Dialog>
  );
}

function Opened({ session }: { readonly session: Session }): ReactElement {
  const open = pagesOf(session);
  const first = open.find(({ hidden }) => hidden !== true)?.path ?? '/account';
  return (
    <SessionContext value={session}>
      <Layout session={session} pages={open}>
        <Switch>
          {open.map(({ path, load }) => (
            <Route key={path} path={path}>
              <LoadedPage load={load} />
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
      </Layout>
    </SessionContext>
  );
}

/** React Aria's links go through the router. */
function Navigating(): ReactElement {
  const [location, navigate] = useLocation();
  return (
    <RouterProvider
      navigate={(path) => navigate(path)}
      useHref={(path) => (path.startsWith('/') ? `/console${path}` : path)}
    >
      <ErrorBoundary location={location}>
        <Switch>
          {publicPages.map(({ path, load }) => (
            <Route key={path} path={path}>
              <LoadedPage load={load} />
            </Route>
          ))}
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </ErrorBoundary>
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
