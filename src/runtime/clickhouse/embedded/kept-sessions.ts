/** Sessions that clients keep by `session_id`: found again until they have been idle for their timeout, and never too many. */
import type { Session } from 'chdb';
import { refuse } from './exceptions.ts';
import type { SessionChoice } from './lane-job.ts';

const MAX_SESSIONS = 100;

export interface SessionLease {
  readonly session: Session;
  giveBack(): void;
}

export interface KeptSessions {
  lend(choice: SessionChoice): SessionLease;
  closeAll(): void;
}

export function createKeptSessions(open: () => Session): KeptSessions {
  const sessions = new Map<string, { readonly session: Session; timer: NodeJS.Timeout | undefined }>();

  function expire(id: string): void {
    sessions.get(id)?.session.close();
    sessions.delete(id);
  }

  return {
    lend({ id, timeoutSeconds, mustExist }) {
      const known = sessions.get(id);
      if (known === undefined && mustExist) throw refuse('SESSION_NOT_FOUND', `Session ${id} not found`);
      if (known === undefined && sessions.size >= MAX_SESSIONS) {
        throw refuse('TOO_MANY_SIMULTANEOUS_QUERIES', `More than ${MAX_SESSIONS} sessions are open`);
      }
      clearTimeout(known?.timer);
      const entry = { session: known?.session ?? open(), timer: undefined as NodeJS.Timeout | undefined };
      sessions.set(id, entry);
      return {
        session: entry.session,
        // The idle time counts from the end of the job: a session is never closed under a running one.
        giveBack() {
          entry.timer = setTimeout(expire, timeoutSeconds * 1000, id);
        },
      };
    },
    closeAll() {
      for (const [id, { timer }] of sessions) {
        clearTimeout(timer);
        expire(id);
      }
    },
  };
}
