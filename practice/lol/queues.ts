/** The queues of the practice world. Numbers, modes and maps are the real ones: a client filters by them. */
export interface Queue {
  readonly id: number;
  readonly mode: string;
  readonly map: number;
  readonly mapName: string;
  readonly description: string;
  /** What the length is drawn from, in seconds. */
  readonly length: {
    readonly mean: number;
    readonly spread: number;
    readonly least: number;
    readonly most: number;
  };
}

const RIFT = { map: 11, mapName: "Summoner's Rift" };
const USUAL = { mean: 1720, spread: 300, least: 900, most: 2400 };
const QUICK = { mean: 1350, spread: 190, least: 900, most: 1900 };
const SHORT = { mean: 1150, spread: 180, least: 720, most: 1600 };

export const QUEUES: readonly Queue[] = [
  { id: 400, mode: 'CLASSIC', ...RIFT, description: '5v5 Draft Pick games', length: USUAL },
  { id: 420, mode: 'CLASSIC', ...RIFT, description: '5v5 Ranked Solo games', length: USUAL },
  { id: 430, mode: 'CLASSIC', ...RIFT, description: '5v5 Blind Pick games', length: USUAL },
  { id: 440, mode: 'CLASSIC', ...RIFT, description: '5v5 Ranked Flex games', length: USUAL },
  { id: 450, mode: 'ARAM', map: 12, mapName: 'Howling Abyss', description: '5v5 ARAM games', length: SHORT },
  { id: 480, mode: 'SWIFTPLAY', ...RIFT, description: 'Normal (Swiftplay)', length: QUICK },
  { id: 490, mode: 'CLASSIC', ...RIFT, description: 'Normal (Quickplay)', length: USUAL },
  { id: 700, mode: 'CLASSIC', ...RIFT, description: "Summoner's Rift Clash games", length: USUAL },
  { id: 870, mode: 'CLASSIC', ...RIFT, description: 'Co-op vs. AI Intro Bot games', length: QUICK },
  { id: 890, mode: 'CLASSIC', ...RIFT, description: 'Co-op vs. AI Intermediate Bot games', length: QUICK },
];

const BY_ID = new Map(QUEUES.map((queue) => [queue.id, queue]));

/** A queue that is not in the list is played like a draft game. */
export function queueOf(id: number): Queue {
  return (
    BY_ID.get(id) ?? {
      id,
      mode: 'CLASSIC',
      ...RIFT,
      description: 'Games of a queue without a name',
      length: USUAL,
    }
  );
}

export function isAram(queue: Queue): boolean {
  return queue.mode === 'ARAM';
}
