/** Jobs that run get the configured time to end; the step itself gets a little more, to give the rest back to the queue. */
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import type { Ground } from './ground.ts';

const TO_GIVE_BACK_MS = 4_000;

export function stopJobsAtShutdown(
  {
    config,
    shutdown,
  }: { readonly config: Pick<Ground['config'], 'SHUTDOWN_SECONDS'> } & Pick<Ground, 'shutdown'>,
  jobs: Pick<JobEngine, 'stop'>,
): void {
  const graceMs = config.SHUTDOWN_SECONDS * 1000;
  shutdown.onStop('jobs', () => jobs.stop({ graceMs }), graceMs + TO_GIVE_BACK_MS);
}
