/** What a victim dealt and received before it died, blow by blow: the largest part of a timeline. */
import { createRandom, mix, type Random } from '../randomness.ts';
import type { Kill } from './fights.ts';
import { compileTemplate, writeList } from './json-template.ts';
import type { JsonWriter } from './json-writer.ts';
import type { Participant } from './participant.ts';

interface Blow {
  readonly isBasic: boolean;
  readonly name: string;
  /** 0 for minions. */
  readonly participant: number;
  readonly spell: string;
  readonly slot: number;
  readonly physical: number;
  readonly magic: number;
  readonly real: number;
  readonly type: 'OTHER' | 'MINION' | 'TOWER';
}

const SPELLS = ['q', 'w', 'e', 'r'] as const;
const BASIC_SLOT = 64;

const renderBlow = compileTemplate<Blow>({
  basic: ({ isBasic }) => isBasic,
  magicDamage: ({ magic }) => magic,
  name: ({ name }) => `"${name}"`,
  participantId: ({ participant }) => participant,
  physicalDamage: ({ physical }) => physical,
  spellName: ({ spell }) => `"${spell}"`,
  spellSlot: ({ slot }) => slot,
  trueDamage: ({ real }) => real,
  type: ({ type }) => `"${type}"`,
});

export function writeVictimDamage(kill: Kill, side: 'dealt' | 'received', writer: JsonWriter): void {
  const random = createRandom(mix(kill.atMs, kill.victim.id, side === 'dealt' ? 1 : 2));
  const blows: Blow[] = [];
  if (side === 'dealt') blows.push(...blowsOf(kill.victim, 1 + random.below(5), random));
  else {
    // An execution: the tower or the minions did it all.
    if (kill.doer !== undefined) blows.push(...blowsOf(kill.doer, 3 + random.below(4), random));
    for (const helper of kill.helpers) blows.push(...blowsOf(helper, 1 + random.below(4), random));
    if (kill.doer === undefined || random.next() < 0.3)
      blows.push(bystanderBlow(kill.doer === undefined ? 'TOWER' : 'MINION', random));
  }
  writeList(blows, writer, renderBlow);
}

function blowsOf({ champion, id }: Participant, count: number, random: Random): Blow[] {
  const prefix = champion.name.toLowerCase();
  return Array.from({ length: count }, () => {
    const isBasic = random.next() < 0.35;
    const slot = random.below(SPELLS.length);
    const amount = 40 + random.below(420);
    const isMagic = !isBasic && (champion.damage === 'magic' || (champion.damage === 'mixed' && slot > 1));
    return {
      isBasic,
      name: champion.name,
      participant: id,
      spell: isBasic ? `${prefix}basicattack` : prefix + SPELLS[slot],
      slot: isBasic ? BASIC_SLOT : slot,
      physical: isMagic ? 0 : amount,
      magic: isMagic ? amount : 0,
      real: random.next() < 0.1 ? random.below(90) : 0,
      type: 'OTHER' as const,
    };
  });
}

function bystanderBlow(type: 'MINION' | 'TOWER', random: Random): Blow {
  const name = type === 'MINION' ? 'SRU_OrderMinionRanged' : 'Turret';
  return {
    isBasic: true,
    name,
    participant: 0,
    spell: `${name.toLowerCase()}basicattack`,
    slot: BASIC_SLOT,
    physical: 20 + random.below(180),
    magic: 0,
    real: 0,
    type,
  };
}
