/**
 * Runs statements in the engine, each in a session of its own, so that no setting, parameter, database or temporary table of one request
 * can reach the next. chDB runs them on threads of Node's pool; the sessions are opened, set and closed on this thread.
 *
 * chDB cannot interrupt a running query, so a job whose caller is gone is killed by a statement, found by its `log_comment`.
 */
import type { Session } from 'chdb';
import type { Settings } from './protocol.ts';

export interface EngineJob {
  readonly sql: string;
  readonly format: string;
  readonly database?: string | undefined;
  /** `log_comment` must be unique. */
  readonly settings: Settings & { readonly log_comment: string };
  /** In ClickHouse's escaped text format. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Engine {
  readonly version: string;
  /** `kill`: ends the query in the engine; the promise then rejects. */
  run(job: EngineJob, kill: AbortSignal): Promise<Uint8Array>;
  /** Only when no job runs: closing a session under a query aborts the engine. */
  close(): void;
}

const KILL_EVERY_MS = 200;
/** The engine's own limit for one statement is 256 KiB. `SET` of longer parameters needs the higher limit as well. */
const LONG_STATEMENT = 200_000;
const MAX_STATEMENT_BYTES = 128 * 1024 * 1024;
const CRASHES = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'] as const;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `openSession` must open all sessions with the same arguments. Takes until the data directory is loaded. */
export async function openEngine(openSession: () => Session): Promise<Engine> {
  // The engine installs its crash handlers somewhere in the middle of opening, and it is most likely to abort while it loads broken data.
  const guard = setInterval(letCrashesEndTheProcess, 2);
  // Stays open: the engine would shut down with its last session.
  const control = openSession();
  const version = (await control.queryAsync('select version()', { format: 'TabSeparated' })).text().trim();
  clearInterval(guard);
  letCrashesEndTheProcess();

  return {
    version,
    async run({ sql, format, database, settings, params }, kill) {
      const session = openSession();
      const killQuery = () => {
        const mark = quoteLiteral(settings.log_comment);
        // Repeated until the query has ended, so a failure needs no handling.
        control.queryAsync(`kill query where Settings['log_comment'] = ${mark} async`).catch(() => undefined);
      };
      const killer = setInterval(() => kill.aborted && killQuery(), KILL_EVERY_MS);
      kill.addEventListener('abort', killQuery);
      try {
        const set = toSet(settings, params);
        if (set.length + sql.length > LONG_STATEMENT)
          session.query(`set max_query_size = ${MAX_STATEMENT_BYTES}`);
        session.query(database === undefined ? set : `use ${quoteIdentifier(database)}; ${set}`);
        return (await session.queryAsync(sql, { format })).bytes();
      } finally {
        clearInterval(killer);
        kill.removeEventListener('abort', killQuery);
        session.close();
      }
    },
    close: () => control.close(),
  };
}

/**
 * `SET param_x = '…'` takes the escaped text that also goes over HTTP; the value gets its type where `{x:Type}` stands. Not chDB's
 * `queryBind`, which runs all parameterised queries of a process one after the other. `readonly` must be the last setting.
 */
export function toSet(settings: Settings, params: Readonly<Record<string, string>>): string {
  const { readonly, ...others } = settings;
  const assignments = Object.entries(params).map(([name, value]) => assign(`param_${name}`, value));
  assignments.push(...Object.entries(others).map(([name, value]) => assign(name, String(value))));
  if (readonly !== undefined) assignments.push(assign('readonly', String(readonly)));
  return `set ${assignments.join(', ')}`;
}

function assign(name: string, value: string): string {
  if (!NAME.test(name))
    throw new Error(`${JSON.stringify(name)} cannot be the name of a setting or parameter`);
  return `${name} = ${quoteLiteral(value)}`;
}

/** Invariant: whatever `value` holds, the literal ends at its last quote. Only `\` and `'` can end or continue it. */
function quoteLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/**
 * The engine installs handlers for these signals which wait for a listener that the embedded engine does not have: after a crash, the
 * process neither works nor ends, and is not restarted. Adding and removing a listener restores the default action, which libuv does with the last
 * listener.
 */
function letCrashesEndTheProcess(): void {
  for (const signal of CRASHES) {
    process.on(signal, doNothing);
    process.off(signal, doNothing);
  }
}

function doNothing(): void {
  // Removed before it could be called.
}
