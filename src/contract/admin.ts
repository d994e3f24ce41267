import { Type, type Static } from 'typebox';

/** `GET /api/admin/whoami`: what the bearer of a token may do. Whoever has no valid one is refused. */
export const AdminIdentity = Type.Object({ role: Type.Literal('admin') }, { $id: 'AdminIdentity' });
export type AdminIdentity = Static<typeof AdminIdentity>;
