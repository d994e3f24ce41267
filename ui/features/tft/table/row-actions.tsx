/** The small buttons at the end of a row: filter by it, exclude it, list its games. */
import { IconFilterMinus, IconFilterPlus, IconListDetails, type Icon } from '@tabler/icons-react';

import type { TftRow } from '#/contract/tft-explore.ts';

import classes from './row-actions.module.css';

type Step = (row: TftRow) => (() => void) | undefined;

/** What can be done with a row. A deed that cannot be done with it gives undefined, and has no button. */
export interface RowDeeds {
  readonly filter: Step;
  readonly exclude: Step;
  readonly games: Step;
}

interface RowActionsProps {
  readonly row: TftRow;
  readonly deeds: RowDeeds;
  readonly tabIndex: number;
}

export function RowActions({ row, deeds, tabIndex }: RowActionsProps) {
  const { label } = row;
  return (
    <span className={classes.actions}>
      <Deed Icon={IconFilterPlus} label={`Filter by ${label}`} tabIndex={tabIndex} step={deeds.filter(row)} />
      <Deed Icon={IconFilterMinus} label={`Exclude ${label}`} tabIndex={tabIndex} step={deeds.exclude(row)} />
      <Deed
        Icon={IconListDetails}
        label={`Games behind ${label}`}
        tabIndex={tabIndex}
        step={deeds.games(row)}
      />
    </span>
  );
}

interface DeedProps {
  readonly Icon: Icon;
  readonly label: string;
  readonly tabIndex: number;
  readonly step: (() => void) | undefined;
}

function Deed({ Icon, label, tabIndex, step }: DeedProps) {
  if (step === undefined) return <span className={classes.deed} />;
  return (
    <button
      type="button"
      className={classes.deed}
      title={label}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={step}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
