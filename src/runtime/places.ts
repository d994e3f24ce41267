/** Where things lie: what the repository ships, and what is made below DATA_DIR. */
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export const SHIPPED = {
  postgresMigrations: join(root, 'migrations', 'postgres'),
  clickhouseMigrations: join(root, 'migrations', 'clickhouse'),
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
    /** Videos that are being worked on. */
    clipWork: join(dataDirectory, 'clip-work'),
    /** TMPDIR of a running process. */
    temporary: join(dataDirectory, 'tmp'),
    /** What npm brings packed. */
    tools: join(dataDirectory, 'tools'),
    browserProfile: join(dataDirectory, 'browser-profile'),
    /** Pages of clip sites that could not be read, for the operator. */
    clipPages: join(dataDirectory, 'clip-pages'),
    practiceClips: join(dataDirectory, 'practice-clips'),
    practiceMemory: join(dataDirectory, 'practice-world.json'),
    /** What `npm run drill` has found, one session for each line. */
    drillSessions: join(dataDirectory, 'drill-sessions.jsonl'),
  } as const;
}
