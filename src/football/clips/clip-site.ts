/** The health of the sites that are searched. An expired login or a captcha is a state of health, and not "no clips". */
import type { Queryable } from '#/runtime/postgres/database.ts';

export type ClipSiteState =
  | 'well'
  | 'login-expired'
  | 'captcha'
  | 'rate-limited'
  | 'layout-changed'
  | 'unreachable';

export interface ClipSiteRow {
  readonly name: string;
  readonly state: ClipSiteState;
  readonly detail: string | null;
  /** Since when it is in this state. */
  readonly since: Date;
  readonly checkedAt: Date;
}

export async function noteClipSite(
  db: Queryable,
  name: string,
  state: ClipSiteState,
  detail: string | null,
): Promise<void> {
  await db.query(
    `insert into gamekeeper.clip_site as s (name, state, detail) values ($1, $2, $3)
     on conflict (name) do update set state = $2, detail = $3, checked_at = now(),
       since = case when s.state = $2 then s.since else now() end`,
    [name, state, detail],
  );
}

/** By name. */
export async function listClipSites(db: Queryable): Promise<ClipSiteRow[]> {
  return db.query<ClipSiteRow>(
    'select name, state, detail, since, checked_at as "checkedAt" from gamekeeper.clip_site order by name',
  );
}
