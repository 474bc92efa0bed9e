import { useCallback, useState, type ComponentType } from 'react';

/** Of a module whose script is loaded when it is needed. Has to be the same function each time. */
export type LoadPart<Props> = () => Promise<ComponentType<Props>>;

/** What has arrived. React's `lazy` would keep a failure as well. */
const arrived = new Map<unknown, unknown>();

export interface Late<Props> {
  /** Undefined before it has arrived. */
  readonly component: ComponentType<Props> | undefined;
  /** It did not arrive. */
  readonly hasFailed: boolean;
  /** Loads it; once more after a failure. */
  readonly load: () => void;
}

/** A part of a page that most visits do without: its script is loaded when it is about to be needed. */
export function useLate<Props>(part: LoadPart<Props>): Late<Props> {
  const [component, setComponent] = useState(() => arrived.get(part) as ComponentType<Props> | undefined);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(() => {
    setHasFailed(false);
    part().then(
      (loaded) => {
        arrived.set(part, loaded);
        setComponent(() => loaded);
      },
      () => setHasFailed(true),
    );
  }, [part]);
  return { component, hasFailed, load };
}
