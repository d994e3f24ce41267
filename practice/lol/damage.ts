/**
 * Damage dealt, taken, healed. Each number is the sum of its physical, magic and true parts; what a team takes is what the other
 * dealt to champions and what minions, monsters and towers add.
 */
import type { Random } from '../randomness.ts';
import type { ChampionClass, DamageKind } from './champions.ts';
import { numberAt } from './entry.ts';
import type { Field } from './fights.ts';
import type { Participant } from './participant.ts';
import { UTILITY } from './roles.ts';

export interface DamageParts {
  readonly physical: number;
  readonly magic: number;
  readonly real: number;
  readonly total: number;
}

export interface Damage {
  readonly toChampions: DamageParts;
  readonly dealt: DamageParts;
  readonly taken: DamageParts;
  readonly toTurrets: number;
  readonly toEpicMonsters: number;
  readonly mitigated: number;
  readonly healed: number;
  readonly healedOthers: number;
  readonly shieldedOthers: number;
}

/** To champions, a minute. */
const PER_MINUTE: Readonly<Record<ChampionClass, number>> = {
  Fighter: 640,
  Tank: 400,
  Assassin: 660,
  Mage: 720,
  Marksman: 700,
  Support: 330,
};
/** Share of the team's damage taken, before luck. */
const FRONT: Readonly<Record<ChampionClass, number>> = {
  Fighter: 1.2,
  Tank: 1.5,
  Assassin: 0.95,
  Mage: 0.75,
  Marksman: 0.8,
  Support: 0.65,
};
const SPLIT: Readonly<Record<DamageKind, readonly [physical: number, magic: number]>> = {
  physical: [0.84, 0.1],
  magic: [0.1, 0.85],
  mixed: [0.47, 0.46],
};
const BRIDGE_FACTOR = 2.3;
const TAKEN_BESIDES = 1.3;

export function dealDamage(field: Field, random: Random): Damage[] {
  const minutes = field.lengthMs / 60_000;
  const toChampions = field.participants.map((one) => {
    const luck = Math.exp(0.28 * random.normal() + 0.08 * one.seat.form);
    const base = PER_MINUTE[one.champion.class] * minutes * (field.isBridge ? BRIDGE_FACTOR : 0.82);
    const total =
      base * luck * (one.playedSeconds / (field.lengthMs / 1000)) + 260 * one.kills + 60 * one.assists;
    return field.isRemake ? total * 0.35 : total;
  });
  const dealtBy = [0, 0];
  for (const [seat, one] of field.participants.entries())
    dealtBy[one.team] = numberAt(dealtBy, one.team) + numberAt(toChampions, seat);
  const fronts = field.participants.map(
    (one) => FRONT[one.champion.class] * Math.exp(0.18 * random.normal()),
  );
  const frontBy = [0, 0];
  for (const [seat, one] of field.participants.entries())
    frontBy[one.team] = numberAt(frontBy, one.team) + numberAt(fronts, seat);
  return field.participants.map((one, seat) => {
    const enemyDealt = numberAt(dealtBy, 1 - one.team);
    const taken = (enemyDealt * TAKEN_BESIDES * numberAt(fronts, seat)) / numberAt(frontBy, one.team);
    return damageOf(one, numberAt(toChampions, seat), taken, field.isBridge, random);
  });
}

function damageOf(
  one: Participant,
  championDamage: number,
  takenDamage: number,
  isBridge: boolean,
  random: Random,
): Damage {
  const [physical, magic] = SPLIT[one.champion.damage];
  const toChampions = split(championDamage, physical, magic, random);
  const toTurrets = Math.round(one.turretTakedowns * (900 + 1500 * random.next()) + one.plates * 260);
  const toEpicMonsters = Math.round(
    (one.dragonTakedowns + one.baronTakedowns * 2 + one.heraldTakedowns + one.hordeTakedowns) *
      (1200 + 2600 * random.next()),
  );
  const besides = one.minions * (430 + 120 * random.next()) + one.monsters * (1050 + 250 * random.next());
  const others = split(besides + toEpicMonsters + toTurrets * 0.2, physical, magic, random);
  const isHealer = one.champion.class === 'Support';
  const taken = split(takenDamage, 0.57, 0.38, random);
  return {
    toChampions,
    dealt: {
      physical: toChampions.physical + others.physical,
      magic: toChampions.magic + others.magic,
      real: toChampions.real + others.real,
      total: toChampions.total + others.total,
    },
    taken,
    toTurrets,
    toEpicMonsters: isBridge ? 0 : toEpicMonsters,
    mitigated: Math.round(
      taken.total * (0.45 + 0.5 * random.next()) * (one.champion.class === 'Tank' ? 1.8 : 1),
    ),
    healed: Math.round(taken.total * (0.08 + 0.4 * random.next() ** 2)),
    healedOthers: isHealer ? Math.round(championDamage * 0.4 * random.next()) : 0,
    shieldedOthers:
      isHealer || (one.role === UTILITY && random.next() < 0.4)
        ? Math.round(championDamage * 0.35 * random.next())
        : 0,
  };
}

/** The rest is true damage, which nothing reduces. */
function split(amount: number, physicalShare: number, magicShare: number, random: Random): DamageParts {
  const sway = 0.94 + 0.06 * random.next();
  const physical = Math.round(amount * physicalShare * sway);
  const magic = Math.round(amount * magicShare * sway);
  const real = Math.max(0, Math.round(amount) - physical - magic);
  return { physical, magic, real, total: physical + magic + real };
}
