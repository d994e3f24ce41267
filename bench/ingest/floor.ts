/** What nobody can save: each body is parsed, packed and written to PostgreSQL once, in large groups, and its rows are not even made. */
import { openBothStores } from '../both-stores.ts';
import { makePracticeBodies } from '../practice-games.ts';
import { packBody, storeBodies } from '../../src/stores/postgres/raw.ts';

const GROUP = 200;

/** Seconds. */
export async function parsePackInsert(games: number): Promise<number> {
  const bodies = [...makePracticeBodies(games)];
  const stores = await openBothStores();
  try {
    const begun = performance.now();
    for (let at = 0; at < bodies.length; at += GROUP) {
      const packed = bodies.slice(at, at + GROUP).map(([id, body]) => {
        JSON.parse(body.toString());
        return packBody(id, body, new Date());
      });
      await storeBodies(stores.database, { source: 'tft', kind: 'match' }, packed);
    }
    return (performance.now() - begun) / 1000;
  } finally {
    await stores.stop();
  }
}
