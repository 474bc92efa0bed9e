import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Follows a player: it is looked at for every picture while it plays.
 * @param onLook is called with where it is, in seconds; has to stay the same
 * @returns `follow` is to be called when it begins to play and when another place is chosen
 */
export function useFollowing(audio: RefObject<HTMLAudioElement | null>, onLook: (seconds: number) => void) {
  const [isPlaying, setIsPlaying] = useState(false);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const follow = useCallback(() => {
    const look = (): void => {
      const element = audio.current;
      if (element === null) return;
      onLook(element.currentTime);
      const goesOn = !element.paused && !element.ended;
      setIsPlaying(goesOn);
      if (goesOn) frame.current = requestAnimationFrame(look);
    };
    cancelAnimationFrame(frame.current);
    look();
  }, [audio, onLook]);
  return { isPlaying, follow };
}
