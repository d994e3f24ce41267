/**
 * `gamekeeper patch`: the patch calendar by hand. Without options it lists; `--add`, `--move` and `--remove` change one row.
 * Games that are counted already keep their patch until they are rebuilt, and it says so.
 */
import { findPlatform, REGIONS } from '#/domain/riot/routing.ts';
import type { CalendarRow } from '#/domain/tft/patch-calendar.ts';
import { parsePatch, partitionOf, type PatchId } from '#/domain/tft/patch-name.ts';
import { UserError } from '#/domain/user-error.ts';
import { SHIPPED } from '#/process/places.ts';
import type { Database } from '#/stores/postgres/database.ts';
import { migratePostgres } from '#/stores/postgres/migrate.ts';
import {
  addPatch,
  listPatches,
  movePatch,
  removePatch,
  seedPatches,
  type PatchPlace,
} from '#/stores/postgres/patch.ts';
import { createCommandLog } from './command-log.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { withStores } from './with-stores.ts';

type Request =
  | { readonly action: 'list' }
  | { readonly action: 'add' | 'move'; readonly place: PatchPlace; readonly startsAt: Date }
  | { readonly action: 'remove'; readonly place: PatchPlace };

export async function patch(context: CommandContext): Promise<ExitCode> {
  const { config } = context;
  const request = readRequest(context);
  await withStores(config, createCommandLog(config), async ({ database }) => {
    await migratePostgres(database, SHIPPED.postgresMigrations);
    await seedPatches(database);
    if (request.action === 'list') tellAll(context, await listPatches(database));
    else await change(context, database, request);
  });
  return 0;
}

async function change(
  { output }: CommandContext,
  database: Database,
  request: Exclude<Request, { action: 'list' }>,
): Promise<void> {
  const { action, place } = request;
  const name = partitionOf(place);
  const where = place.region === '*' ? '' : ` in ${place.region}`;
  const isDone = await apply(database, request);
  if (!isDone)
    throw action === 'add'
      ? new UserError(`Patch ${name}${where} is in the calendar already.`, 'Use --move to change its start.')
      : new UserError(
          `Patch ${name}${where} is not in the calendar.`,
          'gamekeeper patch lists what is there.',
        );
  const startsAt = request.action === 'remove' ? null : request.startsAt.toISOString();
  const past = { add: 'added', move: 'moved', remove: 'removed' }[action];
  const since = startsAt === null ? '' : `, from ${startsAt} on`;
  output.say(
    { event: `patch-${past}`, partition: name, region: place.region, startsAt },
    `Patch ${name}${where} was ${past}${since}.\nGames that are counted already keep their patch until: gamekeeper rebuild`,
  );
}

function apply(database: Database, request: Exclude<Request, { action: 'list' }>): Promise<boolean> {
  const { place } = request;
  if (request.action === 'remove') return removePatch(database, place);
  if (request.action === 'move') return movePatch(database, place, request.startsAt);
  const startsAt = request.startsAt.getTime();
  return addPatch(database, { ...place, startsAt, origin: 'manual', isEstimate: false });
}

function tellAll({ output }: CommandContext, rows: readonly CalendarRow[]): void {
  for (const row of rows) {
    const startsAt = new Date(row.startsAt).toISOString();
    const { region, origin, isEstimate, setNumber } = row;
    const partition = partitionOf(row);
    const words = [
      partition.padEnd(10),
      startsAt.slice(0, 16).replace('T', ' ').padEnd(18),
      (region === '*' ? 'everywhere' : region).padEnd(12),
      isEstimate ? `${origin}, an estimate` : origin,
    ];
    output.say(
      { event: 'patch', partition, setNumber, region, startsAt, origin, isEstimate },
      words.join(' '),
    );
  }
}

const ACTIONS = ['add', 'move', 'remove'] as const;

function readRequest({ options }: CommandContext): Request {
  const asked = ACTIONS.filter((action) => typeof options[action] === 'string');
  const [action] = asked;
  if (asked.length > 1)
    throw new UserError(`--${asked.join(' and --')} were given together.`, 'One change at a time.');
  const extra = ['from', 'region', 'set'].filter((name) => options[name] !== undefined);
  if (action === undefined) {
    if (extra.length === 0) return { action: 'list' };
    throw new UserError(
      `--${extra.join(' and --')} change nothing alone.`,
      'Expected --add, --move or --remove.',
    );
  }
  const place = {
    ...readPatch(String(options[action]), action, options['set']),
    region: readRegion(options['region']),
  };
  if (action !== 'remove') return { action, place, startsAt: readStart(options['from'], action) };
  if (options['from'] !== undefined)
    throw new UserError('--remove takes no --from.', 'Leave one of them out.');
  return { action, place };
}

function readPatch(text: string, action: string, set: string | boolean | undefined): PatchId {
  const named = parsePatch(text);
  if (named === undefined)
    throw new UserError(
      `--${action} is ${JSON.stringify(text)}.`,
      'Expected the name of a patch, such as 18.7, 18.7b, or s10-14.1 for patch 14.1 of set 10.',
    );
  if (set === undefined) return named;
  if (typeof set !== 'string' || !/^\d{1,4}$/.test(set))
    throw new UserError(`--set is ${JSON.stringify(set)}.`, "Expected a set's number, such as 18.");
  return { ...named, setNumber: Number(set) };
}

function readRegion(text: string | boolean | undefined): string {
  if (text === undefined) return '*';
  const name = String(text).toLowerCase();
  if (name === '*' || findPlatform(name) !== undefined || REGIONS.some((region) => region === name))
    return name;
  throw new UserError(
    `--region is ${JSON.stringify(text)}.`,
    `Expected a platform such as kr, one of ${REGIONS.join(', ')}, or * for everywhere.`,
  );
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

function readStart(text: string | boolean | undefined, action: string): Date {
  if (typeof text !== 'string')
    throw new UserError(
      `--${action} needs --from.`,
      'Expected the start, such as --from 2026-11-18T10:00:00Z.',
    );
  const startsAt = new Date(text);
  const isDate =
    DATE.test(text) &&
    !Number.isNaN(startsAt.getTime()) &&
    startsAt.toISOString().startsWith(text.slice(0, 10));
  if (isDate) return startsAt;
  throw new UserError(
    `--from is ${JSON.stringify(text)}.`,
    'Expected a day (2026-11-18) or a time in UTC (2026-11-18T10:00:00Z).',
  );
}
