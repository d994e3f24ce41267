/** What did not pass the checks: why, how often for each reason, and the newest of it. */
import { Link } from '@tanstack/react-router';

import type { QuarantinedBody, QuarantineList as Quarantine } from '#/contract/operations.ts';

import { Bytes } from '../../../components/bytes.tsx';
import { Choice } from '../../../components/choice.tsx';
import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { formatCount } from '../../../lib/format.ts';
import { BarList } from '../bar-list.tsx';
import { useQuarantine } from '../operations-query.ts';
import { QUARANTINE_SOURCES, type QuarantineSource } from '../operations-search.ts';
import { ReadPanel } from '../read-panel.tsx';
import { sourceName } from './source-name.ts';

const COLUMNS: Columns<QuarantinedBody> = [
  {
    header: 'Id',
    cell: ({ source, kind, id }) => (
      <Link to="/status/operations/quarantine/$source/$kind/$id" params={{ source, kind, id }}>
        {id}
      </Link>
    ),
  },
  { header: 'What', cell: ({ source, kind }) => `${sourceName(source)} ${kind}` },
  { header: 'Reason', cell: ({ reason }) => reason, card: 'wide' },
  {
    header: 'Size',
    cell: ({ bytes }) => (bytes === null ? 'no body' : <Bytes value={bytes} />),
    align: 'end',
  },
  { header: 'Since', cell: ({ since }) => <TimeAgo at={since} />, align: 'end' },
];

const ALL = 'all';
const SOURCE_OPTIONS = [
  { value: ALL, label: 'All' },
  ...QUARANTINE_SOURCES.map((source) => ({ value: source, label: sourceName(source) })),
];

interface QuarantineListProps {
  readonly source: QuarantineSource | undefined;
  readonly onSource: (source: QuarantineSource | undefined) => void;
}

export function QuarantineList({ source, onSource }: QuarantineListProps) {
  const read = useQuarantine(source);
  return (
    <ReadPanel
      title="Quarantine"
      what="the quarantine"
      read={read}
      aside={
        <Choice
          label="Which source"
          value={source ?? ALL}
          options={SOURCE_OPTIONS}
          onChange={(value) => onSource(QUARANTINE_SOURCES.find((one) => one === value))}
        />
      }
    >
      {(quarantine) => <Bodies quarantine={quarantine} isNarrowed={source !== undefined} />}
    </ReadPanel>
  );
}

interface BodiesProps {
  readonly quarantine: Quarantine;
  readonly isNarrowed: boolean;
}

function Bodies({ quarantine: { total, reasons, bodies }, isNarrowed }: BodiesProps) {
  if (total === 0) {
    return (
      <EmptyState>
        {isNarrowed ? 'Nothing of this source is in quarantine.' : 'Nothing is in quarantine.'} What upstreams
        send and no check lets through is kept here with its reason, and reaches no statistic.
      </EmptyState>
    );
  }
  const most = Math.max(...reasons.map(({ count }) => count));
  return (
    <>
      <BarList
        label="Reasons by how often"
        isWordy
        bars={reasons.map(({ reason, count }) => ({
          name: reason,
          share: count / most,
          value: `${formatCount(count)} ${count === 1 ? 'body' : 'bodies'}`,
        }))}
      />
      <DataTable
        label="Quarantined bodies"
        columns={COLUMNS}
        rows={bodies}
        rowKey={({ source, kind, id }) => `${source}/${kind}/${id}`}
      />
      {total > bodies.length ? (
        <EmptyState>
          The newest {formatCount(bodies.length)} of {formatCount(total)}.
        </EmptyState>
      ) : null}
    </>
  );
}
