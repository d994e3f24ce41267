/** A plan of the upstream by its name, or with numbers of one's own. */
import { Type, type Static } from 'typebox';
import { PLANS, type Plan } from './quota.ts';

export const PlanSetting = Type.Union([
  Type.Enum(Object.keys(PLANS) as (keyof typeof PLANS)[]),
  Type.Object(
    { perDay: Type.Integer({ minimum: 0 }), perMinute: Type.Integer({ minimum: 0 }) },
    { additionalProperties: false },
  ),
]);
export type PlanSetting = Static<typeof PlanSetting>;

export function toPlan(setting: PlanSetting): Plan {
  return typeof setting === 'string' ? PLANS[setting] : { name: 'Custom', ...setting };
}
