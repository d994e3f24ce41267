/** `gamekeeper verify`, as an operator runs it: both stores agree about all matches, and nothing had to be repaired for it. */
import { runCommand, type Environment } from '../support/product.ts';

interface Verified {
  readonly event: string;
  readonly source?: string;
  readonly agrees?: boolean;
  readonly games?: number;
  readonly differences?: readonly unknown[];
  readonly staleRanks?: number;
}

/** Violations. `stored`: the number of matches that it has to compare. */
export async function verifyStores(
  directory: string,
  environment: Environment,
  stored: number,
): Promise<string[]> {
  const { code, out, err } = await runCommand(directory, ['verify'], environment);
  const records = out.split('\n').filter((line) => line !== '');
  const found = records.map((line) => JSON.parse(line) as Verified).find(({ event }) => event === 'verified');
  const isClean =
    code === 0 &&
    found?.agrees === true &&
    found.games === stored &&
    found.differences?.length === 0 &&
    found.staleRanks === 0;
  if (isClean) return [];
  const { differences = [], ...rest } = found ?? {};
  const some = JSON.stringify(differences.slice(0, 3));
  const what = `${differences.length} differences (${some}), ${JSON.stringify(rest)}`;
  return [`verify of ${stored} games ended with ${code}: ${what} ${err}`];
}
