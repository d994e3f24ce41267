import type { CommandContext, ExitCode } from './command.ts';
import { runProjectionTask } from './projection-task.ts';

interface Outcome {
  readonly games?: number;
  readonly rows?: number;
  readonly partitions?: number;
  readonly buckets?: number;
  readonly seconds?: number;
  readonly staleRanks?: number;
  readonly error?: string;
  readonly differences?: readonly {
    readonly table: string;
    readonly patch: string;
    readonly bucket: number;
    readonly kind: string;
    readonly expected: number;
    readonly found: number;
  }[];
}

const SHOWN_DIFFERENCES = 20;

/** 0 when both stores agree at the end, even if something had to be mended for it. */
export async function verify(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  const { state, outcome } = await runProjectionTask(context, { kind: 'verify', patch: null });
  const found = (outcome ?? {}) as Outcome;
  output.say({ event: 'verified', agrees: state === 'done', ...found }, inWords(state === 'done', found));
  return state === 'done' ? 0 : 1;
}

function inWords(agrees: boolean, found: Outcome): string {
  if (found.error !== undefined) return `It could not be verified: ${found.error}`;
  const { games = 0, rows = 0, partitions = 0, buckets = 0, seconds = 0, staleRanks = 0 } = found;
  const differences = found.differences ?? [];
  const looked =
    `${games.toLocaleString('en')} games, ${rows.toLocaleString('en')} rows, ${partitions} patches in ${buckets} buckets each, ` +
    `${seconds.toFixed(1)} s`;
  const lines = [
    agrees
      ? `PostgreSQL and ClickHouse agree (${looked}).`
      : `PostgreSQL and ClickHouse do NOT agree (${looked}).`,
  ];
  if (differences.length > 0)
    lines.push(`${differences.length} buckets were damaged${agrees ? ' and have been mended' : ''}:`);
  for (const { table, patch, bucket, kind, expected, found: there } of differences.slice(
    0,
    SHOWN_DIFFERENCES,
  ))
    lines.push(
      `  ${table}, patch ${patch}, bucket ${bucket}: ${kind} (${there} rows instead of ${expected})`,
    );
  if (differences.length > SHOWN_DIFFERENCES) lines.push('  …');
  if (staleRanks > 0) lines.push(`Ranks were brought up to date in ${staleRanks} buckets.`);
  if (!agrees) lines.push('Run it again; if that does not help: gamekeeper rebuild');
  return lines.join('\n');
}
