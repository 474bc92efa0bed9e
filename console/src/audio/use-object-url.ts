import { useEffect, useMemo } from 'react';

/** The address of what the page holds in memory, as long as the component is there. @param blob has to stay the same */
export function useObjectUrl(blob: Blob): string;
export function useObjectUrl(blob: Blob | undefined): string | undefined;
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const address = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address]);
  return address;
}
