/** An ffmpeg for the clips: the system's, or the one of the npm package where that is installed. Null: there is none. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';

const SYSTEMS_OWN = 'ffmpeg';

export function findFfmpeg(): string | null {
  const { status } = spawnSync(SYSTEMS_OWN, ['-version'], { stdio: 'ignore', timeout: 5000 });
  return status === 0 ? SYSTEMS_OWN : packaged();
}

function packaged(): string | null {
  try {
    const { path } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null; // It is a package for development, and not there in an installed product.
  }
}
