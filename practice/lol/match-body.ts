/**
 * match-v5's answer for a game: every key of a body of 2026, in the API's order, from the story of the game. Names and puuids come
 * from outside and are escaped; everything else is this folder's own. The odd bodies are described in `oddities.ts`.
 */
import { mix } from '../randomness.ts';
import type { PlayedGame, Player } from '../world/world.ts';
import { createDraft } from './draft.ts';
import { gameVersionOf } from './game-version.ts';
import { compileTemplate, optional, writeList, written } from './json-template.ts';
import { createJsonWriter, type JsonWriter } from './json-writer.ts';
import { createOddities, type OddityShares } from './oddities.ts';
import { renderParticipant } from './participant-fields.ts';
import { puuidTexts, toScenes, type Scene } from './scene.ts';
import { tellStory, type Story } from './story.ts';
import { renderTeams } from './team-fields.ts';
import type { LolTruth } from './truth.ts';

export interface LolBodyDeps {
  readonly truth: LolTruth;
  /** Replaces the usual shares, one by one. */
  readonly oddities?: Partial<OddityShares>;
}

export type PuuidOf = (player: Player) => string;
export type RenderBody<T> = (game: PlayedGame, puuidOf: PuuidOf) => T;
/** Bytes lie in fresh memory, or in what `take` gives for their number. */
export type RenderBytes = (game: PlayedGame, puuidOf: PuuidOf, take?: (bytes: number) => Buffer) => Buffer;

interface BodyView {
  readonly story: Story;
  readonly scenes: readonly Scene[];
  readonly bans: readonly number[];
}

/** What no documentation of the real API knows either. */
const UNKNOWN = { queue: 2470, mode: 'LANTERN_FAIR', map: 36 };

const renderInfo = compileTemplate<BodyView>({
  endOfGameResult: ({ story }) => JSON.stringify(endOfGameResult(story)),
  gameCreation: ({ story }) => story.game.startsAt - loadingMs(story),
  gameDuration: ({ story }) =>
    story.oddity === 'oldMilliseconds' ? story.lengthMs : story.game.lengthSeconds,
  gameEndTimestamp: optional(({ story }) =>
    story.oddity === 'oldMilliseconds' ? undefined : story.game.startsAt + story.lengthMs,
  ),
  gameId: ({ story }) => story.game.number,
  gameMode: ({ story }) => `"${story.oddity === 'unknownMode' ? UNKNOWN.mode : story.queue.mode}"`,
  gameModeMutators: optional(({ story }) => (story.isBridge ? '["mapskin_map12_practice"]' : undefined)),
  gameName: ({ story }) => `"teambuilder-match-${story.game.number}"`,
  gameStartTimestamp: ({ story }) => story.game.startsAt,
  gameType: 'MATCHED_GAME',
  gameVersion: ({ story }) => `"${gameVersionOf(story.game.patch)}"`,
  mapId: ({ story }) => (story.oddity === 'unknownMode' ? UNKNOWN.map : story.queue.map),
  participants: written(({ scenes }, writer) => {
    writeList(scenes, writer, renderParticipant);
  }),
  platformId: ({ story }) => `"${story.game.platform.toUpperCase()}"`,
  queueId: ({ story }) => (story.oddity === 'unknownMode' ? UNKNOWN.queue : story.game.queue),
  teams: written(renderTeams),
  tournamentCode: '',
});

export function createLolMatchBody(deps: LolBodyDeps): RenderBody<string> {
  const write = createMatchWriter(deps);
  return (game, puuidOf) => write(game, puuidOf).toText();
}

/** The same as UTF-8: for whoever sends it on, this saves making a string of it and bytes again. */
export function createLolMatchBytes(deps: LolBodyDeps): RenderBytes {
  const write = createMatchWriter(deps);
  return (game, puuidOf, take) => write(game, puuidOf).toBytes(take);
}

function createMatchWriter({ truth, oddities }: LolBodyDeps): RenderBody<JsonWriter> {
  const draft = createDraft(truth);
  const oddityOf = createOddities(oddities);
  const writer = createJsonWriter();
  return (game, puuidOf) => {
    const story = tellStory(game, draft, oddityOf(game.seed));
    const puuids = puuidTexts(story, puuidOf);
    writer.clear();
    writer.value('{"metadata":');
    writeMetadata(story, puuids, writer);
    writer.value(',"info":');
    if (story.oddity === 'abortedEmpty') writer.value(emptyInfo(story));
    else {
      const bans = draft.bans(game.seed, game.queue, game.patch.number, story.picks);
      renderInfo({ story, scenes: toScenes(story, puuids), bans }, writer);
    }
    writer.value('}');
    return writer;
  };
}

/** `puuids` as `puuidTexts` gives them. */
export function writeMetadata(story: Story, puuids: readonly string[], writer: JsonWriter): void {
  const ofPlayers = puuids.filter((_, index) => story.participants[index]?.isBot === false);
  writer.value(`{"dataVersion":"2","matchId":"${story.matchId}","participants":[${ofPlayers.join(',')}]}`);
}

export function endOfGameResult({ oddity }: Story): string {
  return oddity === 'abortedEmpty' || oddity === 'abortedComplete' ? 'Abort_Unexpected' : 'GameComplete';
}

function loadingMs({ game }: Story): number {
  return 15_000 + (mix(game.seed, 0x4c_44) % 80_000);
}

function emptyInfo({ game, lengthMs }: Story): string {
  return (
    `{"endOfGameResult":"Abort_Unexpected","gameCreation":0,"gameDuration":0,` +
    `"gameEndTimestamp":${game.startsAt + lengthMs},"gameId":0,"gameMode":"","gameName":"",` +
    `"gameStartTimestamp":0,"gameType":"","gameVersion":"","mapId":0,"participants":[],"platformId":"",` +
    `"queueId":0,"teams":[],"tournamentCode":""}`
  );
}
