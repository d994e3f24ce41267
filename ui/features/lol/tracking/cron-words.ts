/** A cron rule in words, where it is one of the simple ones that people set; otherwise the rule itself. Pure. */
const DAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

const EVERY = /^\*\/\d{1,2}$/;

export function cronWords(rule: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = rule.trim().split(/\s+/);
  const isPlain = day === '*' && month === '*' && more.length === 0;
  return (isPlain ? simpleWords(minute, hour, weekday) : undefined) ?? `by the rule ${rule}`;
}

function simpleWords(minute: string, hour: string, weekday: string): string | undefined {
  if (isEach(hour) && weekday === '*') return withinHour(minute);
  if (EVERY.test(hour) && Number(minute) === 0 && weekday === '*') return `every ${hour.slice(2)} hours`;
  const time = clockTime(minute, hour);
  if (time === undefined) return undefined;
  if (weekday === '*') return `every day at ${time}`;
  const name = isNumber(weekday) ? DAYS[Number(weekday)] : undefined;
  return name && `every ${name} at ${time}`;
}

function withinHour(minute: string): string | undefined {
  if (isEach(minute)) return 'every minute';
  if (EVERY.test(minute)) return `every ${minute.slice(2)} minutes`;
  if (!isNumber(minute)) return undefined;
  return Number(minute) === 0 ? 'every hour' : `every hour at minute ${Number(minute)}`;
}

function clockTime(minute: string, hour: string): string | undefined {
  if (!isNumber(minute) || !isNumber(hour)) return undefined;
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

function isEach(text: string): boolean {
  return text === '*' || text === '*/1';
}

function isNumber(text: string): boolean {
  return /^\d{1,2}$/.test(text);
}
