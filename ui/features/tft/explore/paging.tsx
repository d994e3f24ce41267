/** From one page of rows to the next, and how many rows there are and are left out. */
import { Button } from '@mantine/core';

import type { TftAnswer } from '#/contract/tft-explore.ts';

import { formatCount } from '../../../lib/format.ts';
import classes from './paging.module.css';

interface PagingProps {
  readonly answer: TftAnswer;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
}

export function Paging({ answer, page, pageSize, onPage }: PagingProps) {
  const { rowCount, hiddenRowCount, isCut, rows } = answer;
  const first = page * pageSize;
  const hasMore = first + rows.length < rowCount;
  return (
    <div className={classes.paging}>
      <span>
        {rows.length === 0
          ? 'No rows'
          : `Rows ${formatCount(first + 1)}–${formatCount(first + rows.length)} of ${formatCount(rowCount)}`}
        {hiddenRowCount > 0 ? ` · ${formatCount(hiddenRowCount)} below the smallest sample` : ''}
        {isCut ? ' · the rarest rows were not read' : ''}
      </span>
      {page > 0 || hasMore ? (
        <span className={classes.buttons}>
          <Button variant="default" size="compact-sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="default" size="compact-sm" disabled={!hasMore} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </span>
      ) : null}
    </div>
  );
}
