/**
 * The one way to PostgreSQL: a pool that outlives the server. A lost connection fails the statement that used it and
 * nothing else; the next statement gets a new one. Waiting for a server that is not there yet is `waitForDatabase`'s work.
 */
import pg from 'pg';
import type { Logger } from 'pino';
import type { Secret } from '#/domain/secret.ts';
import { toCamelRows } from './rows.ts';

/** Where PostgreSQL is: our embedded one (parts), or the operator's (a URL). */
export type PostgresConnection =
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password: Secret;
    }
  | { readonly url: Secret };

export interface Queryable {
  /** Fields are the columns in camel case (`rows.ts`), except with `columnNames`, which is for libraries with SQL of their own. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    naming?: 'columnNames',
  ): Promise<Row[]>;
}

/** A statement runner inside one open transaction. Never keep one open across an upstream call: it holds back the projector. */
export type Transaction = Queryable & { readonly kind: 'transaction' };

export interface Database extends Queryable {
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: PostgresConnection;
  readonly applicationName: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  readonly log: Logger;
}

export function createDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...toClientConfig(options.connection),
    application_name: options.applicationName,
    max: options.maxConnections,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Without it, a cut cable is noticed only when the operating system gives up, after many minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // An idle connection that breaks (server restart) is reported here; without a listener it would end the process.
  // Only its words: the error carries the whole connection, with what it takes to cancel its queries.
  pool.on('error', ({ message }) => options.log.warn({ reason: message }, 'idle PostgreSQL connection lost'));
  // One that breaks in use fails its statement, and also says so here. The listener is there for life: the server's
  // goodbye may come in the same packet as its welcome, before whoever gets the connection has run a line.
  pool.on('connect', (client) => client.on('error', ignoreBecauseTheStatementFails));

  return {
    query: (...query) => rowsOf(pool, ...query),
    close: () => pool.end(),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work({
          kind: 'transaction',
          query: (...query) => rowsOf(client, ...query),
        });
        await client.query('commit');
        return result;
      } catch (error) {
        broken = await rollBack(client);
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

/** The settings `pg` understands, for the few places that need a connection of their own (LISTEN, the job engine). */
export function toClientConfig(connection: PostgresConnection): pg.ClientConfig {
  if ('url' in connection) return { connectionString: connection.url.reveal() };
  const { host, port, user, database, password } = connection;
  return { host, port, user, database, password: password.reveal() };
}

async function rowsOf<Row extends object>(
  runner: pg.Pool | pg.PoolClient,
  text: string,
  values?: readonly unknown[],
  naming?: 'columnNames',
): Promise<Row[]> {
  const result = await runner.query<Row>(text, values as unknown[] | undefined);
  // Several statements in one text answer with a list of results, which no caller reads.
  if (naming === 'columnNames' || Array.isArray(result)) return result.rows;
  return toCamelRows(
    result.rows,
    result.fields.map(({ name }) => name),
  );
}

/** The connection goes back to the pool only if it could be rolled back; otherwise the pool drops it. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed', { cause: error });
  }
}

function ignoreBecauseTheStatementFails(): void {
  // Deliberately empty: see `createDatabase`.
}
