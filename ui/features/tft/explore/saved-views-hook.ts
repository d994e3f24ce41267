/** The saved views of this browser, the same in all its tabs. Where storage is forbidden, views last as long as the page. */
import { createStoredList, useStoredList } from '../../../lib/stored-list-hook.ts';
import { isView } from './saved-views.ts';

const VIEWS = createStoredList('gamekeeper-tft-views', isView);

export function useSavedViews() {
  return useStoredList(VIEWS);
}
