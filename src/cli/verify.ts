import type { ProjectionTask } from '#/match/project/projection-task.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { askedSources, runProjectionTasks, SOURCE_NAMES } from './projection-task.ts';

interface Outcome {
  readonly games?: number;
  readonly rows?: number;
  readonly partitions?: number;
  readonly buckets?: number;
  readonly seconds?: number;
  readonly staleRanks?: number;
  readonly unjudged?: number;
  readonly error?: string;
  readonly differences?: readonly {
    readonly table: string;
    readonly partition: string;
    readonly bucket: number;
    readonly kind: string;
    readonly expected: number;
    readonly found: number;
  }[];
}

const SHOWN_DIFFERENCES = 20;
const PARTITIONS = { tft: 'patch', lol: 'season' } as const;
const PLURALS = { tft: 'patches', lol: 'seasons' } as const;

/** 0 when both stores agree at the end, even if something had to be mended for it. */
export async function verify(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  const asked = askedSources(context).map((source) => ({ source, kind: 'verify', patch: null }) as const);
  const tasks = await runProjectionTasks(context, asked);
  for (const task of tasks) {
    const { source, state, outcome } = task;
    output.say({ event: 'verified', source, agrees: state === 'done', ...outcome }, inWords(task));
  }
  return tasks.every(({ state }) => state === 'done') ? 0 : 1;
}

function inWords({ source, state, outcome }: ProjectionTask): string {
  const agrees = state === 'done';
  const found = (outcome ?? {}) as Outcome;
  const name = SOURCE_NAMES[source];
  if (found.error !== undefined) return `${name} could not be verified: ${found.error}`;
  const { games = 0, rows = 0, partitions = 0, buckets = 0, seconds = 0 } = found;
  const { staleRanks = 0, unjudged = 0 } = found;
  const differences = found.differences ?? [];
  const what = PARTITIONS[source];
  const looked =
    `${games.toLocaleString('en')} games, ${rows.toLocaleString('en')} rows, ${partitions} ${partitions === 1 ? what : PLURALS[source]} ` +
    `in ${buckets} buckets each, ${seconds.toFixed(1)} s`;
  const lines = [
    agrees
      ? `${name}: PostgreSQL and ClickHouse agree (${looked}).`
      : `${name}: PostgreSQL and ClickHouse do NOT agree (${looked}).`,
  ];
  if (differences.length > 0)
    lines.push(`${differences.length} buckets were damaged${agrees ? ' and have been mended' : ''}:`);
  for (const { table, partition, bucket, kind, expected, found: there } of differences.slice(
    0,
    SHOWN_DIFFERENCES,
  ))
    lines.push(
      `  ${table}, ${what} ${partition}, bucket ${bucket}: ${kind} (${there} rows instead of ${expected})`,
    );
  if (differences.length > SHOWN_DIFFERENCES) lines.push('  …');
  if (staleRanks > 0) lines.push(`Ranks were brought up to date in ${staleRanks} buckets.`);
  if (unjudged > 0)
    lines.push(`${unjudged} buckets could not be judged: games of them are about to be counted anew.`);
  if (!agrees) lines.push('Run it again; if that does not help: gamekeeper rebuild');
  return lines.join('\n');
}
