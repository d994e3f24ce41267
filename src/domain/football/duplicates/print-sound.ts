/** Mono sound, 16 bits a sample and `SAMPLE_RATE` of them a second, becomes a print. What it is made of: sound-print.ts. */
import { HOP_SAMPLES, SAMPLE_RATE, type SoundPrint } from './sound-print.ts';
import { createSpectrum, type Spectrum } from './spectrum.ts';

/** 0.37 s, of which four fifths are shared with the next word: it does not matter much where a copy was cut. */
const STRETCH_SAMPLES = 2_048;
/** Voices and whistles lie between these, and every codec keeps them. */
const LOWEST_HZ = 300;
const HIGHEST_HZ = 2_000;
const BANDS = 33;
/** Root of the mean square, of 32,768, below which it is called silence. */
const SILENCE = 8;
const WORDS_PER_TURN = 64;

export function* printSound(samples: Int16Array): Generator<void, SoundPrint> {
  const sound = Float64Array.from(samples);
  const spectrum = createSpectrum(STRETCH_SAMPLES);
  const edges = bandEdges();
  // A word tells what changed since the stretch before.
  const stretches = Math.max(0, Math.floor((sound.length - STRETCH_SAMPLES) / HOP_SAMPLES) + 1);
  const words = new Uint32Array(Math.max(0, stretches - 1));
  let before = new Float64Array(BANDS);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const at = stretch * HOP_SAMPLES;
    const now = bandsOf(spectrum, sound, at, edges);
    if (stretch > 0) words[stretch - 1] = isSilent(sound, at) ? 0 : wordOf(before, now);
    before = now;
    if (stretch % WORDS_PER_TURN === WORDS_PER_TURN - 1) yield;
  }
  return { words };
}

/** Equal steps in pitch, as points of the spectrum. */
function bandEdges(): number[] {
  return Array.from({ length: BANDS + 1 }, (_, band) =>
    Math.round((LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / BANDS) * STRETCH_SAMPLES) / SAMPLE_RATE),
  );
}

function bandsOf(
  spectrum: Spectrum,
  sound: Float64Array,
  at: number,
  edges: readonly number[],
): Float64Array<ArrayBuffer> {
  const power = spectrum.of(sound, at);
  const bands = new Float64Array(BANDS);
  for (let band = 0; band < BANDS; band++) {
    let sum = 0;
    for (let point = edges[band] as number; point < (edges[band + 1] as number); point++)
      sum += power[point] as number;
    bands[band] = sum;
  }
  return bands;
}

function wordOf(before: Float64Array, now: Float64Array): number {
  let word = 0;
  for (let band = 0; band < BANDS - 1; band++) {
    const step = (now[band] as number) - (now[band + 1] as number);
    const stepBefore = (before[band] as number) - (before[band + 1] as number);
    word = (word << 1) | (step > stepBefore ? 1 : 0);
  }
  return word >>> 0;
}

function isSilent(sound: Float64Array, at: number): boolean {
  let squares = 0;
  for (let n = at; n < at + STRETCH_SAMPLES; n++) squares += (sound[n] as number) ** 2;
  return squares < SILENCE ** 2 * STRETCH_SAMPLES;
}
