/**
 * Starts processes that collect from the upstream of a bench, and kills them at a known moment: when so many bodies were sent and others are
 * under way.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RiotBench } from './riot-bench.ts';
import type { WorkingProcessSettings } from './working-process.ts';
import { until } from './until.ts';

/** `process`: the name of a program beside this one. `methods`: those of bodies. */
export async function killCollector(
  bench: RiotBench,
  { program, methods, after }: { program: string; methods: readonly string[]; after: number },
): Promise<void> {
  const { database, connection, upstream } = bench;
  await forgetLives(bench);
  upstream.setRules({ kind: 'hold', methods, after });
  const settings: WorkingProcessSettings = {
    databaseUrl: 'url' in connection ? connection.url.reveal() : '',
    riotBaseUrl: upstream.riotBaseUrl,
    key: bench.key,
    upstreamNow: upstream.now(),
  };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `${program}.ts`), JSON.stringify(settings)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const exited = once(child, 'exit');
  try {
    await until('bodies are under way', 60_000, () => upstream.held() >= 4);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
  await until('no session of the process is left', 20_000, async () => {
    const sessions = await database.query(
      `select from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and
         application_name in ('test tft', 'test lol')`,
    );
    return sessions.length === 0;
  });
}

/** As if a long time had passed since the last kill, so that jobs and claims of dead processes are taken over at once. */
export async function forgetLives({ database, upstream }: RiotBench): Promise<void> {
  await database.query(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  );
  await database.query(
    `update gamekeeper.account set beat_at = now() - interval '1 hour' where claim is not null`,
  );
  for (const table of ['match', 'timeline', 'player'])
    await database.query(
      `update gamekeeper.${table} set claimed_until = now() - interval '1 hour' where claimed_by is not null`,
    );
  upstream.setRules();
}

/** How many bodies were sent more often than they are stored: after a kill those that the process had not stored yet. */
export async function countSentInVain({ database, upstream }: RiotBench): Promise<number> {
  const [row] = await database.query<{ bodies: number }>(
    'select count(*)::int as bodies from gamekeeper.raw',
  );
  const { served } = upstream.seen();
  const sent = Object.entries(served)
    .filter(([method]) => /\.get(Match|Timeline)$/.test(method))
    .flatMap(([, times]) => Object.values(times));
  return sent.reduce((sum, times) => sum + times, 0) - (row?.bodies ?? 0);
}
