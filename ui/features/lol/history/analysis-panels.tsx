/** Everything that the analysis tells, panel by panel. What is on top is what people come for: when they play, and how it goes then. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { LolCell } from '#/contract/lol-cells.ts';
import type { LolHistory } from '#/contract/lol-collection.ts';
import type { LolAnalysis } from '#/contract/lol-history.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { ROLES } from '#/domain/lol/history/played-game.ts';

import { Section } from '../../../components/section.tsx';
import classes from './analysis-panels.module.css';
import { CalendarPanel } from './calendar-panel.tsx';
import { CellTable } from './cell-table.tsx';
import { RankPanel, RollingPanel } from './curves-panel.tsx';
import { EarlyPanel } from './early-panel.tsx';
import { HeatMap } from './heat-map.tsx';
import { searchForHistory, withoutFilter, type HistoryView } from './history-address.ts';
import { HourChart } from './hour-chart.tsx';
import { MatesPanel } from './mates-panel.tsx';
import { RecordsPanel } from './records-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { ShownPart } from './shown-part.tsx';

interface AnalysisPanelsProps {
  readonly history: LolHistory;
  /** As the address says them. */
  readonly options: HistoryOptions;
  readonly view: HistoryView;
}

const CHAMPIONS_FIRST = 16;
const PATCHES_FIRST = 4;

export function AnalysisPanels({ history, options, view }: AnalysisPanelsProps) {
  const { analysis, player } = history;
  const others = searchForHistory(withoutFilter(options), { platform: undefined, year: undefined });
  return (
    <>
      <TimePanels analysis={analysis} />
      <CalendarPanel
        analysis={analysis}
        year={view.year}
        searchFor={(year) => searchForHistory(options, { ...view, year })}
      />
      <SessionCells analysis={analysis} />
      <div className={classes.grid}>
        <RollingPanel analysis={analysis} />
        <RankPanel analysis={analysis} />
      </div>
      <GameCells analysis={analysis} options={options} view={view} />
      <EarlyPanel analysis={analysis} />
      <div className={classes.grid}>
        <MatesPanel analysis={analysis} platform={player.platform} search={others} />
        <SessionsPanel analysis={analysis} />
      </div>
      <RecordsPanel analysis={analysis} />
    </>
  );
}

interface PanelProps {
  readonly analysis: LolAnalysis;
}

function TimePanels({ analysis }: PanelProps) {
  const { hours, weekdays, heatMap, options } = analysis;
  const clock = `by the clock of ${options.zone}`;
  return (
    <>
      <div className={classes.grid}>
        <Section title="By hour" aside={clock}>
          <HourChart cells={hours} />
          <details className={classes.details}>
            <summary>As a table</summary>
            <CellTable label="By hour" naming="Began at" cells={hours} />
          </details>
        </Section>
        <CellSection title="By weekday" aside={clock} naming="Weekday" cells={weekdays} />
      </div>
      <Section title="Hour and weekday" aside={clock}>
        <HeatMap cells={heatMap} />
      </Section>
    </>
  );
}

function SessionCells({ analysis }: PanelProps) {
  const { sessionPositions, sessionStreaks, streaks, breaks, dayVolumes, durations, options } = analysis;
  return (
    <div className={classes.grid}>
      <CellSection
        title="Place in the session"
        aside={`a session ends after ${options.gapMinutes} minutes of break`}
        naming="Game"
        cells={sessionPositions}
      />
      <CellSection title="Break before the game" naming="Break" cells={breaks} />
      <CellSection
        title="After wins and losses, within the session"
        aside="against what chance alone would leave"
        naming="Before"
        cells={sessionStreaks}
      />
      <CellSection
        title="After wins and losses, whatever the break"
        aside="against what chance alone would leave"
        naming="Before"
        cells={streaks}
      />
      <CellSection
        title="Games on that day"
        aside="told only: whoever wins may play on"
        naming="Day"
        cells={dayVolumes}
      />
      <CellSection title="Length of the game" naming="Length" cells={durations} />
    </div>
  );
}

type GameCellsProps = Omit<AnalysisPanelsProps, 'history'> & PanelProps;

function GameCells({ analysis, options, view }: GameCellsProps) {
  const { champions, roles, queues, sides, patches } = analysis;
  const filtered = (label: string, change: Partial<HistoryOptions>) => (
    <Link
      to="."
      search={searchForHistory({ ...options, ...change }, view)}
      resetScroll={false}
      title={`Only ${label}`}
    >
      {label}
    </Link>
  );
  const roleOf = ({ key, label }: LolCell): ReactNode => {
    const role = ROLES.find((one) => one === key);
    return role === undefined ? label : filtered(label, { roles: [role] });
  };
  return (
    <div className={classes.grid}>
      <Section title="Champions" aside={`${champions.length} played`}>
        <ShownPart items={champions} first={CHAMPIONS_FIRST} what="champions">
          {(cells) => (
            <CellTable
              label="Champions"
              naming="Champion"
              cells={cells}
              nameOf={({ label, champion }) => filtered(label, { champions: [champion] })}
              extra={[
                {
                  header: 'K / D / A',
                  cell: ({ kills, deaths, assists }) =>
                    [kills, deaths, assists].map((value) => value.toFixed(1)).join(' / '),
                },
              ]}
            />
          )}
        </ShownPart>
      </Section>
      <div className={classes.stack}>
        <CellSection title="Roles" naming="Role" cells={roles} nameOf={roleOf} />
        <CellSection
          title="Queues"
          naming="Queue"
          cells={queues}
          nameOf={({ key, label }) => filtered(label, { queues: [Number(key)] })}
        />
        <CellSection title="Sides" naming="Side" cells={sides} />
        <Section title="Patches" aside="newest first">
          <ShownPart items={patches.toReversed()} first={PATCHES_FIRST} what="patches">
            {(cells) => <CellTable label="Patches" naming="Patch" cells={cells} />}
          </ShownPart>
        </Section>
      </div>
    </div>
  );
}

interface CellSectionProps {
  readonly title: string;
  readonly aside?: string;
  readonly naming: string;
  readonly cells: readonly LolCell[];
  readonly nameOf?: (cell: LolCell) => ReactNode;
}

function CellSection({ title, aside, ...table }: CellSectionProps) {
  return (
    <Section title={title} {...(aside === undefined ? {} : { aside })}>
      <CellTable label={title} {...table} />
    </Section>
  );
}
