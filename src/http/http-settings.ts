/** What the operator may choose about the HTTP server, and the limits that hold whatever is chosen. */
import type { OverloadLimits } from './load-gauge.ts';

export interface HttpSettings {
  /** A loopback address unless `bind-policy.ts` agrees to another one. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The address people type when a proxy stands in front; its host and origin are allowed. */
  readonly publicUrl: string | null;
  /** Further host names that requests may be addressed to, each with or without a port. */
  readonly allowedHosts: readonly string[];
  /** Take client address and scheme from what the proxy in front adds to X-Forwarded-For and -Proto. */
  readonly trustProxy: boolean;
  readonly rateLimitPerMinute: number;
  /** From when on requests are refused: differences from `OVERLOAD_LIMITS`. */
  readonly overload?: Partial<OverloadLimits>;
  /** Where the built web page lies; it may be missing. */
  readonly uiDirectory: string;
  /**
   * The settings whose keys would replace practice data; empty without a practice world. They are written into the page, because a banner
   * that appears later would move what a person is about to press.
   */
  readonly practiceFor?: readonly string[];
  /** Differences from `HTTP_LIMITS`, for tests and for special places. */
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpLimits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly queryCharacters: number;
  readonly queryParameters: number;
  readonly pathParameterCharacters: number;
  readonly jsonDepth: number;
  readonly failedAdminAttemptsPerMinute: number;
  /** From the first byte of a request to the last of its headers. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the last of its body. */
  readonly requestTimeoutMs: number;
  /** A connection on which nothing moves. */
  readonly connectionTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** From routing to an answer. */
  readonly handlerTimeoutMs: number;
  readonly readinessTimeoutMs: number;
  /** How long `close()` lets requests finish before it cuts them off. */
  readonly closeTimeoutMs: number;
}

const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  queryCharacters: 4_096,
  queryParameters: 100,
  pathParameterCharacters: 200,
  jsonDepth: 32,
  failedAdminAttemptsPerMinute: 10,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  connectionTimeoutMs: 60_000,
  keepAliveTimeoutMs: 10_000,
  handlerTimeoutMs: 30_000,
  readinessTimeoutMs: 3_000,
  closeTimeoutMs: 3_000,
};

export function limitsOf(settings: HttpSettings): HttpLimits {
  return { ...HTTP_LIMITS, ...settings.limits };
}
