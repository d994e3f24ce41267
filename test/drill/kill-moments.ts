/** When a process is killed: drawn from a seed, so that a run that went wrong can be repeated with the same moments. */
import { createRandom } from '../../practice/randomness.ts';

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
  const dice = createRandom(seed);
  const random = (): number => dice.next();
  return Array.from({ length: kills }, () => {
    const [which, when] = [random(), random()];
    return which < spans.shareAtStart
      ? { from: 'start', afterMs: Math.round(when * spans.startMs) }
      : { from: 'ready', afterMs: Math.round(when * spans.readyMs) };
  });
}
