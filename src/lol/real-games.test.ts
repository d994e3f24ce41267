/** Every real game and timeline that we have becomes rows, and the rows say what the bodies say, worked out here in another way. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test, type TestContext } from 'vitest';
import { type ParticipantRow, toParticipantRows } from '#/domain/lol/rows/participant-rows.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import type { LolTimeline } from '#/upstream/riot-schema/lol-timeline.ts';
import { createLolGameReader } from './flatten.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');
const read = createLolGameReader();

function needsData(context: TestContext): void {
  if (!existsSync(DATA)) context.skip('needs ../shared/data: real bodies, which are not part of the project');
}

const idsIn = (folder: string): string[] =>
  readdirSync(join(DATA, folder)).map((name) => name.replace('.json.gz', ''));

function bodyOf(folder: string, id: string): Buffer {
  return gunzipSync(readFileSync(join(DATA, folder, `${id}.json.gz`)));
}

function rowsOf(id: string, withTimeline: boolean): ParticipantRow[] {
  const outcome = read.game(id, zstdCompressSync(bodyOf('lol-match', id)));
  if (outcome.type === 'fault') throw new Error(`${id}: ${outcome.reason}`);
  const told = withTimeline ? read.timeline(id, zstdCompressSync(bodyOf('lol-timeline', id))) : null;
  if (told?.type === 'fault') throw new Error(`the timeline of ${id}: ${told.reason}`);
  return toParticipantRows(outcome.game, told?.timeline ?? null, { game: 1, number: outcome.number });
}

type Seat = LolMatch['info']['participants'][number];

const hash = (puuid: string): bigint => createHash('sha256').update(puuid).digest().readBigUInt64BE(0);
const groupOf = (seat: Seat): number => seat.playerSubteamId || seat.teamId;
const ROLES = ['', 'TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'];

function saySeat(seat: Seat, index: number, { info }: LolMatch): object {
  const others = info.participants.filter((_, other) => other !== index);
  const facing = others.filter((one) => one.teamPosition !== '' && one.teamPosition === seat.teamPosition);
  const isPerson = (one: Seat | undefined): one is Seat => one !== undefined && one.puuid !== 'BOT';
  return {
    seat: index,
    player: isPerson(seat) ? hash(seat.puuid) : 0n,
    puuid: isPerson(seat) ? seat.puuid : '',
    isBot: isPerson(seat) ? 0 : 1,
    name: seat.riotIdGameName || seat.riotIdName || seat.summonerName || '',
    tag: seat.riotIdTagline ?? '',
    startedAt: info.gameStartTimestamp || info.gameCreation,
    seconds: info.gameDuration,
    queue: info.queueId,
    patch: (info.gameVersion ?? '').split('.').slice(0, 2).join('.'),
    season: (info.gameVersion ?? '').split('.')[0],
    champion: seat.championId,
    championName: seat.championName,
    role: ROLES.indexOf(seat.teamPosition ?? ''),
    team: groupOf(seat),
    win: seat.win ? 1 : 0,
    kills: seat.kills,
    deaths: seat.deaths,
    assists: seat.assists,
    minions: (seat.totalMinionsKilled ?? 0) + (seat.neutralMinionsKilled ?? 0),
    gold: seat.goldEarned,
    damage: seat.totalDamageDealtToChampions,
    damageTaken: seat.totalDamageTaken,
    vision: seat.visionScore,
    level: seat.champLevel,
    mates: others
      .filter((one) => groupOf(one) === groupOf(seat) && isPerson(one))
      .map((one) => hash(one.puuid)),
    opponent: facing.length === 1 && isPerson(facing[0]) ? hash(facing[0].puuid) : 0n,
  };
}

test('each real game is counted, seat by seat', (context) => {
  needsData(context);
  const ids = idsIn('lol-match');
  let seats = 0;
  for (const id of ids) {
    const match = JSON.parse(bodyOf('lol-match', id).toString()) as LolMatch;
    const rows = rowsOf(id, false);
    seats += rows.length;
    expect(rows).toHaveLength(match.info.participants.length);
    match.info.participants.forEach((seat, index) =>
      expect(rows[index]).toMatchObject(saySeat(seat, index, match)),
    );
  }
  expect(ids.length).toBeGreaterThan(50);
  expect(seats).toBeGreaterThan(500);
});

type Frame = LolTimeline['info']['frames'][number];
type Event = Frame['events'][number];

/** By the frame's place in the list, which is its minute. */
function stateAt(frames: readonly Frame[], minute: number, participant: number): object | null {
  const last = frames.at(-1)?.timestamp ?? 0;
  const frame = last < minute * 60_000 ? undefined : frames[minute];
  const own = frame?.participantFrames?.[String(participant)];
  if (own === undefined) return null;
  return { gold: own.totalGold, minions: own.minionsKilled + own.jungleMinionsKilled, xp: own.xp };
}

