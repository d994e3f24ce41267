/** The keys that work wherever the focus is, unless somebody is typing or something lies over the page. */
import { useEffect, useEffectEvent } from 'react';

import { pageShortcut, type Shortcut } from './keyboard.ts';

export function usePageKeys(deeds: Readonly<Partial<Record<Shortcut, () => void>>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = pageShortcut(event, isTyping(event.target) || isCovered());
    const deed = shortcut === undefined ? undefined : deeds[shortcut];
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

/** Drawers, dialogs and menus close themselves on Esc; the page below must not act on the same key. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}
