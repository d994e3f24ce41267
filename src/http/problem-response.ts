/** What every route's description says of its refusals: one shape, whatever the status. */
import { Type } from 'typebox';

export const PROBLEM_RESPONSE = {
  default: {
    description: 'Refused or failed; `code` says why.',
    content: { 'application/problem+json': { schema: Type.Ref('Problem') } },
  },
};