const ITEM_FIELDS = ['item0', 'item1', 'item2', 'item3', 'item4', 'item5'] as const;
/** Neither potions, wards, elixirs nor trinkets. */
const lasts = (item: number): boolean =>
  item > 0 && Math.floor(item / 200) !== 10 && item !== 3340 && item !== 3364 && item !== 3363;

test('each real timeline tells of its game, seat by seat', (context) => {
  needsData(context);
  const ids = idsIn('lol-timeline').filter((id) => idsIn('lol-match').includes(id));
  expect(ids.length).toBeGreaterThan(15);
  const firstItems: number[] = [];
  let kept = 0;
  for (const id of ids) {
    const { info } = JSON.parse(bodyOf('lol-match', id).toString()) as LolMatch;
    const timeline = JSON.parse(bodyOf('lol-timeline', id).toString()) as LolTimeline;
    const events: Event[] = timeline.info.frames.flatMap((frame) => frame.events);
    const kills = events
      .filter(({ type }) => type === 'CHAMPION_KILL')
      .sort((a, b) => a.timestamp - b.timestamp);
    const second = (event: Event | undefined): number | null =>
      event === undefined ? null : Math.floor(event.timestamp / 1000);
    for (const [index, row] of rowsOf(id, true).entries()) {
      const participant = index + 1;
      expect(row.hasTimeline).toBe(1);
      const { timeline: told } = row;
      expect(told).toMatchObject({
        at10: stateAt(timeline.info.frames, 10, participant),
        at15: stateAt(timeline.info.frames, 15, participant),
        firstDeath: second(kills.find(({ victimId }) => victimId === participant)),
        firstKill: second(kills.find(({ killerId }) => killerId === participant)),
      });
      const bought = events.filter(
        (one) => one.type === 'ITEM_PURCHASED' && one.participantId === participant,
      );
      const isBought = (item: number): boolean => bought.some(({ itemId }) => itemId === item);
      const seat = info.participants[index];
      // Whatever was bought and is still there at the end was kept.
      const atTheEnd = ITEM_FIELDS.map((field) => Number(Reflect.get(seat ?? {}, field) ?? 0)).filter(
        (item) => lasts(item) && isBought(item),
      );
      expect(told.itemIds).toEqual(expect.arrayContaining(atTheEnd));
      expect(told.itemIds.every((item) => isBought(item) && lasts(item))).toBe(true);
      expect(told.itemSeconds).toEqual(told.itemSeconds.toSorted((a, b) => a - b));
      kept += atTheEnd.length;
      if (info.queueId === 420 && told.firstItem !== null) firstItems.push(told.firstItem);
    }
  }
  expect(kept).toBeGreaterThan(400);
  // In ranked games the first whole item is had between five and twenty minutes; now and then somebody never finishes one.
  const usual = firstItems.filter((at) => at > 300 && at < 1_200);
  expect(firstItems.length).toBeGreaterThan(60);
  expect(usual.length / firstItems.length).toBeGreaterThan(0.95);
});
