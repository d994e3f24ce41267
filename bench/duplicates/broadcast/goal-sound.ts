/** What is heard with a goal: a crowd that swells when it falls, and a commentator whose syllables are this goal's own. */
import { createRandom, mix } from '../../../practice/randomness.ts';
import { FILM, type GoalFilm } from './goal-film.ts';

export const SOUND_RATE = 22_050;

const GOAL_AT = 3;
const SYLLABLE_SECONDS = 0.19;
const HARMONICS = 14;

/** 16 bits a sample, mono. `take` tells commentators apart. */
export function soundOfGoal({ match, goal }: GoalFilm, take = 0): Int16Array {
  const samples = new Int16Array(SOUND_RATE * FILM.seconds);
  const random = createRandom(mix(31, match, goal, take));
  let murmur = 0;
  let voice = syllable(random);
  for (let n = 0; n < samples.length; n++) {
    const time = n / SOUND_RATE;
    murmur += 0.12 * (random.next() - 0.5 - murmur);
    const swell = 0.35 + Math.exp(-((time - GOAL_AT - 1) ** 2) / 2);
    const place = time / SYLLABLE_SECONDS;
    if (n > 0 && Math.floor(place) !== Math.floor((n - 1) / SOUND_RATE / SYLLABLE_SECONDS))
      voice = syllable(random);
    samples[n] = 9_000 * swell * murmur + 5_500 * speak(voice, place % 1, time);
  }
  return samples;
}

interface Syllable {
  readonly pitch: number;
  readonly strengths: readonly number[];
  readonly isPause: boolean;
}

function syllable(random: ReturnType<typeof createRandom>): Syllable {
  const [low, high] = [250 + 600 * random.next(), 900 + 1_400 * random.next()];
  const pitch = 110 + 110 * random.next();
  // Two formants: what tells one vowel from another.
  const strengths = Array.from({ length: HARMONICS }, (_, harmonic) => {
    const hertz = pitch * (harmonic + 1);
    return 1 / (1 + ((hertz - low) / 90) ** 2) + 0.6 / (1 + ((hertz - high) / 140) ** 2);
  });
  return { pitch, strengths, isPause: random.next() < 0.15 };
}

function speak({ pitch, strengths, isPause }: Syllable, place: number, time: number): number {
  if (isPause) return 0;
  const envelope = Math.sin(Math.PI * place);
  const bend = pitch * (1 + 0.05 * place);
  let sum = 0;
  for (const [harmonic, strength] of strengths.entries())
    sum += strength * Math.sin(2 * Math.PI * bend * (harmonic + 1) * time);
  return (envelope * sum) / 2;
}
