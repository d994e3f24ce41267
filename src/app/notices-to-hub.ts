/** What the notices of all processes, and gaps between them, mean for the live feed of this one. */
import type { LiveHub } from '#/http/live/hub.ts';
import type { NoticeListenerOptions } from '#/runtime/postgres/live-notices.ts';

export function noticesTo(live: LiveHub): Pick<NoticeListenerOptions, 'onNotice' | 'onGap'> {
  return { onNotice: (notice) => live.notice(notice), onGap: () => live.gap() };
}
