/** Which statistics a command is about: `--source tft`, `--source lol`, or all of them without it. */
import { UserError } from '#/domain/user-error.ts';
import { PROJECTED_SOURCES, type ProjectedSource } from '#/match/project/projection-task.ts';
import type { CommandContext } from './command.ts';

export const SOURCE_NAMES: Readonly<Record<ProjectedSource, string>> = {
  tft: 'Teamfight Tactics',
  lol: 'League of Legends',
};

export function askedSources({ options }: Pick<CommandContext, 'options'>): readonly ProjectedSource[] {
  const asked = options['source'];
  if (typeof asked !== 'string') return PROJECTED_SOURCES;
  const source = PROJECTED_SOURCES.find((one) => one === asked);
  if (source !== undefined) return [source];
  throw new UserError(
    `${JSON.stringify(asked)} is not a source of statistics.`,
    `Expected ${PROJECTED_SOURCES.join(' or ')}.`,
  );
}
