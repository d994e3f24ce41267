/** The events of a timeline: one template for each type, keys in the API's order. */
import type { Building, Plate } from './buildings.ts';
import type { Deed, Position } from './deed.ts';
import type { Kill } from './fights.ts';
import { compileTemplate, object, optional, written, type FieldTable, type Render } from './json-template.ts';
import type { JsonWriter } from './json-writer.ts';
import { writeVictimDamage } from './kill-damage.ts';
import { LANES } from './map-places.ts';
import type { Monster } from './monsters.ts';
import { teamIdOf } from './participant.ts';

export interface TimelineEvent {
  readonly atMs: number;
  write(writer: JsonWriter): void;
}

interface Own {
  readonly atMs: number;
  readonly participant: number;
}

/** Binds a template to what it tells of. */
export function eventOf<T extends { readonly atMs: number }>(render: Render<T>, subject: T): TimelineEvent {
  return {
    atMs: subject.atMs,
    write: (writer) => {
      render(subject, writer);
    },
  };
}

const timestamp = ({ atMs }: { readonly atMs: number }): number => atMs;
const participantId = ({ participant }: Own): number => participant;
const killerId = ({ doer }: Deed): number => doer?.id ?? 0;
const assistants = optional<Deed>(({ helpers }) =>
  helpers.length === 0 ? undefined : `[${helpers.map(({ id }) => id).join(',')}]`,
);
const position = object<{ readonly position: Position }>({
  x: ({ position }) => position.x,
  y: ({ position }) => position.y,
});
/** The team that lost it. */
const ownerId = ({ team }: Deed): number => teamIdOf(1 - team);
const laneType = ({ lane }: { readonly lane: number }): string => `"${LANES[lane]}"`;

interface ItemEvent extends Own {
  readonly item: number;
}
const itemEvent = (type: string): Render<ItemEvent> =>
  compileTemplate<ItemEvent>({ itemId: ({ item }) => item, participantId, timestamp, type });
export const renderItemPurchased = itemEvent('ITEM_PURCHASED');
export const renderItemDestroyed = itemEvent('ITEM_DESTROYED');
export const renderItemSold = itemEvent('ITEM_SOLD');

export const renderItemUndo = compileTemplate<ItemEvent & { readonly gold: number }>({
  afterId: 0,
  beforeId: ({ item }) => item,
  goldGain: ({ gold }) => gold,
  participantId,
  timestamp,
  type: 'ITEM_UNDO',
});

export const renderLevelUp = compileTemplate<Own & { readonly level: number }>({
  level: ({ level }) => level,
  participantId,
  timestamp,
  type: 'LEVEL_UP',
});

export const renderSkillLevelUp = compileTemplate<Own & { readonly skill: number }>({
  levelUpType: 'NORMAL',
  participantId,
  skillSlot: ({ skill }) => skill,
  timestamp,
  type: 'SKILL_LEVEL_UP',
});

interface WardEvent extends Own {
  readonly ward: string;
}
const wardType = ({ ward }: WardEvent): string => `"${ward}"`;
export const renderWardPlaced = compileTemplate<WardEvent>({
  creatorId: participantId,
  timestamp,
  type: 'WARD_PLACED',
  wardType,
});
export const renderWardKill = compileTemplate<WardEvent>({
  killerId: participantId,
  timestamp,
  type: 'WARD_KILL',
  wardType,
});

export const renderTransform = compileTemplate<Own>({
  participantId,
  timestamp,
  transformType: 'SLAYER',
  type: 'CHAMPION_TRANSFORM',
});

export const renderKill = compileTemplate<Kill>({
  assistingParticipantIds: assistants,
  bounty: ({ doerGold, shutdownBounty }) => doerGold - shutdownBounty,
  killStreakLength: ({ streak }) => streak,
  killerId,
  position,
  shutdownBounty: ({ shutdownBounty }) => shutdownBounty,
  timestamp,
  type: 'CHAMPION_KILL',
  victimDamageDealt: written((kill, writer) => {
    writeVictimDamage(kill, 'dealt', writer);
  }),
  victimDamageReceived: written((kill, writer) => {
    writeVictimDamage(kill, 'received', writer);
  }),
  victimId: ({ victim }) => victim.id,
});

export const renderSpecialKill = compileTemplate<Kill & { readonly killType: string }>({
  killType: ({ killType }) => `"${killType}"`,
  killerId,
  multiKillLength: optional(({ killType, chain }) => (killType === 'KILL_MULTI' ? chain : undefined)),
  position,
  timestamp,
  type: 'CHAMPION_SPECIAL_KILL',
});

export const renderPlate = compileTemplate<Plate>({
  killerId,
  laneType,
  position,
  teamId: ownerId,
  timestamp,
  type: 'TURRET_PLATE_DESTROYED',
});

export const renderBuilding = compileTemplate<Building>({
  assistingParticipantIds: assistants,
  bounty: 0,
  buildingType: ({ kind }) => (kind === 'INHIBITOR' ? '"INHIBITOR_BUILDING"' : '"TOWER_BUILDING"'),
  killerId,
  laneType,
  position,
  teamId: ownerId,
  timestamp,
  towerType: optional(({ kind }) => (kind === 'INHIBITOR' ? undefined : `"${kind}"`)),
  type: 'BUILDING_KILL',
});

export const renderMonster = compileTemplate<Monster>({
  assistingParticipantIds: assistants,
  bounty: 0,
  killerId,
  killerTeamId: ({ team }) => teamIdOf(team),
  monsterSubType: optional(({ subType }) => (subType === undefined ? undefined : `"${subType}"`)),
  monsterType: ({ type }) => `"${type}"`,
  position,
  timestamp,
  type: 'ELITE_MONSTER_KILL',
});

interface TeamEvent {
  readonly atMs: number;
  readonly team: number;
}
const teamFields: FieldTable<TeamEvent> = { teamId: ({ team }) => teamIdOf(team), timestamp };

export const renderBountyAnnounced = compileTemplate<TeamEvent>({
  actualStartTime: ({ atMs }) => atMs + 15_000,
  ...teamFields,
  type: 'OBJECTIVE_BOUNTY_PRESTART',
});
export const renderBountyOver = compileTemplate<TeamEvent>({
  ...teamFields,
  type: 'OBJECTIVE_BOUNTY_FINISH',
});

export const renderFeat = compileTemplate<TeamEvent & { readonly feat: number; readonly count: number }>({
  featType: ({ feat }) => feat,
  featValue: ({ count }) => count,
  ...teamFields,
  type: 'FEAT_UPDATE',
});

export const renderSoul = compileTemplate<{ readonly atMs: number; readonly name: string }>({
  name: ({ name }) => `"${name}"`,
  teamId: 0,
  timestamp,
  type: 'DRAGON_SOUL_GIVEN',
});

export const renderPauseEnd = compileTemplate<{ readonly atMs: number; readonly realMs: number }>({
  realTimestamp: ({ realMs }) => realMs,
  timestamp,
  type: 'PAUSE_END',
});

export const renderGameEnd = compileTemplate<{
  readonly atMs: number;
  readonly realMs: number;
  readonly gameId: number;
  readonly winningTeam: number;
}>({
  gameId: ({ gameId }) => gameId,
  realTimestamp: ({ realMs }) => realMs,
  timestamp,
  type: 'GAME_END',
  winningTeam: ({ winningTeam }) => winningTeam,
});
