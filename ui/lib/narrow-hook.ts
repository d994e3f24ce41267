/** Whether the page is too narrow for tables and for the navigation in the header: phones and small tablets. The CSS modules use the same limit, 62em. */
import { useMediaQuery } from '@mantine/hooks';

export function useIsNarrow(): boolean {
  // The first render already asks the browser: there is no server rendering that would need to agree.
  return useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
}
