/**
 * SHA-256 without anything around it: `domain/` imports nothing, and a page in a browser has only one that must be awaited.
 * For short texts, of which many have to be told apart; whoever has a file to hash uses Node's own.
 */
const ROUNDS = 64;
const BLOCK_BYTES = 64;
/** What the length of the text takes at the end of the last block, and the mark before it. */
const TRAILER_BYTES = 9;

/** The first eight bytes of the digest, as two numbers of 32 bits. */
export function sha256Head(text: string): { readonly high: number; readonly low: number } {
  const message = pad(new TextEncoder().encode(text));
  const state: State = [...STARTS];
  const words = new DataView(new ArrayBuffer(4 * ROUNDS));
  for (let start = 0; start < message.byteLength; start += BLOCK_BYTES) {
    for (let at = 0; at < BLOCK_BYTES; at += 4) words.setInt32(at, message.getInt32(start + at));
    spread(words);
    mixBlock(state, words);
  }
  return { high: state[0] >>> 0, low: state[1] >>> 0 };
}

function pad(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + TRAILER_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(bytes);
  padded.fill(0x80, bytes.length, bytes.length + 1);
  const view = new DataView(padded.buffer);
  view.setBigUint64(view.byteLength - 8, BigInt(bytes.length) * 8n);
  return view;
}

function spread(words: DataView): void {
  const wordAt = (round: number): number => words.getInt32(4 * round);
  for (let round = 16; round < ROUNDS; round++) {
    const near = wordAt(round - 2);
    const far = wordAt(round - 15);
    const one = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    const other = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words.setInt32(4 * round, wordAt(round - 16) + other + wordAt(round - 7) + one);
  }
}

type State = [number, number, number, number, number, number, number, number];

function mixBlock(state: State, words: DataView): void {
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 4 * ROUNDS; at += 4) {
    const choice = (e & f) ^ (~e & g);
    const turned = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + turned + choice + STEPS.getInt32(at) + words.getInt32(at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
  state[5] = (state[5] + f) | 0;
  state[6] = (state[6] + g) | 0;
  state[7] = (state[7] + h) | 0;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first 32 bits behind the point of the square roots of the first eight primes. */
const STARTS: Readonly<State> = [
  rootBits(2, 2n),
  rootBits(3, 2n),
  rootBits(5, 2n),
  rootBits(7, 2n),
  rootBits(11, 2n),
  rootBits(13, 2n),
  rootBits(17, 2n),
  rootBits(19, 2n),
];

/** The same of the cube roots of the first 64. */
const STEPS = toWords(firstPrimes(ROUNDS).map((prime) => rootBits(prime, 3n)));

function toWords(numbers: readonly number[]): DataView {
  const words = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, at) => words.setInt32(4 * at, number));
  return words;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
}

/** By halving, in whole numbers: a floating-point root would be a bit short. */
function rootBits(number: number, degree: bigint): number {
  const wanted = BigInt(number) << (32n * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** degree <= wanted) low = middle;
    else high = middle;
  }
  return Number(BigInt.asIntN(32, low));
}
