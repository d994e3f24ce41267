/** What everything weighs: PostgreSQL by table, ClickHouse by table and patch, and the clips. */
import type { StorageOverview } from '#/contract/operations.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { BarList } from '../bar-list.tsx';
import { useStorage } from '../operations-query.ts';
import { ReadPanel } from '../read-panel.tsx';
import classes from './storage-board.module.css';
import { partitionName, sumOf, toBar, toTables } from './storage-groups.ts';

/** The rest is folded away: most tables stay small for ever. */
const LARGE_TABLES = 12;

export function StorageBoard() {
  const read = useStorage();
  const { data } = read;
  return (
    <>
      <ReadPanel
        title="PostgreSQL"
        what="what is stored"
        read={read}
        aside={data && weightWords(data.postgres, data.postgres.length)}
      >
        {({ postgres }) => <Postgres tables={postgres} />}
      </ReadPanel>
      {data ? <Clickhouse parts={data.clickhouse} isAway={data.isClickHouseAway === true} /> : null}
      {data ? <Objects objects={data.objects} /> : null}
    </>
  );
}

function Postgres({ tables }: { readonly tables: StorageOverview['postgres'] }) {
  if (tables.length === 0) return <EmptyState>PostgreSQL told of no tables.</EmptyState>;
  const bars = tables.map((table) => toBar(table.table, table, tables[0]?.bytes ?? 0));
  const small = tables.slice(LARGE_TABLES);
  return (
    <>
      <BarList label="Tables of PostgreSQL by size" bars={bars.slice(0, LARGE_TABLES)} />
      {small.length === 0 ? null : (
        <details className={classes.small}>
          <summary>
            {formatCount(small.length)} smaller {small.length === 1 ? 'table' : 'tables'},{' '}
            {formatBytes(sumOf(small).bytes)}
          </summary>
          <BarList label="Smaller tables of PostgreSQL" bars={bars.slice(LARGE_TABLES)} />
        </details>
      )}
      <EmptyState>With indexes. Rows are as many as PostgreSQL estimates.</EmptyState>
    </>
  );
}

interface ClickhouseProps {
  readonly parts: StorageOverview['clickhouse'];
  readonly isAway: boolean;
}

function Clickhouse({ parts, isAway }: ClickhouseProps) {
  const tables = toTables(parts);
  const most = Math.max(0, ...parts.map(({ bytes }) => bytes));
  return (
    <Section title="ClickHouse" aside={isAway ? undefined : weightWords(parts, tables.length)}>
      {isAway ? <EmptyState>ClickHouse does not answer now.</EmptyState> : null}
      {!isAway && tables.length === 0 ? <EmptyState>ClickHouse holds no rows yet.</EmptyState> : null}
      {tables.map(({ table, bytes, rows, parts: own }) => (
        <div key={table}>
          <h3 className={classes.table}>
            {table}
            <span className={classes.sum}>
              {formatBytes(bytes)}, {formatCount(rows)} {rows === 1 ? 'row' : 'rows'}
            </span>
          </h3>
          <BarList
            label={`${table} by patch`}
            bars={own.map((part) => toBar(partitionName(part.partition), part, most))}
          />
        </div>
      ))}
    </Section>
  );
}

function Objects({ objects }: { readonly objects: StorageOverview['objects'] }) {
  return (
    <Section title="Clips">
      <EmptyState>
        {objects === null
          ? 'No clips are archived here.'
          : `${formatCount(objects.clips)} ${objects.clips === 1 ? 'clip' : 'clips'}, ${formatBytes(objects.bytes)} in the object store.`}
      </EmptyState>
    </Section>
  );
}

function weightWords(
  weights: readonly { readonly rows: number; readonly bytes: number }[],
  tables: number,
): string {
  return `${formatBytes(sumOf(weights).bytes)} in ${formatCount(tables)} ${tables === 1 ? 'table' : 'tables'}`;
}
