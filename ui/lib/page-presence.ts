/** Presence as the browser tells it. */
import type { Presence } from './presence.ts';

export function createPagePresence(page: Document, view: Window): Presence {
  const isVisible = () => page.visibilityState === 'visible';
  return {
    isVisible,
    onSignal: (listener) => {
      const tellVisibility = () => listener(isVisible() ? 'visible' : 'hidden');
      const tellOnline = () => listener('online');
      page.addEventListener('visibilitychange', tellVisibility);
      view.addEventListener('online', tellOnline);
      return () => {
        page.removeEventListener('visibilitychange', tellVisibility);
        view.removeEventListener('online', tellOnline);
      };
    },
  };
}
