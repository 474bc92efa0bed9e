import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Button, Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { groups, type PageEntry } from './page-entry.ts';
import { useSignOut, type Session } from './session.ts';
import { ThemeSwitch } from './theme.tsx';
import { Toasts } from '../components/toasts.tsx';

export interface LayoutProps {
  readonly session: Session;
  readonly pages: readonly PageEntry[];
  readonly children: ReactNode;
}

/** The frame of every page: navigation beside it, or above it as a menu on a narrow screen. */
export function Layout({ session, pages, children }: LayoutProps): ReactElement {
  const [location] = useLocation();
  // The menu of a narrow screen belongs to the page it was opened on, so that it closes with a change of page.
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === location;
  const main = useRef<HTMLElement>(null);
  const visited = useRef(location);
  // A new page is read from its beginning, also by a screen reader.
  useEffect(() => {
    if (visited.current !== location) main.current?.focus();
    visited.current = location;
  }, [location]);
  return (
    <div className="layout">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="bar">
        <Button
          className="icon-button menu-button"
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-label="Menu"
          onPress={() => setOpenedAt(isOpen ? undefined : location)}
        >
          ☰
        </Button>
        <span className="brand">Sonorant</span>
      </header>
      <div id="navigation" className={isOpen ? 'sidebar open' : 'sidebar'}>
        <Navigation pages={pages} location={location} />
        <Account session={session} />
      </div>
      <main id="content" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Toasts />
    </div>
  );
}

function Navigation({
  pages,
  location,
}: {
  readonly pages: readonly PageEntry[];
  readonly location: string;
}): ReactElement {
  return (
    <nav aria-label="Pages">
      {groups.map((group) => {
        const entries = pages.filter((entry) => entry.group === group && entry.hidden !== true);
        if (entries.length === 0) return null;
        return (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {entries.map(({ path, title }) => (
                <li key={path}>
                  <Link href={path} {...(location.startsWith(path) && { 'aria-current': 'page' as const })}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

function Account({ session }: { readonly session: Session }): ReactElement {
  const signOut = useSignOut();
  const name =
    session.user?.name ?? session.user?.email ?? (session.how === 'key' ? 'Signed in with a key' : 'Signed in');
  return (
    <div className="account">
      <p>
        <strong>{name}</strong>
        <span className="muted">
          {session.organization.name} · {session.role}
        </span>
      </p>
      <div className="row">
        <ThemeSwitch />
        <Link href="/account">Sessions</Link>
        <a href="/docs">Reference</a>
        <Button className="link-button" onPress={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
