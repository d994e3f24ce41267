/**
 * Whether the server may listen where it is told to. On loopback, always. Anywhere else it can be reached by others, so
 * there must be an admin token, and the names it is reached by must be known (see `host-allow-list.ts`). Pure.
 */
import { isIP } from 'node:net';
import { UserError } from '#/domain/user-error.ts';

export interface BindRequest {
  readonly host: string;
  readonly publicUrl: string | null;
  readonly allowedHosts: readonly string[];
  readonly hasAdminToken: boolean;
}

/** Throws a `UserError` that says everything that is missing. */
export function refuseUnsafeBind(request: BindRequest): void {
  if (isLoopback(request.host)) return;
  const steps: string[] = [];
  if (!request.hasAdminToken) steps.push('make an admin token with `gamekeeper token`, or set ADMIN_TOKEN');
  if (request.publicUrl === null && request.allowedHosts.length === 0) {
    steps.push('set PUBLIC_URL to the address that people type, or ALLOWED_HOSTS to the names they use');
  }
  if (steps.length === 0) return;
  throw new UserError(
    `Gamekeeper refuses to listen on ${request.host}: others could reach it there, and it is not set up for that.`,
    `First ${steps.join('; then ')}. Or leave HOST at 127.0.0.1.`,
  );
}

/** Names are not looked up: what a name means can change between the check and the bind. */
export function isLoopback(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (bare === 'localhost') return true;
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return isIP(bare) === 6 && (bare === '::1' || /^(0{1,4}:){7}0{0,3}1$/.test(bare));
}
