/**
 * Settings and query parameters as one `SET` statement for a session of the engine. The HTTP interface sends a parameter as
 * text in ClickHouse's escaped form (`\N`, `['it\'s',NULL]`), and `SET param_x = '…'` takes exactly that text, so nothing is
 * decoded and encoded again; the value becomes typed only where `{x:Type}` stands. chdb's own `queryBind` is not used: it
 * runs all parameterised queries of a process one after the other.
 */
import { refuse } from './exceptions.ts';

export type NamedValue = readonly [name: string, value: string];

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Empty when there is nothing to set. */
export function toSetStatement(settings: readonly NamedValue[], parameters: readonly NamedValue[]): string {
  const assignments = [
    ...settings.map(([name, value]) => assign('setting', name, name, value)),
    ...parameters.map(([name, value]) => assign('query parameter', name, `param_${name}`, value)),
  ];
  return assignments.length === 0 ? '' : `SET ${assignments.join(', ')}`;
}

/** Invariant: whatever `value` holds, the literal ends at its last quote. Only `\` and `'` can end or continue it. */
export function quoteLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

export function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

function assign(what: string, name: string, target: string, value: string): string {
  if (!NAME.test(name)) {
    throw refuse(
      'BAD_ARGUMENTS',
      `The name of a ${what} is letters, digits and _, not ${JSON.stringify(name)}`,
    );
  }
  return `${target} = ${quoteLiteral(value)}`;
}
