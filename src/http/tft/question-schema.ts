/**
 * Checks the JSON of a question. A condition is one of several shapes, and a schema that fits none of them complains about all; here the
 * first field decides which shape was meant, and only what is wrong with that one is told.
 */
import type { FastifySchemaCompiler } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { TftCondition, TftFilter, TftQuestion } from '#/contract/tft-explore.ts';
import type { SchemaComplaint } from '../validation-faults.ts';

const GROUPS = ['all', 'any', 'none'] as const;
/** What can be anything here is looked at in its turn. */
const SHALLOW = { TftCondition: Type.Unknown() };

type Complain = (value: unknown) => SchemaComplaint[];

/** Whatever the schema of the route says: that one is for the description. */
export const compileQuestion: FastifySchemaCompiler<unknown> = () => {
  const whole = Compile({ TftCondition, TftFilter, TftQuestion }, Type.Ref('TftQuestion'));
  const outside = Compile({ ...SHALLOW, TftFilter, TftQuestion }, Type.Ref('TftQuestion'));
  const complainOfCondition = createConditionCheck();
  return (value: unknown) => {
    if (whole.Check(value)) return { value };
    const where = readField(readField(value, 'filter'), 'where');
    const error = [
      ...outside.Errors(value),
      ...(where === undefined ? [] : at('/filter/where', complainOfCondition(where))),
    ];
    return { error: error as never };
  };
};

function createConditionCheck(): Complain {
  const shapes = shapesOfConditions();
  const kinds = [...shapes.keys()];
  const complain: Complain = (value) => {
    const kind = kinds.find((name) => readField(value, name) !== undefined);
    const shape = kind === undefined ? undefined : shapes.get(kind);
    if (kind === undefined || shape === undefined) {
      const message = `a condition: an object with ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1) ?? ''}`;
      return [{ keyword: 'condition', instancePath: '', params: {}, message }];
    }
    const inside = readField(value, kind);
    const nested = GROUPS.some((name) => name === kind) && Array.isArray(inside) ? inside : [];
    return [
      ...shape.Errors(value),
      ...nested.flatMap((one: unknown, index) => at(`/${kind}/${index}`, complain(one))),
    ];
  };
  return complain;
}

/** By the field that tells them apart, which is the first of each. */
function shapesOfConditions(): Map<string, Validator> {
  const { anyOf = [] } = TftCondition as TSchema & { anyOf?: (TSchema & { properties: object })[] };
  return new Map(anyOf.map((shape) => [Object.keys(shape.properties)[0] ?? '', Compile(SHALLOW, shape)]));
}

function at(place: string, complaints: readonly SchemaComplaint[]): SchemaComplaint[] {
  return complaints.map((complaint) => ({ ...complaint, instancePath: `${place}${complaint.instancePath}` }));
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
