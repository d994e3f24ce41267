/** Presence as the browser reports it. Apart from its type, which tests use without a DOM. */
import type { Presence } from './presence.ts';

export function createPagePresence(page: Document, view: Window): Presence {
  const isVisible = () => page.visibilityState === 'visible';
  return {
    isVisible,
    onSignal: (listener) => {
      const onVisibility = () => listener(isVisible() ? 'visible' : 'hidden');
      const onOnline = () => listener('online');
      page.addEventListener('visibilitychange', onVisibility);
      view.addEventListener('online', onOnline);
      return () => {
        page.removeEventListener('visibilitychange', onVisibility);
        view.removeEventListener('online', onOnline);
      };
    },
  };
}
