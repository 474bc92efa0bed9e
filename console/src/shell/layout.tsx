import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Button, Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { Brand } from '../base/brand.tsx';
import { groups, type PageEntry } from '../base/page-entry.ts';
import { useSignOut, type Session } from '../base/session.ts';
import { useIsOutdated } from './build.ts';
import { PaletteButton } from './palette-button.tsx';
import { Avatar } from '../components/avatar.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
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
  const menuButton = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  const visited = useRef(location);
  // A new page is read from its beginning, also by a screen reader. Who is still somewhere in it, as on a tab that has an address of its
  // own, stays there.
  useEffect(() => {
    if (visited.current !== location && main.current?.contains(document.activeElement) !== true) main.current?.focus();
    visited.current = location;
  }, [location]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent): void => {
      // A dialog above the menu has the key first.
      const isOfDialog = document.querySelector('[role="dialog"]') !== null;
      if (event.key !== 'Escape' || event.defaultPrevented || isOfDialog) return;
      setOpenedAt(undefined);
      menuButton.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);
  return (
    <div className="layout">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="bar">
        <Brand />
        <Button
          ref={menuButton}
          className="icon-button"
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-label="Menu"
          onPress={() => setOpenedAt(isOpen ? undefined : location)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </Button>
      </header>
      <div id="navigation" className={isOpen ? 'sidebar open' : 'sidebar'}>
        <div className="sidebar-head">
          <Brand />
        </div>
        <PaletteButton session={session} pages={pages} />
        <Navigation
          pages={pages}
          location={location}
          onCurrent={() => {
            setOpenedAt(undefined);
            if (isOpen) main.current?.focus();
          }}
        />
        <Account session={session} location={location} />
      </div>
      <main id="content" ref={main} tabIndex={-1}>
        <UpdateNotice />
        {children}
      </main>
      <Toasts />
    </div>
  );
}

/** Said while the server has another build of the console than this tab; loading it is for the person to begin. */
function UpdateNotice(): ReactElement {
  return (
    <div role="status">
      {useIsOutdated() && (
        <p className="update-notice">
          The server has a newer version of the console.{' '}
          <Button className="link-button" onPress={() => location.reload()}>
            Load it
          </Button>
        </p>
      )}
    </div>
  );
}

/** Of pages in the navigation; others get a sheet. */
const icons: Readonly<Record<string, IconName | undefined>> = {
  '/speak': 'wave',
  '/live': 'keyboard',
  '/compare': 'compare',
  '/history': 'clock',
  '/transcribe': 'lines',
  '/change': 'swap',
  '/join': 'join',
  '/books': 'docs',
  '/voices': 'voice',
  '/voices/clone': 'clone',
  '/dictionaries': 'book',
  '/agents': 'agent',
  '/tools': 'tool',
  '/calls': 'call',
  '/metrics': 'gauge',
  '/files': 'file',
  '/datasets': 'layers',
  '/fine-tunes': 'tune',
  '/webhooks': 'bolt',
  '/connect': 'plug',
  '/members': 'people',
  '/keys': 'key',
  '/usage': 'chart',
  '/server': 'server',
  '/requests': 'list',
};

function isWithin(path: string, location: string): boolean {
  return location === path || location.startsWith(`${path}/`);
}

function Navigation({
  pages,
  location,
  onCurrent,
}: {
  readonly pages: readonly PageEntry[];
  readonly location: string;
  /** The link of the page that is open: there is no change of page that would close the menu. */
  readonly onCurrent: () => void;
}): ReactElement {
  const list = useRef<HTMLElement>(null);
  // The list scrolls: the page it names as the current one is in view.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [location]);
  return (
    <nav aria-label="Pages" ref={list}>
      {groups.map((group) => {
        const entries = pages.filter((entry) => entry.group === group && entry.hidden !== true);
        if (entries.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {entries.map(({ path, title }) => (
                <li key={path}>
                  <Link
                    href={path}
                    onPress={() => {
                      if (path === location) onCurrent();
                    }}
                    {...(isWithin(path, location) && { 'aria-current': 'page' as const })}
                  >
                    <Icon name={icons[path] ?? 'page'} />
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

function Account({ session, location }: { readonly session: Session; readonly location: string }): ReactElement {
  const signOut = useSignOut();
  const { user, organization, role } = session;
  const name = user?.name ?? user?.email ?? (session.how === 'key' ? 'Signed in with a key' : 'Signed in by link');
  return (
    <div className="account">
      <Link
        href="/account"
        className="account-link"
        {...(isWithin('/account', location) && { 'aria-current': 'page' as const })}
      >
        <Avatar id={user?.id ?? organization.id} name={user === null ? organization.name : name} />
        <span className="account-text">
          <strong>
            <Entered text={name} />
          </strong>
          <small>
            <Entered text={organization.name} /> · {role}
          </small>
        </span>
      </Link>
      <ul>
        <li>
          <a href="/docs">
            <Icon name="docs" />
            Reference
          </a>
        </li>
        <li>
          <Button className="nav-button" onPress={() => signOut.mutate()}>
            <Icon name="leave" />
            Sign out
          </Button>
        </li>
      </ul>
      {signOut.error !== null && <ErrorMessage error={signOut.error} title="Not signed out" />}
      <small className="muted">Version {session.server.version}</small>
    </div>
  );
}
