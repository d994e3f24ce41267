/**
 * Enter takes the first of the names found. The list marks its first entry a moment after it appears, and sometimes marks one without
 * knowing of it; then Enter would do nothing. So whoever presses it gets the first, unless the list has chosen by itself.
 */
import { useRef } from 'react';

interface FirstOnEnter {
  /** To be told of every choice. */
  readonly noteChoice: () => void;
  readonly enter: (chooseFirst: () => void) => void;
}

export function useFirstOnEnter(): FirstOnEnter {
  const isChosen = useRef(false);
  return {
    noteChoice: () => void (isChosen.current = true),
    enter(chooseFirst) {
      isChosen.current = false;
      setTimeout(() => isChosen.current || chooseFirst());
    },
  };
}
