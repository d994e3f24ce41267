import { parsePatch, partitionOf } from '#/domain/tft/patch-name.ts';
import { UserError } from '#/domain/user-error.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { runProjectionTask } from './projection-task.ts';

export async function rebuild(context: CommandContext): Promise<ExitCode> {
  const { output, options } = context;
  const patch = typeof options['patch'] === 'string' ? toPartition(options['patch']) : null;
  const { state, outcome } = await runProjectionTask(context, { kind: 'rebuild', patch });
  const {
    looked = 0,
    seconds = 0,
    error,
  } = (outcome ?? {}) as {
    looked?: number;
    seconds?: number;
    error?: string;
  };
  const perSecond = seconds > 0 ? Math.round(looked / seconds) : 0;
  const what = patch === null ? 'The statistics were' : `Patch ${patch} was`;
  output.say(
    {
      event: 'rebuilt',
      done: state === 'done',
      patch,
      looked,
      seconds,
      matchesPerSecond: perSecond,
      ...(error === undefined ? {} : { error }),
    },
    state === 'done'
      ? `${what} built anew from ${looked.toLocaleString('en')} stored games in ${seconds.toFixed(1)} s (${perSecond.toLocaleString('en')}/s).`
      : `It could not be rebuilt: ${error ?? 'both stores did not agree afterwards'}`,
  );
  return state === 'done' ? 0 : 1;
}

const WITHOUT_A_NUMBER: ReadonlySet<string> = new Set(['unknown', 'revival']);

function toPartition(text: string): string {
  if (WITHOUT_A_NUMBER.has(text)) return text;
  const patch = parsePatch(text);
  if (patch !== undefined) return partitionOf(patch);
  throw new UserError(
    `${JSON.stringify(text)} is not a patch.`,
    'Expected something like 17.4, 17.4b, s10-14.1, unknown or revival.',
  );
}
