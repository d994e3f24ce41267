/** What stands where rows would be: that there are none, and why that is fine or what would bring some. */
import type { ReactNode } from 'react';

import classes from './empty-state.module.css';

export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>;
}
