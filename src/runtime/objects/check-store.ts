/** Does once with a few bytes what will be done with every clip. A store that takes them but does not give them back is refused too. */
import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ObjectStoreFault } from './object-store-fault.ts';
import type { ObjectStore } from './object-store.ts';

const FOLDER = 'gamekeeper-check';
const PROBE_BYTES = 32;

export async function checkStore(store: ObjectStore): Promise<void> {
  const key = `${FOLDER}/${randomUUID()}`;
  const sent = randomBytes(PROBE_BYTES);
  await store.put(key, { stream: once(sent) }, { purpose: 'check' });
  const answer = await store.read(key);
  if (answer.outcome !== 'ok')
    throw new ObjectStoreFault('broken', `The object store took ${key} and does not have it.`);
  const got = await buffer(answer.body);
  await store.delete([key]);
  if (!got.equals(sent))
    throw new ObjectStoreFault(
      'broken',
      `The object store gave back other bytes than it had taken (${key}).`,
    );
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
