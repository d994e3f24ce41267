/** All events of a game, in order of time. What the match body counts is here one by one. */
import { createRandom, mix, type Random } from '../randomness.ts';
import type { Chronicle } from './chronicle.ts';
import { entry, numberAt } from './entry.ts';
import { levelReachedMs, MOST_LEVELS } from './growth.ts';
import type { Participant } from './participant.ts';
import { hasWon } from './scene.ts';
import { shoppingEvents } from './shopping-events.ts';
import type { Story } from './story.ts';
import { towersOf } from './team-fields.ts';
import * as event from './timeline-event.ts';
import { eventOf, type TimelineEvent } from './timeline-event.ts';
import { visionOf } from './vision.ts';

const EVENTS = 0x54_01;
/** Which skill is raised at each level. */
const SKILL_ORDER = [1, 2, 3, 1, 1, 4, 1, 2, 1, 2, 4, 2, 2, 3, 3, 4, 3, 3];
const STEALTH_WARDS = ['YELLOW_TRINKET', 'YELLOW_TRINKET', 'SIGHT_WARD', 'BLUE_TRINKET'];
const FEAT_COUNTS_TO = 3;

export function listEvents(story: Story, chronicle: Chronicle): TimelineEvent[] {
  const random = createRandom(mix(story.game.seed, EVENTS));
  const realEndMs = story.game.startsAt + story.lengthMs;
  const events: TimelineEvent[] = [
    eventOf(event.renderPauseEnd, { atMs: 0, realMs: story.game.startsAt }),
    ...story.participants.flatMap((one) => [
      ...levelEvents(story, one, random),
      ...wardEvents(story, one, random),
    ]),
    ...shoppingEvents(story, chronicle, random),
    ...story.kills.flatMap((kill) => [eventOf(event.renderKill, kill), ...specialKills(kill)]),
    ...story.plates.map((plate) => eventOf(event.renderPlate, plate)),
    ...story.buildings.map((building) => eventOf(event.renderBuilding, building)),
    ...story.slaying.monsters.map((monster) => eventOf(event.renderMonster, monster)),
    ...teamEvents(story, random),
  ];
  events.sort((one, other) => one.atMs - other.atMs);
  const winningTeam = hasWon(story, 0) ? 100 : hasWon(story, 1) ? 200 : 0;
  // Last of all, whatever else happened in the same moment.
  events.push(
    eventOf(event.renderGameEnd, {
      atMs: story.lengthMs,
      realMs: realEndMs,
      gameId: story.game.number,
      winningTeam,
    }),
  );
  return events;
}

function levelEvents(story: Story, one: Participant, random: Random): TimelineEvent[] {
  const events: TimelineEvent[] = [];
  for (let level = 1; level <= MOST_LEVELS; level++) {
    const reachedMs = level === 1 ? 15_000 + random.below(60_000) : levelReachedMs(story, one, level);
    if (reachedMs === undefined || reachedMs > story.lengthMs) break;
    if (level > 1) events.push(eventOf(event.renderLevelUp, { atMs: reachedMs, participant: one.id, level }));
    const atMs = Math.min(story.lengthMs, reachedMs + random.below(3000));
    const skill = numberAt(SKILL_ORDER, level - 1);
    events.push(eventOf(event.renderSkillLevelUp, { atMs, participant: one.id, skill }));
  }
  return events;
}

function wardEvents(story: Story, one: Participant, random: Random): TimelineEvent[] {
  const { stealthWards, controlWards, wardsKilled } = visionOf(story, one);
  const atMs = (): number => 30_000 + random.below(Math.max(1, story.lengthMs - 30_000));
  const events: TimelineEvent[] = [];
  for (let left = stealthWards + controlWards; left > 0; left--) {
    const ward =
      left <= controlWards ? 'CONTROL_WARD' : entry(STEALTH_WARDS, random.below(STEALTH_WARDS.length));
    events.push(eventOf(event.renderWardPlaced, { atMs: atMs(), participant: one.id, ward }));
  }
  for (let left = wardsKilled; left > 0; left--) {
    const ward = random.next() < 0.5 ? 'CONTROL_WARD' : 'SIGHT_WARD';
    events.push(eventOf(event.renderWardKill, { atMs: atMs(), participant: one.id, ward }));
  }
  return events;
}

function specialKills(kill: Story['kills'][number]): TimelineEvent[] {
  const types: string[] = [];
  if (kill.isFirstBlood) types.push('KILL_FIRST_BLOOD');
  if (kill.chain > 1) types.push('KILL_MULTI');
  if (kill.isAce) types.push('KILL_ACE');
  return types.map((killType) => eventOf(event.renderSpecialKill, { ...kill, killType }));
}

function teamEvents(story: Story, random: Random): TimelineEvent[] {
  const events: TimelineEvent[] = [];
  const { soul } = story.slaying;
  if (soul !== undefined) events.push(eventOf(event.renderSoul, soul));
  if (story.isBridge || story.isRemake) return events;
  const bountyMs = 840_000 + random.below(400_000);
  if (bountyMs < story.lengthMs - 60_000 && random.next() < 0.7) {
    const team = 1 - story.winner;
    events.push(eventOf(event.renderBountyAnnounced, { atMs: bountyMs, team }));
    if (random.next() < 0.4) events.push(eventOf(event.renderBountyOver, { atMs: bountyMs + 45_000, team }));
  }
  if (random.next() < 0.1 && story.lengthMs > 800_000)
    events.push(eventOf(event.renderTransform, { atMs: 600_000 + random.below(180_000), participant: 2 }));
  for (const [feat, deeds] of [story.kills, towersOf(story), story.slaying.monsters].entries()) {
    const counts = [0, 0];
    for (const { team, atMs } of deeds) {
      const count = numberAt(counts, team) + 1;
      counts[team] = count;
      events.push(eventOf(event.renderFeat, { atMs, team, feat, count }));
      if (count === (feat === 1 ? 1 : FEAT_COUNTS_TO)) break;
    }
  }
  return events;
}
