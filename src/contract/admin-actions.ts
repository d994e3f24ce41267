/**
 * What the bearer of the admin token and the operator at the command line did, as it travels: one line for every change that was asked
 * for, whatever came of it.
 */
import { Type, type Static } from 'typebox';
import { Nullable, Time } from './field-shapes.ts';

export const AdminAction = Type.Object(
  {
    id: Type.Integer(),
    at: Time,
    method: Type.String({ description: 'POST, PUT, DELETE, …, or RUN for a command.' }),
    route: Type.String({
      description: 'What was asked for: `/api/admin/jobs/:id/retry`, `gamekeeper token`.',
    }),
    path: Type.String({ description: 'Of what: the path as it was sent.' }),
    sent: Nullable(
      Type.String({
        description: 'Query and body as JSON, cut at 2,000 characters; null: neither was sent.',
      }),
    ),
    client: Type.String({ description: 'The address that asked, or `command line`.' }),
    requestId: Type.String(),
    status: Nullable(
      Type.Integer({ description: 'How it was answered; null: it was not, and nobody knows what was done.' }),
    ),
    tookMs: Nullable(Type.Integer()),
  },
  { $id: 'AdminAction' },
);
export type AdminAction = Static<typeof AdminAction>;

export const AdminActionsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 50.' })),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only those whose `id` is lower: the next page.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type AdminActionsQuery = Static<typeof AdminActionsQuery>;

/** `GET /api/admin/actions` */
export const AdminActions = Type.Object(
  {
    keptDays: Type.Integer({ description: 'Older ones are forgotten.' }),
    actions: Type.Array(Type.Unsafe<AdminAction>(Type.Ref('AdminAction')), { description: 'Newest first.' }),
  },
  { $id: 'AdminActions' },
);
export type AdminActions = Static<typeof AdminActions>;
