import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutIntoParts } from './cut-into-parts.ts';

async function* from(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

test('parts are the same bytes in the same order; all are full but the last, which is not empty', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 20 })),
      fc.integer({ min: 1, max: 13 }),
      async (chunks, partBytes) => {
        const parts: Uint8Array[] = [];
        for await (const part of cutIntoParts(from(chunks), partBytes)) parts.push(part);
        expect(Buffer.concat(parts)).toEqual(Buffer.concat(chunks));
        for (const part of parts.slice(0, -1)) expect(part).toHaveLength(partBytes);
        const last = parts.at(-1)?.length ?? -1;
        expect(last).toBeLessThanOrEqual(partBytes);
        expect(last).toBeGreaterThanOrEqual(parts.length > 1 ? 1 : 0);
      },
    ),
  );
});
