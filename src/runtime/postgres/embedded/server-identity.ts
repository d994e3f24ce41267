/**
 * Asks a server who it is, over the same connection that everybody else will use. Nothing else counts as readiness: a
 * process that lives may still refuse, and a server that answers may be another cluster.
 */
import pg from 'pg';
import { toClientConfig, type PostgresConnection } from '../database.ts';

export type ServerIdentity =
  | { readonly kind: 'known'; readonly systemIdentifier: string; readonly version: string }
  /** It does not take us: another password, another user, another database. */
  | { readonly kind: 'stranger'; readonly reason: string }
  /** Starting, stopping, recovering, overloaded, or not listening. */
  | { readonly kind: 'silent'; readonly reason: string };

const TIMEOUT_MS = 3_000;
/** invalid_authorization_specification, invalid_password, invalid_catalog_name. */
const STRANGER_CODES = new Set(['28000', '28P01', '3D000']);

export async function askIdentity(connection: PostgresConnection): Promise<ServerIdentity> {
  const client = new pg.Client({
    ...toClientConfig(connection),
    application_name: 'gamekeeper supervisor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that breaks outside a statement is told here; the awaited call below fails as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string; version: string }>(
      `select system_identifier::text as id, current_setting('server_version') as version from pg_control_system()`,
    );
    const [row] = rows;
    if (!row) return { kind: 'silent', reason: 'it gave no system identifier' };
    return { kind: 'known', systemIdentifier: row.id, version: row.version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const refused = error instanceof pg.DatabaseError && STRANGER_CODES.has(error.code ?? '');
    return { kind: refused ? 'stranger' : 'silent', reason };
  } finally {
    await client.end().catch(() => undefined);
  }
}
