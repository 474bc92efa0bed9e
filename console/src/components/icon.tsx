import type { ReactElement } from 'react';

/** Drawn on 24 by 24 with a line of 1.75. */
const paths = {
  play: 'M8 5.5v13l10.5-6.5z',
  stop: 'M7 7h10v10H7z',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M16 16l4 4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M7 10l5 5 5-5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6.5 6.5l11 11m0-11l-11 11',
  wave: 'M4 10v4M8 6.5v11M12 4v16M16 7.5v9M20 10v4',
  keyboard:
    'M4.5 6.5h15a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5M7 10h.01M10.5 10h.01M14 10h.01M17 10h.01M8 14h8',
  compare: 'M12 4v16M5 8h3.5M5 12h3.5M5 16h3.5M15.5 8H19M15.5 12H19M15.5 16H19',
  voice: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M5 20c.5-3.5 3.3-5.5 7-5.5s6.5 2 7 5.5',
  clone: 'M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3M5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  book: 'M5 5.5A1.5 1.5 0 0 1 6.5 4H19v16H6.5A1.5 1.5 0 0 1 5 18.5zM5 17h14M9 8h6',
  agent: 'M6 8.5h12a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2M12 8.5V5M9 13h.01M15 13h.01',
  file: 'M7 3.5h7l4.5 4.5v12.5H7zM14 3.5V8h4.5',
  layers: 'M12 4l8.5 4.5L12 13 3.5 8.500zM3.5 12.5L12 17l8.5-4.500M3.5 16.500L12 21l8.5-4.5',
  tune: 'M5 5v6M5 15v4M12 5v3M12 12v7M19 5v8M19 17v2M3 13h4M10 10h4M17 15h4',
  bolt: 'M13 3L5 13.500h6L10 21l8.5-11h-6z',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 19.500c.5-3 3-5 6.5-5s6 2 6.5 5M16 5.500a3.5 3.5 0 0 1 0 6.500M18 15c2 .6 3.2 2.3 3.5 4.5',
  key: 'M15.5 4.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 12l-8 8M6.5 17.500L9 20',
  chart: 'M4 20h16M6.5 16.500v-5M11 16.500v-10M15.5 16.500v-7M19.5 16.500v-3',
  server: 'M5 4.500h14v6H5zM5 13.500h14v6H5zM8.5 7.500h.01M8.5 16.500h.01',
  account:
    'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.500a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.500M6.5 18c.9-2 2.9-3 5.5-3s4.6 1 5.5 3',
  docs: 'M4.5 5c2.5-.8 5-.6 7.5 1 2.5-1.6 5-1.8 7.5-1v13.500c-2.5-.8-5-.6-7.5 1-2.5-1.6-5-1.8-7.5-1zM12 6v13.5',
  leave: 'M14 4.500H6.500v15H14M10.5 12H20m-3.5-3.500L20 12l-3.5 3.5',
  lines: 'M4 6h2M9 6h11M4 12h7M14 12h6M4 18h11M18 18h2',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  tool: 'M14.5 5.5a4 4 0 0 0-4.8 5.2L4.5 15.9v3.6h3.6l5.2-5.2a4 4 0 0 0 5.2-4.8l-2.6 2.6-3-.9-.9-3z',
  call: 'M6.5 4.5h3l1.5 4-2 1.5a10 10 0 0 0 5 5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.500A15 15 0 0 1 5 6.100a1.5 1.5 0 0 1 1.500-1.600z',
  swap: 'M4 9h14m-4-4l4 4-4 4M20 17H8m3.500-3.500L8 17l3.500 3.500',
  join: 'M3 12h3M8 9v6M12 5.500v13M16 9v6M18 12h3M3 6v12M21 6v12',
  gauge: 'M4.500 17.500a8.500 8.500 0 1 1 15 0M12 13.500l4-4.500',
  page: 'M6 4h12v16H6zM9 8.500h6M9 12h6M9 15.500h4',
} as const;

export type IconName = keyof typeof paths;

/** A sign beside a word; nothing to a screen reader. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
