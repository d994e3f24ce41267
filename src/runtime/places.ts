/** Paths: of what the repository ships, and of what is created below DATA_DIR. */
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export const SHIPPED = {
  postgresMigrations: join(root, 'migrations', 'postgres'),
  practiceWorld: join(root, 'practice', 'main.ts'),
  builtUi: join(root, 'dist', 'ui'),
} as const;

export function placesBelow(dataDirectory: string) {
  return {
    postgres: join(dataDirectory, 'postgres'),
    clickhouse: join(dataDirectory, 'clickhouse'),
    icons: join(dataDirectory, 'icons'),
    /** Clips, where no S3 is set. */
    objects: join(dataDirectory, 'objects'),
    /** Videos in work. */
    clipWork: join(dataDirectory, 'clip-work'),
    /** TMPDIR of a running process. */
    temporary: join(dataDirectory, 'tmp'),
    /** Programs unpacked from npm packages. */
    tools: join(dataDirectory, 'tools'),
    browserProfile: join(dataDirectory, 'browser-profile'),
    /** Pages of clip sites that could not be read, for the operator. */
    clipPages: join(dataDirectory, 'clip-pages'),
    practiceClips: join(dataDirectory, 'practice-clips'),
    practiceMemory: join(dataDirectory, 'practice-world.json'),
    /** Results of `npm run drill`, one session per line. */
    drillSessions: join(dataDirectory, 'drill-sessions.jsonl'),
  } as const;
}
