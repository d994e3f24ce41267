/** One job on one session of the engine, inside a lane's thread: prepare the session, run, hand over the result, clean up. */
import type { ChdbQueryStream, Session, StreamChunk } from 'chdb';
import type { KeptSessions, SessionLease } from './kept-sessions.ts';
import type { LaneJob, LaneReply } from './lane-job.ts';
import { quoteIdentifier, toSetStatement } from './parameters.ts';

export interface RunningJob {
  /** The next piece, or the message that ends the job. Throws what the engine throws, after cleaning up. */
  next(): Promise<LaneReply>;
  end(): Promise<void>;
}

/** Large array parameters pass the engine's default of 256 KiB for one statement. */
const MAX_STATEMENT_BYTES = 128 * 1024 * 1024;

export function startJob(job: LaneJob, open: () => Session, kept: KeptSessions): RunningJob {
  let lease: SessionLease | null = null;
  let stream: ChdbQueryStream | null = null;
  let pieces: AsyncIterator<StreamChunk> | null = null;

  async function end(): Promise<void> {
    await pieces?.return?.();
    stream?.cancel();
    lease?.giveBack();
    lease = null;
    pieces = null;
  }

  async function advance(): Promise<LaneReply> {
    lease ??= lendSession(job, open, kept);
    if (job.delivery === 'whole') {
      const result = await lease.session.queryAsync(job.sql, { format: job.format });
      const bytes = result.bytes() as Uint8Array<ArrayBuffer>;
      return { type: 'whole', bytes, rows: result.rowsRead, sizeBytes: result.bytesRead };
    }
    stream ??= lease.session.queryStream(job.sql, { format: job.format });
    pieces ??= stream[Symbol.asyncIterator]();
    const piece = await pieces.next();
    if (piece.done === true) return { type: 'end' };
    return { type: 'piece', bytes: piece.value.raw() as Uint8Array<ArrayBuffer> };
  }

  return {
    end,
    async next() {
      try {
        const message = await advance();
        if (message.type !== 'piece') await end();
        return message;
      } catch (error) {
        await end();
        throw error;
      }
    },
  };
}

function lendSession(job: LaneJob, open: () => Session, kept: KeptSessions): SessionLease {
  const lease = job.session === null ? lendFresh(open) : kept.lend(job.session);
  try {
    const restore = job.session === null ? () => undefined : rememberSettings(lease.session, job);
    prepare(lease.session, job);
    return {
      session: lease.session,
      giveBack() {
        restore();
        lease.giveBack();
      },
    };
  } catch (error) {
    lease.giveBack();
    throw error;
  }
}

function lendFresh(open: () => Session): SessionLease {
  const session = open();
  return { session, giveBack: () => session.close() };
}

function prepare(session: Session, job: LaneJob): void {
  const set = toSetStatement(job.settings, job.parameters);
  if (set.length + job.sql.length > 200_000) session.query(`SET max_query_size = ${MAX_STATEMENT_BYTES}`);
  if (job.database !== null) session.query(`USE ${quoteIdentifier(job.database)}`);
  if (set !== '') session.query(set);
}

/** In a kept session the request's own settings end with the request; what the session was told by `SET` stays. */
function rememberSettings(session: Session, job: LaneJob): () => void {
  if (job.settings.length === 0) return () => undefined;
  const names = job.settings.map(([name]) => `'${name}'`).join(', ');
  const sql = `SELECT name, value, changed FROM system.settings WHERE name IN (${names})`;
  const rows = session.query(sql, 'JSONCompactEachRow').trim().split('\n');
  const before = rows.filter((row) => row !== '').map((row) => JSON.parse(row) as [string, string, number]);
  return () => {
    const changed = before.filter(([, , isChanged]) => isChanged === 1);
    const asBefore = before.filter(([, , isChanged]) => isChanged === 0).map(([name]) => `${name} = DEFAULT`);
    if (asBefore.length > 0) session.query(`SET ${asBefore.join(', ')}`);
    if (changed.length > 0)
      session.query(
        toSetStatement(
          changed.map(([name, value]) => [name, value]),
          [],
        ),
      );
  };
}
