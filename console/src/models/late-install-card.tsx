import { useEffect, type ReactElement } from 'react';
import type { InstallCardProps } from './install-card.tsx';
import { useCurrentSession } from '../base/session-context.ts';
import { useLate, type LoadPart } from '../components/use-late.ts';

const card: LoadPart<InstallCardProps> = async () => (await import('./install-card.tsx')).InstallCard;

/** The same for the first page of all: its script comes behind the page, for those who run the server. Without it nothing is missed. */
export function LateInstallCard(props: InstallCardProps): ReactElement | null {
  const { permissions } = useCurrentSession();
  const { component: Card, load } = useLate(card);
  const isForIt = permissions.includes('server');
  useEffect(() => {
    if (isForIt) load();
  }, [isForIt, load]);
  return Card === undefined ? null : <Card {...props} />;
}
