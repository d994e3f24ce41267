/**
 * A payload as the receiver gets it: through JSON and back. It refuses what PostgreSQL's `jsonb` cannot hold (NUL characters, lone
 * surrogates: 22P05, 22P02) before the statement fails, so that the error names the field and the rest of the transaction is not lost.
 */
import type { JobKind } from './define-job.ts';

const MAX_KEY_LENGTH = 200;

export function toStorablePayload<Payload>(kind: JobKind<Payload>, payload: Payload): Payload {
  const plain = throughJson(kind.kind, payload);
  const fault = findUnstorable(plain, '');
  if (fault !== null) throw new Error(`job kind ${kind.kind}: ${fault}, which PostgreSQL cannot store`);
  const checked = kind.check(plain);
  if (!checked.ok) throw new Error(`job kind ${kind.kind} refuses this payload: ${checked.reason}`);
  return checked.payload;
}

export function toStorableKey(kind: string, key: string): string {
  const fault = findUnstorable(key, 'the key');
  if (fault !== null) throw new Error(`job kind ${kind}: ${fault}, which PostgreSQL cannot store`);
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw new Error(
      `job kind ${kind}: the key has ${key.length} characters; expected 1 to ${MAX_KEY_LENGTH}`,
    );
  }
  return key;
}

/** Text for the job log: an error message may hold any character, and must not prevent a job from being settled. */
export function toStorableText(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '');
  return clean.length > 2_000 ? `${clean.slice(0, 2_000).toWellFormed()}…` : clean;
}

function throughJson(kind: string, payload: unknown): unknown {
  try {
    const json = JSON.stringify(payload);
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  } catch (error) {
    throw new Error(`job kind ${kind}: the payload cannot be written as JSON`, { cause: error });
  }
}

function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return `${path || 'the payload'} holds a NUL character`;
    return value.isWellFormed() ? null : `${path || 'the payload'} holds half of a surrogate pair`;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const fault =
      findUnstorable(name, `the field name in ${path || '/'}`) ?? findUnstorable(inner, `${path}/${name}`);
    if (fault !== null) return fault;
  }
  return null;
}
