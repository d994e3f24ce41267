/**
 * Remembers which methods each address has, because Fastify answers 404 where HTTP wants 405 with `Allow`.
 * The web page's catch-all is left out below `/api`: there, an unknown address is unknown.
 */
export interface RouteTable {
  readonly add: (route: { readonly url: string; readonly method: string | string[] }) => void;
  /** Sorted; empty when there is no such address. */
  readonly methodsAt: (path: string) => string[];
}

export function createRouteTable(): RouteTable {
  const methodsByPattern = new Map<string, Set<string>>();
  return {
    add({ url, method }) {
      const methods = methodsByPattern.get(url) ?? new Set();
      for (const name of [method].flat()) methods.add(name);
      methodsByPattern.set(url, methods);
    },
    methodsAt(path) {
      const found = new Set<string>();
      for (const [pattern, methods] of methodsByPattern) {
        if (pattern === '/*' && isApiPath(path)) continue;
        if (matches(pattern, path)) for (const method of methods) found.add(method);
      }
      return [...found].sort();
    },
  };
}

export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return given.length > index;
    const isParameter = part.startsWith(':') && given[index] !== undefined && given[index] !== '';
    if (!isParameter && part !== given[index]) return false;
  }
  return wanted.length === given.length;
}
