import { useEffect, useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { useLocation } from 'wouter';
import type { PageEntry } from '../base/page-entry.ts';
import type { Session } from '../base/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { useLate, type LoadPart } from '../components/use-late.ts';
import type { CommandPaletteProps, Destination } from './command-palette.tsx';

const palette: LoadPart<CommandPaletteProps> = async () => (await import('./command-palette.tsx')).CommandPalette;

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export interface PaletteButtonProps {
  readonly session: Session;
  readonly pages: readonly PageEntry[];
}

/** Opens the search over pages, voices and agents; so does ⌘K, or Ctrl+K, anywhere but in another dialog. */
export function PaletteButton({ session, pages }: PaletteButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [, navigate] = useLocation();
  const { component: Palette, hasFailed, load } = useLate(palette);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const isShortcut =
        event.key === 'k' && (isApple ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isShortcut || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      event.preventDefault();
      load();
      setIsOpen(true);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [load]);
  const choose = ({ href, isConsole = true }: Destination): void => {
    setIsOpen(false);
    if (isConsole) navigate(href);
    else location.assign(href);
  };
  return (
    <>
      <Button
        className="nav-button"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onHoverStart={load}
        onFocus={load}
        onPress={() => {
          load();
          setIsOpen(true);
        }}
      >
        <Icon name="search" />
        Go to <kbd aria-hidden="true">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <Dialog title="Go to" isOpen={isOpen} onOpenChange={setIsOpen}>
        {Palette !== undefined && <Palette pages={pages} permissions={session.permissions} onChoose={choose} />}
        {Palette === undefined && !hasFailed && <Loading label="Loading the search" />}
        {Palette === undefined && hasFailed && (
          <ErrorMessage error="Its script did not arrive." title="The search could not be loaded" onRetry={load} />
        )}
      </Dialog>
    </>
  );
}
