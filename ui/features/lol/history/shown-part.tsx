/** A long list of which first only the beginning is shown, with a button that shows the rest. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { formatCount } from '../../../lib/format.ts';
import classes from './shown-part.module.css';

interface ShownPartProps<Item> {
  readonly items: readonly Item[];
  readonly first: number;
  /** What the items are, many: `champions`. */
  readonly what: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function ShownPart<Item>({ items, first, what, children }: ShownPartProps<Item>) {
  const [isAll, setIsAll] = useState(false);
  const isLong = items.length > first;
  return (
    <>
      {children(isAll ? items : items.slice(0, first))}
      {isLong ? (
        <div className={classes.more}>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsAll(!isAll)} aria-expanded={isAll}>
            {isAll ? `Show fewer ${what}` : `Show all ${formatCount(items.length)} ${what}`}
          </Button>
        </div>
      ) : null}
    </>
  );
}
