/**
 * The part of docs/reliability.md between two markers, made of all runs in `results.jsonl`: the newest run of each fault, every run that
 * did not hold, and how long a short drill takes.
 */
import type { DrillRun } from './drill-results.ts';
import type { Fault } from './fault.ts';

const BEGIN = '<!-- drill: begin -->';
const END = '<!-- drill: end -->';
const NEWEST = [
  '| # | fault | held | times | acknowledged | lost | doubled | recovery, median / max | what was seen | newest run | held of all runs |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
];
const FAILED = ['| # | run | times | lost | doubled | why it did not hold |', '|---|---|---|---|---|---|'];

type Named = Pick<Fault, 'id' | 'name'>;

/** Throws when the markers are not there: a document without a table must not pass for one with an old table. */
export function updateDrillTable(
  document: string,
  faults: readonly Named[],
  runs: readonly DrillRun[],
): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error(`the document has no ${BEGIN} … ${END} for the table of the drill`);
  const failed = runs.filter(({ held }) => !held);
  const table = [
    '',
    ...NEWEST,
    ...faults.map((fault) => toRow(fault, runs)),
    '',
    ...describeShortForm(faults, runs),
    failed.length === 0 ? `All ${runs.length} runs held.` : 'Runs that did not hold:',
    ...(failed.length === 0 ? [] : ['', ...FAILED, ...failed.map(toFailedRow)]),
    '',
  ].join('\n');
  return `${document.slice(0, from + BEGIN.length)}\n${table}\n${document.slice(to)}`;
}

function toRow({ id, name }: Named, runs: readonly DrillRun[]): string {
  const all = runs.filter((run) => run.id === id);
  const newest = all.at(-1);
  if (newest === undefined) return toLine([id, name, 'never run', ...Array.from({ length: 8 }, () => '–')]);
  const { held, times, acknowledged, lost, duplicated, recoveryMs, detail } = newest;
  return toLine([
    id,
    name,
    held ? 'yes' : '**no**',
    times,
    acknowledged,
    lost,
    duplicated,
    recoveryMs === null ? '–' : `${inSeconds(recoveryMs.median)} / ${inSeconds(recoveryMs.max)} s`,
    detail,
    describeRun(newest),
    `${all.filter((run) => run.held).length} of ${all.length}`,
  ]);
}

function toFailedRow(run: DrillRun): string {
  return toLine([
    `${run.id} ${run.name}`,
    describeRun(run),
    run.times,
    run.lost,
    run.duplicated,
    run.violations.join('; '),
  ]);
}

function describeRun({ size, seed, seconds, startedAt, commit, isClean }: DrillRun): string {
  const tree = isClean ? commit : `${commit} with uncommitted changes`;
  return `${size}, seed ${seed}, ${seconds} s, ${startedAt.slice(0, 10)}, ${tree}`;
}

/** Of the newest short runs, which may be of different days. */
function describeShortForm(faults: readonly Named[], runs: readonly DrillRun[]): string[] {
  const short = faults.flatMap(({ id }) => {
    return runs.findLast((run) => run.id === id && run.size === 'short') ?? [];
  });
  const [newest] = short.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  if (newest === undefined) return [];
  const minutes = short.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return [
    `The newest short runs of ${short.length} of ${faults.length} faults took ${minutes.toFixed(1)} minutes together; ` +
      `the last was on ${newest.machine}; ${newest.parts}.`,
    '',
  ];
}

function toLine(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll(/\s+/g, ' ').replaceAll('|', '/')).join(' | ')} |`;
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0);
}
