/** Faults in a log: errors, and lines that are not JSON, such as what Node prints of an unhandled rejection. */
const WARNING = 40;
const ERROR = 50;
const SHOWN = 300;

interface Line {
  readonly level?: unknown;
  readonly msg?: unknown;
}

export function findLogFaults(log: string, wasKilled: boolean): string[] {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines
    .filter((line, index) => {
      const isCutOff = wasKilled && index === lines.length - 1 && !log.endsWith('\n');
      return !isCutOff && isFault(line);
    })
    .map((line) => line.slice(0, SHOWN));
}

/** By message. */
export function countWarnings(logs: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of logs.flatMap((log) => log.split('\n'))) {
    const { level, msg } = parse(line) ?? {};
    if (level === WARNING && typeof msg === 'string') counts[msg] = (counts[msg] ?? 0) + 1;
  }
  return counts;
}

function isFault(line: string): boolean {
  const parsed = parse(line);
  return parsed === undefined || typeof parsed.level !== 'number' || parsed.level >= ERROR;
}

function parse(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined; // Reported as a fault.
  }
}
