/** When a process is killed: drawn from a seed, so that a run that went wrong can be repeated with the same moments. */
export interface KillMoment {
  /** Counted from the start of the process, or from when it said that it is ready. */
  readonly from: 'start' | 'ready';
  readonly afterMs: number;
}

export interface KillSpans {
  /** Of the kills, how many are counted from the start: these mostly hit a process that is not ready yet. */
  readonly shareAtStart: number;
  readonly startMs: number;
  readonly readyMs: number;
}

export function drawKillMoments(seed: number, kills: number, spans: KillSpans): KillMoment[] {
  const random = createRandom(seed);
  return Array.from({ length: kills }, () => {
    const [which, when] = [random(), random()];
    return which < spans.shareAtStart
      ? { from: 'start', afterMs: Math.round(when * spans.startMs) }
      : { from: 'ready', afterMs: Math.round(when * spans.readyMs) };
  });
}

/** Numbers in [0, 1) that depend on nothing but the seed. Neighbouring seeds have nothing in common. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e37_79b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
