/**
 * `results.jsonl`: every run of every fault, one line each, failed ones included. Lines are appended and never changed. The part of
 * docs/reliability.md between two markers is made of them: the newest run of each fault, every run that did not hold, and how long a
 * short drill takes.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { root } from '../support/product.ts';
import { findViolations, toResult, type Fault, type FaultResult, type Outcome } from './fault.ts';

interface RunFacts {
  readonly startedAt: string;
  readonly size: 'short' | 'long';
  readonly seed: number;
  /** Empty where there is no git. */
  readonly commit: string;
  /** Nothing but the results themselves differed from the commit. */
  readonly isClean: boolean;
  readonly machine: string;
  /** Versions of the stores. */
  readonly parts: string;
}

export interface DrillRun extends FaultResult, RunFacts {
  readonly seconds: number;
  /** Why it did not hold: the first of the reasons, each cut to a line. */
  readonly violations: readonly string[];
}

/** Of the reasons, that are kept with a run. */
const KEPT = 5;
const WIDTH = 500;
const BEGIN = '<!-- drill: begin -->';
const END = '<!-- drill: end -->';
const NEWEST = [
  '| # | fault | held | times | acknowledged | lost | doubled | recovery, median / max | what was seen | newest run | held of all runs |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
];
const FAILED = ['| # | run | times | lost | doubled | why it did not hold |', '|---|---|---|---|---|---|'];

/** One run for each outcome that was not skipped. `seconds`: of the whole group; what is shared is divided equally. */
export function toRuns(
  faults: readonly Fault[],
  outcomes: readonly Outcome[],
  {
    facts,
    seconds,
    dataDirectory,
  }: { readonly facts: RunFacts; readonly seconds: number; readonly dataDirectory: string },
): DrillRun[] {
  const clean = (text: string): string => toRecorded(text, dataDirectory);
  const own = outcomes.map((outcome) => ('skipped' in outcome ? 0 : (outcome.seconds ?? 0)));
  const shared = (seconds - own.reduce((sum, part) => sum + part, 0)) / outcomes.length;
  return faults.flatMap((fault, index) => {
    const found = outcomes[index];
    if (found === undefined || 'skipped' in found) return [];
    return {
      ...toResult(fault, { ...found, detail: clean(found.detail) }),
      ...facts,
      seconds: Math.round((own[index] ?? 0) + shared),
      violations: findViolations(found).slice(0, KEPT).map(clean),
    };
  });
}

/** Without stack frames and without paths of this machine. */
function toRecorded(text: string, dataDirectory: string): string {
  const [words = ''] = text.split(/\n +at /);
  return words.replaceAll(dataDirectory, 'DATA_DIR').replaceAll(`${root}/`, '').slice(0, WIDTH);
}

export function appendRun(file: string, run: DrillRun): void {
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/** Oldest first. */
export function readRuns(file: string): DrillRun[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as DrillRun);
}

/** Throws when the markers are not there: a document without a table must not pass for one with an old table. */
export function updateDrillTable(
  document: string,
  faults: readonly Fault[],
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

function toRow({ id, name }: Fault, runs: readonly DrillRun[]): string {
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
function describeShortForm(faults: readonly Fault[], runs: readonly DrillRun[]): string[] {
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
