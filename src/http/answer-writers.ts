/**
 * Makes the functions that write answers as their shapes say. Fastify makes one for every status of every route and each time goes through all
 * shapes that the server knows, which was two thirds of the time of a start. Here each is made of the shapes that it names, and once for
 * all routes that answer alike.
 */
import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler';

type Shapes = Readonly<Record<string, unknown>>;
type WriteAnswer = ReturnType<ReturnType<SerializerFactory>>;

const NAME = /"\$ref":"([^"#]+)/g;
const make = SerializerSelector();
const made = new Map<string, WriteAnswer>();

export const makeAnswerWriters: SerializerFactory = (known, options) => {
  const shared = (known ?? {}) as Shapes;
  const texts = new Map(Object.entries(shared).map(([name, shape]) => [name, JSON.stringify(shape)]));
  return (route) => {
    const own = JSON.stringify(route.schema);
    const named = namedBy(own, texts);
    const key = [own, ...named.map((name) => texts.get(name))].join('\n');
    const writer =
      made.get(key) ?? make(Object.fromEntries(named.map((name) => [name, shared[name]])), options)(route);
    made.set(key, writer);
    return writer;
  };
};

/** Those that it names, and those that they name. */
function namedBy(text: string, texts: ReadonlyMap<string, string>): string[] {
  const named = new Set<string>();
  const waiting = [text];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const [, name = ''] of next.matchAll(NAME)) {
      const shape = texts.get(name);
      if (shape === undefined || named.has(name)) continue;
      named.add(name);
      waiting.push(shape);
    }
  return [...named];
}
