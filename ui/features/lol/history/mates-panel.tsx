/** Who was on the same team twice or more often. */
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import type { FlatSearch } from '../../../lib/flat-search.ts';
import { PlayerLink } from '../search/player-link.tsx';
import { CellTable } from './cell-table.tsx';
import { ShownPart } from './shown-part.tsx';
import { formatZonedDay } from './zoned-time.ts';

interface MatesPanelProps {
  readonly analysis: LolAnalysis;
  /** Where they play, most likely. */
  readonly platform: string | null;
  /** What is kept of the address on the way to somebody else. */
  readonly search: FlatSearch;
}

type Mate = LolAnalysis['mates'][number];
const SHOWN_FIRST = 8;

export function MatesPanel({ analysis, platform, search }: MatesPanelProps) {
  const { mates, options } = analysis;
  const nameOf = ({ gameName, tagLine, label }: Mate) =>
    gameName !== null && tagLine !== null ? (
      <PlayerLink player={{ gameName, tagLine, platform }} search={search} />
    ) : (
      label
    );
  return (
    <Section title="Played together" aside="on the same team twice or more">
      {mates.length === 0 ? (
        <EmptyState>Nobody was on the same team more than once.</EmptyState>
      ) : (
        <ShownPart items={mates} first={SHOWN_FIRST} what="players">
          {(cells) => (
            <CellTable
              label="Players on the same team"
              naming="Player"
              cells={cells}
              nameOf={nameOf}
              extra={[{ header: 'Last', cell: ({ lastAt }) => formatZonedDay(lastAt, options.zone) }]}
            />
          )}
        </ShownPart>
      )}
    </Section>
  );
}
