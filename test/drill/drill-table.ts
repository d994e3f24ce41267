/**
 * The table of docs/reliability.md, written by the drill itself: one line for each fault, that of its newest run. Faults that were not run
 * this time keep the line that they have. Everything outside the two markers belongs to people.
 */
import type { DrillSession } from '../../src/contract/operations.ts';
import type { FaultResult } from './fault.ts';

export interface RunFacts {
  readonly session: Pick<DrillSession, 'startedAt' | 'seed' | 'version' | 'machine'>;
  readonly size: 'short' | 'long';
  /** Of the parts that were under the faults. */
  readonly parts: string;
}

const BEGIN = '<!-- drill: begin -->';
const END = '<!-- drill: end -->';
const HEAD = [
  '| # | fault | held | times | acknowledged | lost | doubled | recovery, median / max | what was seen | run |',
  '|---|---|---|---|---|---|---|---|---|---|',
];
const ROW = /^\| (F\d+) \|/;

/** Throws when the markers are not there: a document without a table must not pass for one with an old table. */
export function updateDrillTable(document: string, results: readonly FaultResult[], facts: RunFacts): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error(`the document has no ${BEGIN} … ${END} for the table of the drill`);
  const old = document.slice(from + BEGIN.length, to).split('\n');
  const rows = new Map<string, string>();
  for (const line of old) {
    const id = ROW.exec(line)?.[1];
    if (id !== undefined) rows.set(id, line);
  }
  for (const result of results) rows.set(result.id, toRow(result, facts));
  const sorted = [...rows].sort(([one], [other]) => numberOf(one) - numberOf(other)).map(([, row]) => row);
  const { startedAt, machine } = facts.session;
  const told = `*Written by \`npm run drill\`; last on ${startedAt.slice(0, 10)}: ${machine}; ${facts.parts}.*`;
  const table = ['', told, '', ...HEAD, ...sorted, ''].join('\n');
  return `${document.slice(0, from + BEGIN.length)}\n${table}\n${document.slice(to)}`;
}

function toRow(result: FaultResult, { session, size }: RunFacts): string {
  const { id, name, held, times, acknowledged, lost, duplicated, recoveryMs, detail } = result;
  const cells = [
    id,
    name,
    detail.startsWith('not run: ') ? '–' : held ? 'yes' : '**no**',
    times,
    acknowledged,
    lost,
    duplicated,
    recoveryMs === null ? '–' : `${inSeconds(recoveryMs.median)} / ${inSeconds(recoveryMs.max)} s`,
    detail,
    `${size}, seed ${session.seed}, ${session.startedAt.slice(0, 10)}, ${session.version}`,
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll(/\s+/g, ' ').replaceAll('|', '/')).join(' | ')} |`;
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0);
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
