/**
 * match-v5's timeline of a game: a frame a minute with everybody's state, and the events in between. It is told from the same
 * story as the match body: its kills, buildings and monsters are those that the match counts, its last frame has the match's totals.
 */
import { createRandom, mix } from '../randomness.ts';
import type { PlayedGame } from '../world/world.ts';
import { FRAME_INTERVAL_MS, keepChronicle, type Chronicle } from './chronicle.ts';
import type { DamageParts } from './damage.ts';
import { createDraft } from './draft.ts';
import { entry, numberAt } from './entry.ts';
import { experienceAt, levelFor, minionsAt, monstersAt } from './growth.ts';
import { writeList } from './json-template.ts';
import { createJsonWriter, type JsonWriter } from './json-writer.ts';
import { fountainOf, laneSpot } from './map-places.ts';
import {
  endOfGameResult,
  writeMetadata,
  type LolBodyDeps,
  type PuuidOf,
  type RenderBody,
  type RenderBytes,
} from './match-body.ts';
import { createOddities } from './oddities.ts';
import { puuidTexts } from './scene.ts';
import { tellStory, type Story } from './story.ts';
import { renderFrame, type Frame } from './timeline-frame.ts';
import { listEvents } from './timeline-events.ts';
import type { TimelineEvent } from './timeline-event.ts';

const FRAMES = 0x46_01;
/** Damage comes late: the exponent of its growth. */
const DAMAGE_CURVE = 1.4;

export function createLolTimelineBody(deps: LolBodyDeps): RenderBody<string> {
  const write = createTimelineWriter(deps);
  return (game, puuidOf) => write(game, puuidOf).toText();
}

/** The same as UTF-8: for whoever sends it on, this saves making a string of it and bytes again. */
export function createLolTimelineBytes(deps: LolBodyDeps): RenderBytes {
  const write = createTimelineWriter(deps);
  return (game, puuidOf, take) => write(game, puuidOf).toBytes(take);
}

function createTimelineWriter({ truth, oddities }: LolBodyDeps): RenderBody<JsonWriter> {
  const draft = createDraft(truth);
  const oddityOf = createOddities(oddities);
  const writer = createJsonWriter();
  return (game: PlayedGame, puuidOf: PuuidOf) => {
    const story = tellStory(game, draft, oddityOf(game.seed));
    const puuids = puuidTexts(story, puuidOf);
    writer.clear();
    writer.value('{"metadata":');
    writeMetadata(story, puuids, writer);
    writer.value(`,"info":{"endOfGameResult":"${endOfGameResult(story)}",`);
    if (story.oddity === 'abortedEmpty') writer.value(emptyFrames(story));
    else writeFrames(story, puuids, writer);
    writer.value('}}');
    return writer;
  };
}

function emptyFrames({ game, lengthMs }: Story): string {
  const end = `{"gameId":${game.number},"realTimestamp":${game.startsAt + lengthMs},"timestamp":0,"type":"GAME_END","winningTeam":0}`;
  return `"frameInterval":0,"frames":[{"events":[${end}],"participantFrames":null,"timestamp":0}],"gameId":0,"participants":[]`;
}

function writeFrames(story: Story, puuids: readonly string[], writer: JsonWriter): void {
  const chronicle = keepChronicle(story);
  const events = listEvents(story, chronicle);
  let next = 0;
  const spots = createRandom(mix(story.game.seed, FRAMES));
  writer.value(`"frameInterval":${FRAME_INTERVAL_MS},"frames":`);
  writeList(chronicle.frameMs.keys(), writer, (frame) => {
    const untilMs = numberAt(chronicle.frameMs, frame);
    const first = next;
    while (next < events.length && entry(events, next).atMs <= untilMs) next++;
    writer.value('{"events":');
    writeList(events.slice(first, next), writer, writeEvent);
    writer.value(',"participantFrames":');
    if (story.oddity === 'nullFrames') writer.value('null');
    else writeParticipants(story, chronicle, frame, spots, writer);
    writer.value(`,"timestamp":${untilMs}}`);
  });
  writer.value(`,"gameId":${story.game.number},"participants":`);
  writeList(story.participants, writer, (one) => {
    writer.value(`{"participantId":${one.id},"puuid":${entry(puuids, one.id - 1)}}`);
  });
}

function writeEvent(event: TimelineEvent, writer: JsonWriter): void {
  event.write(writer);
}

function writeParticipants(
  story: Story,
  chronicle: Chronicle,
  frame: number,
  random: Frame['random'],
  writer: JsonWriter,
): void {
  const atMs = numberAt(chronicle.frameMs, frame);
  const share = (atMs / story.lengthMs) ** DAMAGE_CURVE;
  for (const [seat, one] of story.participants.entries()) {
    const damage = entry(story.damages, seat);
    const experience = experienceAt(story, one, atMs);
    writer.value(`${seat === 0 ? '{' : ','}"${one.id}":`);
    renderFrame(
      {
        one,
        damage,
        share,
        level: levelFor(experience),
        experience,
        gold: numberAt(entry(chronicle.gold, frame), seat),
        spent: numberAt(entry(chronicle.spent, frame), seat),
        minions: minionsAt(story, one, atMs),
        monsters: monstersAt(story, one, atMs),
        position:
          frame === 0 ? fountainOf(story.isBridge, one.team) : laneSpot(story.isBridge, one.role, random),
        random,
        dealt: sumAt(damage.dealt, share),
        toChampions: sumAt(damage.toChampions, share),
        taken: sumAt(damage.taken, share),
      },
      writer,
    );
  }
  writer.value('}');
}

function sumAt({ physical, magic, real }: DamageParts, share: number): number {
  return Math.floor(physical * share) + Math.floor(magic * share) + Math.floor(real * share);
}
