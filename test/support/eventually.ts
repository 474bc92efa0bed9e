/**
 * Polls until the condition holds; fails after `ms`. For what happens without an event. A condition often asks a server, which
 * costs processor time: the longer it does not hold, the less often it is looked at, at least ten times a second.
 */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  for (let pauseMs = 10; !(await holds()); pauseMs = Math.min(100, pauseMs * 1.25)) {
    if (performance.now() > end) throw new Error(`never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** {@link eventually}, by the condition itself. */
export function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  return eventually(String(holds), holds);
}
