/** Which side of a recording is heard: its left channel is the caller, its right one the agent. */
import { useCallback, useEffect, useRef, type RefObject } from 'react';

export type Side = 'both' | 'caller' | 'agent';

interface Graph {
  readonly context: AudioContext;
  readonly caller: GainNode;
  readonly agent: GainNode;
}

/** An element that has been connected plays through its graph from then on. */
function graphOf(element: HTMLAudioElement): Graph {
  const context = new AudioContext();
  const splitter = context.createChannelSplitter(2);
  context.createMediaElementSource(element).connect(splitter);
  const [caller, agent] = [0, 1].map((channel) => {
    const gain = context.createGain();
    splitter.connect(gain, channel);
    gain.connect(context.destination);
    return gain;
  }) as [GainNode, GainNode];
  return { context, caller, agent };
}

/** @returns chooses the side, in the handler of a press; until then the recording plays as it is, the caller left, the agent right */
export function useSides(audio: RefObject<HTMLAudioElement | null>): (side: Side) => void {
  const graph = useRef<Graph>(undefined);
  useEffect(() => () => void graph.current?.context.close(), []);
  return useCallback(
    (side) => {
      if (audio.current === null) return;
      const { context, caller, agent } = (graph.current ??= graphOf(audio.current));
      caller.gain.value = side === 'agent' ? 0 : 1;
      agent.gain.value = side === 'caller' ? 0 : 1;
      void context.resume();
    },
    [audio],
  );
}
