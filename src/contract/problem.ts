import { Type, type Static } from 'typebox';

/** Every error the API answers with (RFC 9457). `code` is stable and may be switched on; `detail` is for people. */
export const Problem = Type.Object(
  {
    type: Type.String({
      description: 'A URI that names the kind of problem; `about:blank` adds nothing to the status.',
    }),
    title: Type.String(),
    status: Type.Integer(),
    code: ProblemCode(),
    detail: Type.Optional(Type.String()),
    requestId: Type.String({ description: 'Find this id in the server log.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          where: Type.String({ description: 'Place of the fault, for example `query/limit`.' }),
          expected: Type.String(),
        }),
      ),
    ),
    reasons: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Names of the parts that are in the way, for example `postgres`.',
      }),
    ),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;

function ProblemCode() {
  const codes = [
    'invalid-request',
    'unauthenticated',
    'forbidden',
    'not-found',
    'method-not-allowed',
    'conflict',
    'too-large',
    'unsupported-media-type',
    'too-many-requests',
    'timeout',
    'upstream-not-configured',
    'upstream-unavailable',
    'unavailable',
    'too-much-work',
    'internal',
  ] as const;
  return Type.Enum([...codes], {
    description:
      '`unavailable` (503): this server cannot answer now; a proxy may ask another process. `upstream-unavailable` (502): ' +
      'an upstream API (Riot, API-Football) does not answer or its rate limit is used up; both say when to try again in ' +
      '`Retry-After`. `upstream-not-configured` (424): the API key is missing or refused; trying again does not help ' +
      'until the operator sets a valid key. `too-much-work` (504): the question takes too long; ask for less.',
  });
}
export type ProblemCode = Problem['code'];
