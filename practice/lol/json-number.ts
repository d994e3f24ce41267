/**
 * Numbers as JSON, straight onto a page of bytes: a body has thousands of them, and as strings each would cost an object. Negative
 * ones and fractions of great numbers are not written here; they are so rare that their text will do.
 *
 * Everything is kept in 32 bits (`| 0`, `Math.imul`): on what might be a fraction, the same arithmetic takes several times as long.
 */
const BILLION = 1_000_000_000;
const ZERO = 48;
const POINT = 46;
/** As many as a billion has zeros. */
const PART_DIGITS = 9;
/** The most bytes that one takes: nine digits, a point, nine digits. */
export const LONGEST_NUMBER = 19;

export function canWriteNumber(value: number): boolean {
  return value >= 0 && (value < BILLION || Number.isSafeInteger(value));
}

/** Gives the place behind what it wrote. Fractions are cut after nine digits, as the API's are. */
export function writeNumber(page: Uint8Array, from: number, value: number): number {
  if (value >= BILLION) return writeGreat(page, from, value);
  const whole = value | 0;
  // Most are counts of something that seldom happens.
  if (whole === value && whole < 10) {
    page[from] = ZERO + whole;
    return from + 1;
  }
  const end = writeDigits(page, from, whole, digitsOf(whole));
  return whole === value ? end : writeFraction(page, end, value - whole);
}

/** A whole number: mostly a time. */
function writeGreat(page: Uint8Array, from: number, value: number): number {
  const billions = Math.floor(value / BILLION);
  const end = writeNumber(page, from, billions);
  return writeDigits(page, end, value - billions * BILLION, PART_DIGITS);
}

function writeFraction(page: Uint8Array, from: number, fraction: number): number {
  const digits = (fraction * BILLION) | 0;
  if (digits === 0) return from;
  page[from] = POINT;
  let end = writeDigits(page, from + 1, digits, PART_DIGITS);
  while (page[end - 1] === ZERO) end--;
  return end;
}

function writeDigits(page: Uint8Array, from: number, value: number, count: number): number {
  let rest = value | 0;
  for (let at = from + count - 1; at >= from; at--) {
    const shorter = (rest / 10) | 0;
    page[at] = ZERO + rest - Math.imul(shorter, 10);
    rest = shorter;
  }
  return from + count;
}

/** Comparing is faster than dividing. */
function digitsOf(value: number): number {
  if (value < 1000) return value < 10 ? 1 : value < 100 ? 2 : 3;
  if (value < 1_000_000) return value < 10_000 ? 4 : value < 100_000 ? 5 : 6;
  return value < 10_000_000 ? 7 : value < 100_000_000 ? 8 : 9;
}
