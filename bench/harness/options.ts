import { parseArgs } from 'node:util';

type Options<Defaults> = {
  readonly [Name in keyof Defaults]: Defaults[Name] extends number ? number : string;
};

/** The options of a benchmark, `--name value` each: a number where the default is one. */
export function readOptions<Defaults extends Readonly<Record<string, string | number>>>(
  defaults: Defaults,
): Options<Defaults> {
  const names = Object.keys(defaults);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: process.argv.slice(3), options });
  const chosen = names.map((name) => {
    const [usual, given] = [defaults[name], values[name]];
    return [name, given === undefined ? usual : typeof usual === 'number' ? Number(given) : given];
  });
  return Object.fromEntries(chosen) as Options<Defaults>;
}
