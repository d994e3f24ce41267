/** Makes and stores the report of a player or group for one week, from matches and ranks. */
import { parseDay } from '#/domain/lol/history/local-clock.ts';
import { reportGroup, reportPlayer, type ReportedPlayer } from '#/domain/lol/report/weekly-report.ts';
import { weekOfDay, type Week } from '#/domain/lol/report/week.ts';
import { holdFollowed } from '../forget-player.ts';
import { findGroup, groupsOfPlayer, type GroupRow } from '../tracking/player-group.ts';
import { readProgressOfMany } from '../player-match.ts';
import { saveReport } from './report.ts';
import { findTracked } from '../tracking/tracked-player.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { SOURCE } from '../lol-kinds.ts';
import type { ReportOptions } from './report-options.ts';

export interface ReportWish {
  readonly subject: 'player' | 'group';
  readonly id: string;
  /** Any day of the week. */
  readonly day: string;
  readonly timeZone: string;
}

interface Person {
  readonly puuid: string;
  readonly gameName: string;
  readonly tagLine: string;
}

/** Returns the id of the report; undefined if the player or group does not exist. */
export async function composeReport(options: ReportOptions, wish: ReportWish): Promise<string | undefined> {
  const day = parseDay(wish.day);
  if (day === undefined)
    throw new Error(`a report of the week of ${wish.day} was asked for; expected a day like 2026-11-09`);
  const week = weekOfDay(day, wish.timeZone);
  const made =
    wish.subject === 'player'
      ? await ofPlayer(options, wish.id, week)
      : await ofGroup(options, wish.id, week);
  if (made === undefined) return undefined;
  const { people, report } = made;
  const { from, timeZone } = week;
  return options.database.transaction(async (tx) => {
    if ((await holdFollowed(tx, people)) < people.length)
      throw new Error(
        `somebody of ${wish.subject} ${wish.id} was removed while their report was made; it has to be made again`,
      );
    const { subject, id: subjectId } = wish;
    return saveReport(tx, {
      subject,
      subjectId,
      people,
      week: from,
      timeZone,
      version: report.version,
      body: report,
    });
  });
}

async function ofPlayer(options: ReportOptions, puuid: string, week: Week) {
  const player = await findTracked(options.database, puuid);
  if (player === undefined) return undefined;
  const groups = await groupsOfPlayer(options.database, puuid);
  const people = uniquePeople([player, ...groups.flatMap(({ members }) => members)]);
  const read = await readPeople(options, people);
  const own = read.get(puuid);
  if (own === undefined) return undefined;
  const completeness = await completenessOf(options, [player], week);
  const report = reportPlayer(
    own,
    groups.map((group) => withGames(group, read)),
    week,
    completeness,
  );
  return { people: people.map((person) => person.puuid), report };
}

async function ofGroup(options: ReportOptions, id: string, week: Week) {
  const group = await findGroup(options.database, id);
  if (group === undefined) return undefined;
  const read = await readPeople(options, group.members);
  const completeness = await completenessOf(options, group.members, week);
  const report = reportGroup(withGames(group, read), week, completeness);
  return { people: group.members.map((person) => person.puuid), report };
}

/** Sequential: a background report should not slow down requests. */
async function readPeople(
  { readGames, readRanks }: ReportOptions,
  people: readonly Person[],
): Promise<ReadonlyMap<string, ReportedPlayer>> {
  const read = new Map<string, ReportedPlayer>();
  for (const { puuid, gameName, tagLine } of people) {
    const games = await readGames(puuid);
    const ranks = await readRanks(puuid);
    read.set(puuid, { puuid, name: toStorableText(`${gameName}#${tagLine}`), games, ranks });
  }
  return read;
}

function withGames({ id, name, members }: GroupRow, read: ReadonlyMap<string, ReportedPlayer>) {
  return { id, name, members: members.flatMap(({ puuid }) => read.get(puuid) ?? []) };
}

async function completenessOf({ database }: ReportOptions, people: readonly Person[], week: Week) {
  const puuids = people.map(({ puuid }) => puuid);
  const options = { withTimelines: false, since: new Date(week.startsAt) };
  const all = [...(await readProgressOfMany(database, SOURCE, puuids, options)).values()];
  return {
    wanted: all.reduce((sum, one) => sum + one.wanted, 0),
    unfetchable: all.reduce((sum, one) => sum + one.unfetchable, 0),
  };
}

function uniquePeople(people: readonly Person[]): readonly Person[] {
  return [...new Map(people.map((person) => [person.puuid, person])).values()];
}
