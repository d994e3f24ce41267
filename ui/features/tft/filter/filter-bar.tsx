/** What the filter says, piece by piece: each can be taken away, and a click on one opens the builder. */
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';

import type { Filter } from '#/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION } from '#/domain/tft/explore/question.ts';

import { useNameBook, useOptions } from '../explore/tft-queries.ts';
import classes from './filter-bar.module.css';
import {
  filterChips,
  isDefaultFilter,
  isMasterOrHigher,
  patchLabel,
  toggleMasterOrHigher,
} from './filter-chips.ts';
import { Toggle } from './toggle-list.tsx';

interface FilterBarProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly onEdit: () => void;
}

export function FilterBar({ filter, onChange, onEdit }: FilterBarProps) {
  const book = useNameBook();
  const newest = useOptions()?.patches[0];
  const chips = filterChips(filter, book.names, newest && patchLabel(newest));
  return (
    <div className={classes.bar}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        onClick={onEdit}
      >
        Filter
      </Button>
      <ul className={classes.chips} aria-label="Filter">
        <li>
          <Toggle
            label="Master+"
            isOn={isMasterOrHigher(filter)}
            onClick={() => onChange(toggleMasterOrHigher(filter))}
          />
        </li>
        {chips.map(({ id, label, without }) => (
          <li key={id} className={classes.chip} data-fixed={without === undefined}>
            <button type="button" className={classes.label} title="Change the filter" onClick={onEdit}>
              {label}
            </button>
            {without ? (
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove: ${label}`}
                title={`Remove: ${label}`}
                onClick={() => onChange(without)}
              >
                <IconX size={13} aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
        {isDefaultFilter(filter) ? null : (
          <li>
            <button type="button" className={classes.clear} onClick={() => onChange(DEFAULT_QUESTION.filter)}>
              Clear all
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
