/**
 * `gamekeeper patch`: the patch calendar. Without options it lists; `--add`, `--move` and `--remove` change one row and have the games
 * of the days concerned projected again. The API does the same.
 */
import type { CalendarRow } from '#/domain/tft/patch-calendar.ts';
import {
  namePlace,
  readPatchChange,
  refusalOf,
  type PatchChange,
  type PatchChangeText,
} from '#/domain/tft/patch-change.ts';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import { UserError } from '#/domain/user-error.ts';
import { SHIPPED } from '#/runtime/places.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { changePatch, listPatches, seedPatches } from '#/tft/patch.ts';
import { createCommandLog, type CommandContext, type ExitCode } from './command.ts';
import { recordChange, withStores } from './with-stores.ts';

export async function patch(context: CommandContext): Promise<ExitCode> {
  const { config } = context;
  const change = readRequest(context);
  await withStores(config, createCommandLog(config), async ({ database }) => {
    await migratePostgres(database, SHIPPED.postgresMigrations);
    await seedPatches(database);
    if (change === null) listAll(context, await listPatches(database));
    else
      await recordChange(database, 'gamekeeper patch', context.options, () =>
        make(context, database, change),
      );
  });
  return 0;
}

async function make({ output }: CommandContext, database: Database, change: PatchChange): Promise<void> {
  const { action, place } = change;
  const task = await changePatch(database, change);
  if (task === null)
    throw new UserError(
      refusalOf(change),
      action === 'add' ? 'Use --move to change its start.' : 'gamekeeper patch lists what is there.',
    );
  const startsAt = change.action === 'remove' ? null : change.startsAt.toISOString();
  const past = { add: 'added', move: 'moved', remove: 'removed' }[action];
  const since = startsAt === null ? '' : `, from ${startsAt} on`;
  output.say(
    { event: `patch-${past}`, partition: partitionOf(place), region: place.region, startsAt, task },
    `Patch ${namePlace(place)} was ${past}${since}.\n` +
      `The projector projects the games of the days concerned again (task ${task}).`,
  );
}

function listAll({ output }: CommandContext, rows: readonly CalendarRow[]): void {
  for (const row of rows) {
    const startsAt = new Date(row.startsAt).toISOString();
    const { region, origin, isEstimate, setNumber } = row;
    const partition = partitionOf(row);
    const words = [
      partition.padEnd(10),
      startsAt.slice(0, 16).replace('T', ' ').padEnd(18),
      (region === '*' ? 'everywhere' : region).padEnd(12),
      originInWords(row),
    ];
    output.say(
      { event: 'patch', partition, setNumber, region, startsAt, origin, isEstimate },
      words.join(' '),
    );
  }
}

function originInWords({ origin, isEstimate }: CalendarRow): string {
  if (origin === 'listed') return 'provisional: listed by Data Dragon. Confirm with --move and its start';
  return isEstimate ? `${origin}, an estimate` : origin;
}

const ACTIONS = ['add', 'move', 'remove'] as const;

/** Null: nothing is to be changed. */
function readRequest({ options }: CommandContext): PatchChange | null {
  const asked = ACTIONS.filter((action) => typeof options[action] === 'string');
  const [action] = asked;
  if (asked.length > 1)
    throw new UserError(`--${asked.join(' and --')} were given together.`, 'One change at a time.');
  if (action !== undefined) return readChange(action, options);
  const extra = ['from', 'region', 'set'].filter((name) => options[name] !== undefined);
  if (extra.length === 0) return null;
  throw new UserError(
    `--${extra.join(' and --')} change nothing alone.`,
    'Expected --add, --move or --remove.',
  );
}

function readChange(action: (typeof ACTIONS)[number], options: CommandContext['options']): PatchChange {
  const reading = readPatchChange(toText(action, options));
  if (reading.ok) return reading.change;
  const { field, value, expected } = reading.fault;
  const option = field === 'name' ? action : field;
  throw new UserError(`--${option} is ${JSON.stringify(value)}.`, expected);
}

function toText(action: (typeof ACTIONS)[number], options: CommandContext['options']): PatchChangeText {
  const textOf = (name: string): string | undefined =>
    options[name] === undefined ? undefined : String(options[name]);
  const place = { name: String(options[action]), set: textOf('set'), region: textOf('region') };
  const from = textOf('from');
  if (action === 'remove') {
    if (from !== undefined) throw new UserError('--remove takes no --from.', 'Leave one of them out.');
    return { action, ...place };
  }
  if (from !== undefined) return { action, ...place, from };
  throw new UserError(
    `--${action} needs --from.`,
    'Expected the start, such as --from 2026-11-18T10:00:00Z.',
  );
}
