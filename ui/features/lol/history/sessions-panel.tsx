/** The newest sessions, game by game. */
import { VisuallyHidden } from '@mantine/core';

import type { LolAnalysis } from '#/contract/lol-history.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { Section } from '../../../components/section.tsx';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { keyedList } from '../../../lib/keyed-list.ts';
import { gamesText } from './count-words.ts';
import classes from './sessions-panel.module.css';
import { ShownPart } from './shown-part.tsx';
import { formatZoned } from './zoned-time.ts';

type Session = LolAnalysis['sessions']['newest'][number];

const SHOWN_FIRST = 10;

export function SessionsPanel({ analysis }: { readonly analysis: LolAnalysis }) {
  const { sessions, options } = analysis;
  const columns = columnsFor(options.zone);
  return (
    <Section
      title="Sessions"
      aside={`${formatCount(sessions.count)} sessions; usually ${gamesText(sessions.medianGames)}`}
    >
      <ShownPart items={sessions.newest} first={SHOWN_FIRST} what="newest sessions">
        {(rows) => (
          <DataTable
            label="Newest sessions"
            columns={columns}
            rows={rows}
            rowKey={({ startedAt }) => startedAt}
          />
        )}
      </ShownPart>
    </Section>
  );
}

function columnsFor(zone: string): Columns<Session> {
  return [
    { header: 'Began', cell: ({ startedAt }) => formatZoned(startedAt, zone) },
    { header: 'Lasted', cell: sessionLength, align: 'end' },
    { header: 'Games', cell: ({ n }) => formatCount(n), align: 'end' },
    { header: 'Result', cell: ({ wins, n }) => `${wins} of ${n} won`, align: 'end', card: 'aside' },
    { header: 'In order', cell: toResults, card: 'wide' },
  ];
}

function toResults({ results }: Session) {
  return <Results results={results} />;
}

function sessionLength({ startedAt, endedAt }: Session): string {
  return formatSpan(Date.parse(endedAt) - Date.parse(startedAt));
}

function Results({ results }: { readonly results: string }) {
  const letters = results.split('');
  return (
    <span className={classes.results}>
      <VisuallyHidden component="span">{letters.map(resultWord).join(', ')}</VisuallyHidden>
      {keyedList(letters).map(({ key, text }) => (
        <span key={key} className={classes.result} data-result={text} aria-hidden="true">
          {text}
        </span>
      ))}
    </span>
  );
}

function resultWord(letter: string): string {
  return letter === 'W' ? 'won' : 'lost';
}
