/** How people call the queues, and in which of them they play against the computer. New ones appear before anybody has named them. */
const QUEUE_NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'Custom'],
  [400, 'Normal Draft'],
  [420, 'Ranked Solo/Duo'],
  [430, 'Normal Blind'],
  [440, 'Ranked Flex'],
  [450, 'ARAM'],
  [480, 'Swiftplay'],
  [490, 'Quickplay'],
  [700, 'Clash'],
  [720, 'ARAM Clash'],
  [830, 'Co-op vs. AI Intro'],
  [840, 'Co-op vs. AI Beginner'],
  [850, 'Co-op vs. AI Intermediate'],
  [870, 'Co-op vs. AI Intro'],
  [880, 'Co-op vs. AI Beginner'],
  [890, 'Co-op vs. AI Intermediate'],
  [900, 'ARURF'],
  [1020, 'One for All'],
  [1300, 'Nexus Blitz'],
  [1400, 'Ultimate Spellbook'],
  [1700, 'Arena'],
  [1710, 'Arena (16 players)'],
  [1810, 'Swarm (1 player)'],
  [1820, 'Swarm (2 players)'],
  [1830, 'Swarm (3 players)'],
  [1840, 'Swarm (4 players)'],
  [1900, 'Pick URF'],
  [2000, 'Tutorial 1'],
  [2010, 'Tutorial 2'],
  [2020, 'Tutorial 3'],
]);

const AGAINST_BOTS: ReadonlySet<number> = new Set([
  7, 25, 31, 32, 33, 52, 91, 92, 93, 800, 810, 820, 830, 840, 850, 860, 870, 880, 890, 950, 951, 960, 961,
  1810, 1820, 1830, 1840, 2000, 2010, 2020,
]);

const LADDER_NAMES: ReadonlyMap<string, string> = new Map([
  ['RANKED_SOLO_5x5', 'Ranked Solo/Duo'],
  ['RANKED_FLEX_SR', 'Ranked Flex'],
]);

export function queueName(queue: number): string {
  return QUEUE_NAMES.get(queue) ?? `Queue ${queue}`;
}

/** Games against the computer are won nearly always: among others they would pass for a good hour. */
export function isAgainstBots(queue: number): boolean {
  return AGAINST_BOTS.has(queue);
}

export function ladderName(queue: string): string {
  return LADDER_NAMES.get(queue) ?? queue;
}
