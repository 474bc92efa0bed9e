/** Which build of the console this tab runs, and which one the server has now. */
import { useQuery } from '@tanstack/react-query';

/** Of the tab: for which build it was loaded anew by itself. */
const reloadedFor = 'sonorant-reloaded-for';

/** A build goes by the name of its first script, which carries a hash of all that it leads to. */
function buildIn(page: Document): string | undefined {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;
}

/** Of this tab. */
export const loadedBuild = buildIn(document);

/**
 * Of the server.
 * @throws {Error} when it does not answer, or has no console
 */
export async function servedBuild(): Promise<string> {
  const response = await fetch('/console/', { cache: 'no-cache', signal: AbortSignal.timeout(10_000) });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const build = buildIn(page);
  if (build === undefined) throw new Error('The server has no console.');
  return build;
}

/** Whether the server has another build than this tab; asked for now and then. */
export function useIsOutdated(): boolean {
  const { data } = useQuery({
    queryKey: ['build'],
    queryFn: servedBuild,
    initialData: loadedBuild,
    staleTime: 60_000,
    refetchInterval: 300_000,
  });
  return data !== loadedBuild;
}

/** Loads the console anew, unless that was done for this build before: a server that mixes two builds must not keep a tab reloading. */
export function reloadOnce(build: string): void {
  try {
    if (sessionStorage.getItem(reloadedFor) === build) return;
    sessionStorage.setItem(reloadedFor, build);
  } catch {
    // Without storage nothing would stop the second time.
    return;
  }
  location.reload();
}
