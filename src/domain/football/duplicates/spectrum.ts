/** The power spectrum of a stretch of sound, by the fast Fourier transform. The length is a power of two. */

export interface Spectrum {
  readonly length: number;
  /** Of `length` samples from `at`: the power at each of the first `length / 2` frequencies. Overwritten by the next call. */
  of(samples: Float64Array, at: number): Float64Array;
}

export function createSpectrum(length: number): Spectrum {
  const window = Float64Array.from({ length }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / length));
  const cosines = Float64Array.from({ length: length / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / length));
  const sines = Float64Array.from({ length: length / 2 }, (_, n) => -Math.sin((2 * Math.PI * n) / length));
  const order = reversedBits(length);
  const real = new Float64Array(length);
  const imaginary = new Float64Array(length);
  const power = new Float64Array(length / 2);
  return {
    length,
    of(samples, at) {
      for (let n = 0; n < length; n++) {
        const place = order[n] as number;
        real[place] = (samples[at + n] as number) * (window[n] as number);
      }
      imaginary.fill(0);
      for (let half = 1; half < length; half *= 2)
        joinHalves(real, imaginary, half, cosines, sines, length / (2 * half));
      for (let n = 0; n < power.length; n++)
        power[n] = (real[n] as number) ** 2 + (imaginary[n] as number) ** 2;
      return power;
    },
  };
}

/** One round of the transform: pairs of spectra of `half` points become spectra of twice as many. */
function joinHalves(
  real: Float64Array,
  imaginary: Float64Array,
  half: number,
  cosines: Float64Array,
  sines: Float64Array,
  step: number,
): void {
  for (let start = 0; start < real.length; start += 2 * half) {
    for (let n = 0; n < half; n++) {
      const cosine = cosines[n * step] as number;
      const sine = sines[n * step] as number;
      const even = start + n;
      const odd = even + half;
      const oddReal = (real[odd] as number) * cosine - (imaginary[odd] as number) * sine;
      const oddImaginary = (real[odd] as number) * sine + (imaginary[odd] as number) * cosine;
      real[odd] = (real[even] as number) - oddReal;
      imaginary[odd] = (imaginary[even] as number) - oddImaginary;
      real[even] = (real[even] as number) + oddReal;
      imaginary[even] = (imaginary[even] as number) + oddImaginary;
    }
  }
}

function reversedBits(length: number): Uint32Array {
  const order = new Uint32Array(length);
  for (let n = 1; n < length; n++)
    order[n] = ((order[n >> 1] as number) >> 1) | ((n & 1) === 1 ? length / 2 : 0);
  return order;
}
