/**
 * The connections of one source: kept alive, a bounded number per origin, one call at a time on each. HTTP/1.1 only, so that one
 * call is one exchange on one socket and a broken socket breaks one call. Timeouts other than connecting belong to the exchange.
 */
import { Agent, type Dispatcher } from 'undici';

export interface HttpConnections {
  readonly dispatcher: Dispatcher;
  /** Calls under way end as stopped. */
  stop(): Promise<void>;
}

export interface ConnectionLimits {
  readonly connectMs: number;
  readonly maxPerOrigin: number;
}

export function createHttpConnections({ connectMs, maxPerOrigin }: ConnectionLimits): HttpConnections {
  const dispatcher = new Agent({
    connections: maxPerOrigin,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: connectMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { dispatcher, stop: () => dispatcher.destroy() };
}
