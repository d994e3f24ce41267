/** One participant at one minute of a timeline. The last minute's numbers are those of the match body. */
import type { Random } from '../randomness.ts';
import type { Damage } from './damage.ts';
import type { Position } from './deed.ts';
import { compileTemplate, object } from './json-template.ts';
import type { Participant } from './participant.ts';

export interface Frame {
  readonly one: Participant;
  readonly damage: Damage;
  /** How much of the damage was done by now, 0 to 1. */
  readonly share: number;
  readonly level: number;
  readonly experience: number;
  readonly gold: number;
  readonly spent: number;
  readonly minions: number;
  readonly monsters: number;
  readonly position: Position;
  readonly random: Random;
  /** Sums of the three kinds as they are shown, so that the shown numbers add up. */
  readonly dealt: number;
  readonly toChampions: number;
  readonly taken: number;
}

const done = (amount: number, { share }: Frame): number => Math.floor(amount * share);
const isCaster = ({ one }: Frame): boolean => one.champion.damage === 'magic';
const isFront = ({ one }: Frame): boolean =>
  one.champion.class === 'Tank' || one.champion.class === 'Fighter';

export const renderFrame = compileTemplate<Frame>({
  championStats: object({
    abilityHaste: ({ level }) => level * 2,
    abilityPower: (frame) => (isCaster(frame) ? Math.floor(frame.spent / 40) : 0),
    armor: (frame) => 30 + frame.level * 4 + (isFront(frame) ? Math.floor(frame.spent / 90) : 0),
    armorPen: 0,
    armorPenPercent: 0,
    attackDamage: (frame) => 58 + frame.level * 3 + (isCaster(frame) ? 0 : Math.floor(frame.spent / 65)),
    attackSpeed: ({ level }) => 100 + level * 2,
    bonusArmorPenPercent: 0,
    bonusMagicPenPercent: 0,
    ccReduction: 0,
    cooldownReduction: 0,
    health: (frame) => Math.floor(healthMax(frame) * (0.35 + 0.65 * frame.random.next())),
    healthMax,
    healthRegen: ({ level }) => 10 + level,
    lifesteal: 0,
    magicPen: (frame) => (isCaster(frame) ? Math.floor(frame.level / 2) : 0),
    magicPenPercent: 0,
    magicResist: ({ level }) => 30 + Math.floor(level * 1.6),
    movementSpeed: ({ spent }) => (spent > 1500 ? 385 : 335),
    omnivamp: 0,
    physicalVamp: 0,
    power: (frame) => Math.floor(powerMax(frame) * (0.2 + 0.8 * frame.random.next())),
    powerMax,
    powerRegen: ({ level }) => 12 + level,
    spellVamp: 0,
  }),
  currentGold: ({ gold, spent }) => gold - spent,
  damageStats: object({
    magicDamageDone: (frame) => done(frame.damage.dealt.magic, frame),
    magicDamageDoneToChampions: (frame) => done(frame.damage.toChampions.magic, frame),
    magicDamageTaken: (frame) => done(frame.damage.taken.magic, frame),
    physicalDamageDone: (frame) => done(frame.damage.dealt.physical, frame),
    physicalDamageDoneToChampions: (frame) => done(frame.damage.toChampions.physical, frame),
    physicalDamageTaken: (frame) => done(frame.damage.taken.physical, frame),
    totalDamageDone: ({ dealt }) => dealt,
    totalDamageDoneToChampions: ({ toChampions }) => toChampions,
    totalDamageTaken: ({ taken }) => taken,
    trueDamageDone: (frame) => done(frame.damage.dealt.real, frame),
    trueDamageDoneToChampions: (frame) => done(frame.damage.toChampions.real, frame),
    trueDamageTaken: (frame) => done(frame.damage.taken.real, frame),
  }),
  goldPerSecond: 0,
  jungleMinionsKilled: ({ monsters }) => monsters,
  level: ({ level }) => level,
  minionsKilled: ({ minions }) => minions,
  participantId: ({ one }) => one.id,
  position: object({ x: ({ position }) => position.x, y: ({ position }) => position.y }),
  timeEnemySpentControlled: ({ share, damage }) => Math.floor(share * damage.toChampions.total * 12),
  totalGold: ({ gold }) => gold,
  xp: ({ experience }) => experience,
});

function healthMax(frame: Frame): number {
  return (
    600 + frame.level * 95 + (isFront(frame) ? Math.floor(frame.spent / 9) : Math.floor(frame.spent / 30))
  );
}

function powerMax({ level }: Frame): number {
  return 320 + level * 45;
}
