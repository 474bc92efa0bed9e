import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { Autocomplete, Header, Input, Label, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components';
import { sonorant } from '../base/api.ts';
import type { PageEntry, Permission } from '../base/page-entry.ts';
import { Entered } from '../components/forms/entered.tsx';
import '../styles/palette.css';

export interface CommandPaletteProps {
  readonly pages: readonly PageEntry[];
  readonly permissions: readonly Permission[];
  /** A path below `/console`, or an address of the server that is none of the console's. */
  readonly onChoose: (destination: Destination) => void;
}

export interface Destination {
  readonly href: string;
  /** Whether it is a page of the console. Default true. */
  readonly isConsole?: boolean;
}

interface Entry extends Destination {
  readonly name: string;
  readonly about?: string;
}

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const pauseMs = 200;
/** Things of the server that are shown of each kind. */
const most = 5;

const documentation: readonly Entry[] = [
  { name: 'Reference of the interface', href: '/docs', isConsole: false },
  { name: 'Guides', href: '/docs/guides', isConsole: false },
  { name: 'Errors', href: '/docs/errors', isConsole: false },
  { name: 'Settings', href: '/docs/settings', isConsole: false },
];

function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}

/** Voices and agents whose name or description has the words. Without an answer there are none: the pages are found all the same. */
function useFound(text: string, permissions: readonly Permission[]): readonly Section[] {
  const q = useDelayed(text.trim());
  const isAsked = q.length >= 2;
  const query = { q, limit: most };
  const voices = useQuery({
    queryKey: ['voices', 'palette', q],
    queryFn: ({ signal }) => sonorant.get('/voices', { query, signal }),
    enabled: isAsked && permissions.includes('voices'),
  });
  const agents = useQuery({
    queryKey: ['agents', 'palette', q],
    queryFn: ({ signal }) => sonorant.get('/v1/agents', { query, signal }),
    enabled: isAsked && permissions.includes('agents'),
  });
  if (!isAsked) return [];
  return [
    {
      title: 'Voices',
      entries: (voices.data?.data ?? []).map(({ id, name, description }) => ({
        name,
        about: description,
        href: `/voices/${id}`,
      })),
    },
    {
      title: 'Agents',
      entries: (agents.data?.data ?? []).map(({ id, name }) => ({ name, href: `/agents/${id}` })),
    },
  ];
}

function matches({ name, about = '' }: Entry, words: readonly string[]): boolean {
  const text = `${name} ${about}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Everything that has an address, found by its name. */
export function CommandPalette({ pages, permissions, onChoose }: CommandPaletteProps): ReactElement {
  const [text, setText] = useState('');
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = useFound(text, permissions);
  const entries = pages
    .filter(({ path }) => !path.includes(':'))
    .map(({ path, title, group }) => ({ name: title, about: group, href: path }));
  const sections = [
    { title: 'Pages', entries: entries.filter((entry) => matches(entry, words)) },
    ...found,
    { title: 'Documentation', entries: documentation.filter((entry) => matches(entry, words)) },
  ].filter((section) => section.entries.length > 0);
  const places = new Map(sections.flatMap((section) => section.entries.map((entry) => [entry.href, entry])));
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField autoFocus className="field palette-field">
        <Label className="visually-hidden">Page, voice or agent</Label>
        <Input placeholder="Page, voice or agent" />
      </SearchField>
      <Menu
        aria-label="Found"
        className="palette"
        onAction={(href) => onChoose(places.get(String(href))!)}
        renderEmptyState={() => <p className="muted">Nothing has this name.</p>}
      >
        {sections.map(({ title, entries: listed }) => (
          <MenuSection key={title} id={title}>
            <Header>{title}</Header>
            {listed.map(({ name, about, href }) => (
              <MenuItem key={href} id={href} textValue={name}>
                <Entered text={name} />
                {about !== undefined && (
                  <small className="muted">
                    <Entered text={about} />
                  </small>
                )}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}
