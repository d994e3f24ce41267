/** Parameters in ClickHouse's escaped text format, in which `SET param_x` takes them: `[1,2]`, `['it\\'s']`, `\N`. */

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

export function toParameterText(value: unknown): string {
  return value === null ? '\\N' : toText(value, false);
}

function toText(value: unknown, isNested: boolean): string {
  if (Array.isArray(value)) return `[${value.map((one) => toText(one, true)).join(',')}]`;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (typeof value !== 'string') throw new TypeError(`a parameter cannot be ${String(value)}`);
  const text = value.replaceAll(/[\\'\t\n\r]/g, (character) => ESCAPES[character] ?? character);
  return isNested ? `'${text}'` : text;
}
