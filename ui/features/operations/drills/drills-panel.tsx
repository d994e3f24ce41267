/** The sessions of the fault drill that were run with this data directory, the newest open. */
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';

import type { DrillSession } from '#/contract/operations.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { ToneLabel } from '../../../components/tone-label.tsx';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { useDrills } from '../operations-query.ts';
import { ReadPanel } from '../read-panel.tsx';
import { didHold, recoveryWords, sumWords, verdictWords } from './drill-words.ts';
import classes from './drills-panel.module.css';

type Fault = DrillSession['faults'][number];

const COLUMNS: Columns<Fault> = [
  { header: 'Fault', cell: ({ id, name }) => `${id} ${name}` },
  {
    header: 'Result',
    cell: ({ held }) => <Held isHeld={held} words={held ? 'Held' : 'Did not hold'} />,
    card: 'aside',
  },
  { header: 'Times', cell: ({ times }) => formatCount(times), align: 'end' },
  { header: 'Units', cell: ({ acknowledged }) => formatCount(acknowledged), align: 'end' },
  { header: 'Lost', cell: ({ lost }) => <Bad count={lost} />, align: 'end' },
  { header: 'Doubled', cell: ({ duplicated }) => <Bad count={duplicated} />, align: 'end' },
  { header: 'Recovered in', cell: ({ recoveryMs }) => recoveryWords(recoveryMs), card: 'wide' },
  { header: 'Seen', cell: ({ detail }) => detail || null, card: 'wide' },
];

export function DrillsPanel() {
  const read = useDrills();
  return (
    <ReadPanel title="Drills" what="the drills" read={read} aside="faults that were caused on purpose">
      {({ sessions, unreadable = 0 }) => (
        <>
          {sessions.length === 0 ? (
            <EmptyState>
              No drill was run with this data directory. <code>npm run drill</code> runs one: it kills, cuts
              and fills what Gamekeeper stands on, and counts what was lost.
            </EmptyState>
          ) : null}
          {sessions.map((session, index) => (
            <Session key={`${session.startedAt} ${session.seed}`} session={session} isOpen={index === 0} />
          ))}
          {unreadable === 0 ? null : (
            <EmptyState>
              {formatCount(unreadable)} {unreadable === 1 ? 'line' : 'lines'} of drill-sessions.jsonl could
              not be read.
            </EmptyState>
          )}
        </>
      )}
    </ReadPanel>
  );
}

interface SessionProps {
  readonly session: DrillSession;
  readonly isOpen: boolean;
}

function Session({ session, isOpen }: SessionProps) {
  const { startedAt, seconds, seed, version, machine, faults } = session;
  return (
    <details className={classes.session} open={isOpen}>
      <summary className={classes.summary}>
        <Held isHeld={didHold(faults)} words={verdictWords(faults)} />{' '}
        <span className={classes.quiet}>
          <TimeAgo at={startedAt} />, took {formatSpan(seconds * 1_000)}
        </span>
      </summary>
      <p className={classes.facts}>
        {sumWords(faults)}. Seed {seed}, version {version}, {machine}.
      </p>
      <DataTable
        label={`Faults of the drill with seed ${seed}`}
        columns={COLUMNS}
        rows={faults}
        rowKey={({ id }) => id}
      />
    </details>
  );
}

function Held({ isHeld, words }: { readonly isHeld: boolean; readonly words: string }) {
  return (
    <ToneLabel tone={isHeld ? 'good' : 'bad'} Icon={isHeld ? IconCircleCheck : IconCircleX}>
      {words}
    </ToneLabel>
  );
}

function Bad({ count }: { readonly count: number }) {
  return count === 0 ? '0' : <Held isHeld={false} words={formatCount(count)} />;
}
