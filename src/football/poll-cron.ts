/**
 * How often the monitor runs, as a rule of the calendar. A calendar knows only paces that divide a minute or an hour, so others are slowed
 * down to the next one that does: 45 seconds become a minute. Faster would cost calls that nobody wanted to spend.
 */
const DIVISORS_OF_60 = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] as const;

export function pollCron(seconds: number): string {
  if (seconds <= 30) return `*/${nextDivisor(seconds)} * * * * *`;
  const minutes = nextDivisor(Math.ceil(seconds / 60));
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`;
}

function nextDivisor(value: number): number {
  return DIVISORS_OF_60.find((divisor) => divisor >= value) ?? 60;
}
