/** tft-status-v1 and lol-status-v4: what Riot says of a platform's health. */
import { Type, type Static } from 'typebox';
import { count, list, maybe, text } from '../shape.ts';

const Notice = Type.Object({
  id: count(),
  maintenance_status: maybe(text()),
  incident_severity: maybe(text()),
  titles: maybe(list(Type.Object({ locale: text(), content: text(5_000) }), 200)),
  created_at: maybe(text()),
  updated_at: maybe(text()),
});

export const PlatformStatus = Type.Object({
  id: text(),
  name: text(),
  maintenances: list(Notice, 1_000),
  incidents: list(Notice, 1_000),
});
export type PlatformStatus = Static<typeof PlatformStatus>;
