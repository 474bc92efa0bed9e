import { useEffect, useRef, type RefObject } from 'react';

/** What a person scrolls with: a wheel, a finger, the bar, keys. */
const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** A turn that goes back, or so many children ahead at once, was chosen by the person. */
const leap = 20;

/** Whether an element can be seen, in its box as in the window. */
function isInView(element: Element, box: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const within = box.getBoundingClientRect();
  return top >= Math.max(within.top, 0) && bottom <= Math.min(within.bottom, innerHeight);
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea') === true;
}

/** Scrolls the box so that there is more to come below the element than above it, and the page so that the box is seen. */
function bringIntoView(element: Element, box: Element): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  const { top } = element.getBoundingClientRect();
  const above = top - box.getBoundingClientRect().top;
  box.scrollTo({ top: box.scrollTop + above - box.clientHeight / 4, behavior });
  // The text that is being typed stays where it is.
  if (!isTyping()) box.scrollIntoView({ block: 'nearest', behavior });
}

/**
 * Keeps the child of a box that has its turn in view. A person who scrolls away from it is left there, until it is in view again, another
 * place is chosen or something else begins.
 * @param turn index of the child; -1 for none
 * @param isOn whether the turn goes on by itself
 */
export function useFollow(box: RefObject<Element | null>, turn: number, isOn: boolean): void {
  const element = useRef<Element>(undefined);
  const isFollowing = useRef(true);
  /** Of the last child that had its turn. */
  const lastTurn = useRef(-1);
  // Else what scrolls is this.
  const isByPerson = useRef(false);

  useEffect(() => {
    if (!isOn) return;
    isFollowing.current = true;
    lastTurn.current = -1;
    const onGesture = (): void => void (isByPerson.current = true);
    const onScroll = (): void => {
      if (!isByPerson.current || element.current === undefined || box.current === null) return;
      isFollowing.current = isInView(element.current, box.current);
    };
    const left = new AbortController();
    const options = { capture: true, passive: true, signal: left.signal };
    for (const gesture of gestures) addEventListener(gesture, onGesture, options);
    addEventListener('scroll', onScroll, options);
    return () => left.abort();
  }, [isOn, box]);

  useEffect(() => {
    element.current = box.current?.children[turn];
    if (!isOn || element.current === undefined || box.current === null) return;
    if (turn < lastTurn.current || turn > lastTurn.current + leap) isFollowing.current = true;
    lastTurn.current = turn;
    if (isInView(element.current, box.current)) {
      isFollowing.current = true;
    } else if (isFollowing.current) {
      isByPerson.current = false;
      bringIntoView(element.current, box.current);
    }
  }, [isOn, turn, box]);
}
