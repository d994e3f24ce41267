/**
 * The engine's configuration, written beside its data at each start. Its one user (chdb knows only `default`) is granted
 * work on databases and tables and nothing that reaches outside: no SOURCES (file, url, s3, remote, …), no TABLE ENGINE of
 * those kinds, no users, no named collections (creating one crashed older engines), no dictionaries (their sources are not
 * covered by SOURCES), no SYSTEM SHUTDOWN. Both accounts run as that user; readers are also `readonly = 1`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const GRANTS = [
  'SHOW',
  'SELECT',
  'INSERT',
  'ALTER',
  'CREATE DATABASE',
  'CREATE TABLE',
  'CREATE VIEW',
  'CREATE TEMPORARY TABLE',
  'CREATE FUNCTION',
  'DROP',
  'TRUNCATE',
  'OPTIMIZE',
  'KILL QUERY',
  'SYSTEM MERGES',
  'SYSTEM TTL MERGES',
  'SYSTEM FLUSH',
  'SYSTEM DROP CACHE',
];

/** Arguments for every session: all sessions of a process must be opened alike. */
export async function writeEngineConfig(directory: string): Promise<readonly string[]> {
  const users = join(directory, 'users.xml');
  const server = join(directory, 'server.xml');
  await writeFile(users, usersXml());
  await writeFile(server, `<clickhouse><users_config>${escapeXml(users)}</users_config></clickhouse>\n`);
  return [`--config-file=${server}`];
}

function usersXml(): string {
  return `<clickhouse>
  <users>
    <default>
      <password></password>
      <networks><ip>::1</ip><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT ${GRANTS.join(', ')} ON *.*</query></grants>
    </default>
  </users>
  <profiles><default></default></profiles>
  <quotas><default></default></quotas>
</clickhouse>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
