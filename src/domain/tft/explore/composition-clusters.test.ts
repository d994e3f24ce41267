import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterCompositions, type CompositionSignature } from './composition-clusters.ts';

/** `shares`: percent of the boards, in words of `unit:share`. */
function signature(id: string, n: number, shares: string): CompositionSignature {
  const [trait = '', carry = ''] = id.split('@');
  const units = shares.split(' ').map((one): [string, number] => {
    const [unit = '', share = '100'] = one.split(':');
    return [unit, Number(share) / 100];
  });
  return { id: { trait, carry }, n, unitShares: new Map(units) };
}

function names(signatures: readonly CompositionSignature[]): readonly string[][] {
  return clusterCompositions(signatures).map(({ members }) =>
    members.map(({ trait, carry }) => `${trait}@${carry}`),
  );
}

/** Shaped as boards of real ranked games are: a firm core, and three places that change with luck and level. */
const CAPTAINS = [
  signature(
    'captain@vera',
    320,
    'vera sett:98 naia:97 xin:97 luma:92 vigo:89 kaya:76 gwyn:69 bram:30 yonas:20 sera:15',
  ),
  signature(
    'captain@gwyn',
    280,
    'gwyn vera:99 sett:98 xin:97 naia:96 luma:94 vigo:92 kaya:76 bram:35 yonas:22',
  ),
  signature(
    'captain@bram',
    60,
    'bram vera:95 sett:99 xin:90 naia:88 luma:80 vigo:85 gwyn:75 kaya:50 yonas:40',
  ),
];
/** The same boards, when a second trait happened to be one step ahead. */
const CAPTAINS_BY_ANOTHER_TRAIT = signature(
  'duelist@vera',
  25,
  'vera sett:95 naia:90 xin:96 luma:80 vigo:88 kaya:84 gwyn:52 udra:40',
);
/** The same plan with more luck: costly units in place of the last cheap ones. */
const LUCKY_CAPTAINS = signature(
  'captain@yonas',
  40,
  'yonas vera:90 sett:90 xin:70 naia:70 luma:60 vigo:70 gwyn:60 bram:60 voli:50 kaya:30 sera:30',
);
/** Another plan around the same trait: it shares the strong units and is built around others. */
const LATE_CAPTAINS = signature(
  'captain@zyra',
  90,
  'zyra sett:95 xin:85 naia:75 bram:90 voli:80 vera:80 luma:40 yonas:80 gwyn:75 vigo:40 kaya:20',
);
const MAGES = [
  signature('mage@ahna', 200, 'ahna nika:98 popp:93 sylva:93 jina:90 xaya:75 sera:70 rell:99'),
  signature('mage@sera', 140, 'sera popp:99 sylva:98 jina:98 nika:98 rell:97 ahna:97 xaya:92'),
];

describe('signatures', () => {
  const captains = ['captain@vera', 'captain@gwyn', 'captain@bram'];

  test.each([
    ['another unit held the items', MAGES, [captains, ['mage@ahna', 'mage@sera']]],
    ['another trait was ahead', [CAPTAINS_BY_ANOTHER_TRAIT], [[...captains, 'duelist@vera']]],
    ['some units gave way to costly ones', [LUCKY_CAPTAINS], [[...captains, 'captain@yonas']]],
  ])('are joined when on the same board %s', (_, others, joined) => {
    expect(names([...CAPTAINS, ...others])).toEqual(joined);
  });

  test('stay apart when the boards differ, though the trait is the same', () => {
    expect(names([...CAPTAINS, LATE_CAPTAINS])).toEqual([
      ['captain@vera', 'captain@gwyn', 'captain@bram'],
      ['captain@zyra'],
    ]);
  });

  test('without any unit are compositions of their own', () => {
    const empty = { ...signature('a@', 5, 'x'), unitShares: new Map<string, number>() };
    expect(names([empty, { ...empty, id: { trait: 'b', carry: '' } }])).toEqual([['a@'], ['b@']]);
    expect(clusterCompositions([empty])).toEqual([{ members: [{ trait: 'a', carry: '' }], units: [] }]);
    expect(clusterCompositions([])).toEqual([]);
  });
});

describe('a cluster', () => {
  test('is described by the units that at least half of its boards have, the most common first, nine at most', () => {
    const [captains] = clusterCompositions(CAPTAINS);
    expect(captains?.units).toEqual(['vera', 'sett', 'xin', 'naia', 'luma', 'vigo', 'gwyn', 'kaya']);
    const wide = signature('t@a', 4, 'k j i h g f e d c b a:50 z:49');
    expect(clusterCompositions([wide])[0]?.units).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
  });

  test('has so many members at most that they can be asked for together; later ones found their own', () => {
    const many = Array.from({ length: 35 }, (_, index) => signature(`t@u${index}`, 100 - index, 'a b c d e'));
    expect(names(many).map((members) => members.length)).toEqual([30, 5]);
  });

  test('comes before those that are played less', () => {
    const sizes = [signature('a@x', 30, 'p q'), signature('b@y', 25, 'r s'), signature('b@z', 20, 'r s')];
    expect(names(sizes)).toEqual([['b@y', 'b@z'], ['a@x']]);
  });
});

test('the same signatures give the same clusters, in whatever order they come, and each is in one of them', () => {
  const units = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const signatures = fc.uniqueArray(
    fc.record({
      id: fc.record({ trait: fc.constantFrom('', 's', 't'), carry: units }),
      n: fc.integer({ min: 1, max: 4 }),
      unitShares: fc
        .array(fc.tuple(units, fc.double({ min: 0, max: 1, noNaN: true })))
        .map((shares) => new Map(shares)),
    }),
    { selector: ({ id }) => `${id.trait}@${id.carry}`, maxLength: 12 },
  );
  fc.assert(
    fc.property(
      signatures.chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
      ),
      ([given, shuffled]) => {
        const clusters = clusterCompositions(given);
        expect(clusterCompositions(shuffled)).toEqual(clusters);
        expect(clusters.flatMap(({ members }) => members)).toHaveLength(given.length);
      },
    ),
  );
});
