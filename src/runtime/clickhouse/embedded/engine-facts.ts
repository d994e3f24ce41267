/** What the running engine says about itself, asked once at start. */
import type { Session } from 'chdb';

export interface EngineFacts {
  readonly version: string;
  readonly isSetting: (name: string) => boolean;
}

export async function readEngineFacts(session: Session): Promise<EngineFacts> {
  const version = await session.queryAsync('SELECT version()', { format: 'TabSeparated' });
  const names = await session.queryAsync('SELECT name FROM system.settings', { format: 'TabSeparated' });
  const known = new Set(names.text().split('\n'));
  return { version: version.text().trim(), isSetting: (name) => known.has(name) };
}
