/** Lets the official client speak through our log. It builds its logger itself, hence a class per log. */
import type { Logger as ClientLogger } from '@clickhouse/client';
import type { Logger } from 'pino';

/** Failed requests throw as well, and whoever catches them decides; here they are only worth a debug line. */
export function createClientLogger(log: Logger): new () => ClientLogger {
  const debug = ({
    message,
    module,
    args,
  }: {
    message: string;
    module?: string;
    args?: Record<string, unknown>;
  }) => log.debug({ module, ...args }, message);
  function PinoClientLogger(): ClientLogger {
    return { trace: debug, debug, info: debug, warn: debug, error: debug };
  }
  return PinoClientLogger as unknown as new () => ClientLogger;
}
