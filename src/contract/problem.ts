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
  return Type.Enum([
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
    'unavailable',
    'too-much-work',
    'internal',
  ]);
}
export type ProblemCode = Problem['code'];
