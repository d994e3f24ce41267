import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createFolderObjectStore } from '../../src/stores/objects/folder/folder-object-store.ts';
import { testObjectStore } from './conformance.ts';

describe('a folder', () => {
  testObjectStore(async () => {
    const place = mkdtempSync(join(tmpdir(), 'gamekeeper-objects-'));
    return {
      store: createFolderObjectStore({ directory: join(place, 'objects') }),
      remove: () => rmSync(place, { recursive: true, force: true }),
    };
  });
});
