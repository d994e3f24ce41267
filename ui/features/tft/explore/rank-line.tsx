/** How well the ranks behind an answer are known, and the switch between the nearest rank and the one as of the match. */
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { RankMode } from '#/domain/tft/explore/filter.ts';

import { Choice } from '../../../components/choice.tsx';
import { formatCount } from '../../../lib/format.ts';
import classes from './freshness-line.module.css';

interface RankLineProps {
  readonly ranks: TftAnswer['ranks'];
  readonly rank: RankMode;
  readonly onRank: (rank: RankMode) => void;
}

export function RankLine({ ranks: { strict, day, older, unknown }, rank, onRank }: RankLineProps) {
  return (
    <div className={classes.line}>
      <span>
        Ranks of boards: {formatCount(strict)} as of the match, {formatCount(day)} within a day,{' '}
        {formatCount(older)} older, {formatCount(unknown)} unknown
      </span>
      <Choice
        label="Rank used"
        value={rank}
        options={[
          { value: 'nearest', label: 'Nearest' },
          { value: 'strict', label: 'As of the match' },
        ]}
        onChange={onRank}
      />
    </div>
  );
}
