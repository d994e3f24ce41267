/** Fields that many shapes are made of. */
import { Type } from 'typebox';

export const Time = Type.String({ format: 'date-time' });

export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '2026-11-15' });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
