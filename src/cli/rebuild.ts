import { parsePatch, partitionOf } from '#/domain/tft/patch-name.ts';
import { UserError } from '#/domain/user-error.ts';
import type { ProjectedSource, ProjectionTask } from '#/match/project/projection-task.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { askedSources, runProjectionTasks, SOURCE_NAMES } from './projection-task.ts';

export async function rebuild(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  const tasks = await runProjectionTasks(context, askedTasks(context));
  for (const task of tasks) {
    const { source, state, patch } = task;
    const { looked, seconds, perSecond, error } = figuresOf(task);
    output.say(
      {
        event: 'rebuilt',
        source,
        done: state === 'done',
        patch,
        looked,
        seconds,
        matchesPerSecond: perSecond,
        ...(error === undefined ? {} : { error }),
      },
      inWords(task),
    );
  }
  return tasks.every(({ state }) => state === 'done') ? 0 : 1;
}

/** A patch names its source: of League of Legends it is a season. */
function askedTasks(context: CommandContext) {
  const named = context.options['patch'];
  const sources = askedSources(context);
  if (typeof named !== 'string')
    return sources.map((source) => ({ source, kind: 'rebuild', patch: null }) as const);
  const source = sources.length === 1 ? (sources[0] ?? 'tft') : 'tft';
  return [{ source, kind: 'rebuild', patch: toPartition(source, named) } as const];
}

function figuresOf({ outcome }: ProjectionTask) {
  const {
    looked = 0,
    seconds = 0,
    error,
  } = (outcome ?? {}) as {
    looked?: number;
    seconds?: number;
    error?: string;
  };
  return { looked, seconds, error, perSecond: seconds > 0 ? Math.round(looked / seconds) : 0 };
}

function inWords(task: ProjectionTask): string {
  const { source, state, patch } = task;
  const { looked, seconds, perSecond, error } = figuresOf(task);
  const name = SOURCE_NAMES[source];
  if (state !== 'done')
    return `${name} could not be rebuilt: ${error ?? 'both stores did not agree afterwards'}`;
  const part = source === 'tft' ? `patch ${patch}` : `season ${patch}`;
  const what = patch === null ? `The statistics of ${name} were` : `Of ${name}, ${part} was`;
  return `${what} built anew from ${looked.toLocaleString('en')} stored games in ${seconds.toFixed(1)} s (${perSecond.toLocaleString('en')}/s).`;
}

const WITHOUT_A_NUMBER: ReadonlySet<string> = new Set(['unknown', 'revival']);

function toPartition(source: ProjectedSource, text: string): string {
  return source === 'lol' ? toSeason(text) : toPatch(text);
}

function toSeason(text: string): string {
  if (/^(\d{1,3}|unknown)$/.test(text)) return text;
  throw new UserError(
    `${JSON.stringify(text)} is not a season.`,
    "Expected the first number of a client's version, like 16, or unknown.",
  );
}

function toPatch(text: string): string {
  if (WITHOUT_A_NUMBER.has(text)) return text;
  const patch = parsePatch(text);
  if (patch !== undefined) return partitionOf(patch);
  throw new UserError(
    `${JSON.stringify(text)} is not a patch.`,
    'Expected something like 17.4, 17.4b, s10-14.1, unknown or revival.',
  );
}
