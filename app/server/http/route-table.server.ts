import { AppError } from '#app/core/errors.ts';

type Routed = { method: string; path: string };
type Node<R> = { fixed: Map<string, Node<R>>; param?: Node<R>; byMethod: Map<string, { route: R; names: string[] }> };

export type RouteTable<R extends Routed> = Node<R>;

const newNode = <R>(): Node<R> => ({ fixed: new Map(), byMethod: new Map() });

/** Builds a tree over path segments. Two routes with the same method and shape are an error at start. */
export function routeTable<R extends Routed>(routes: readonly R[]): RouteTable<R> {
  const root = newNode<R>();
  for (const route of routes) {
    let node = root;
    const names: string[] = [];
    for (const segment of route.path.split('/').filter(Boolean)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name) {
        names.push(name);
        node = node.param ??= newNode();
      } else {
        let next = node.fixed.get(segment);
        if (!next) node.fixed.set(segment, (next = newNode()));
        node = next;
      }
    }
    if (node.byMethod.has(route.method)) throw new Error(`Two routes answer ${route.method} ${route.path}`);
    node.byMethod.set(route.method, { route, names });
  }
  return root;
}

/**
 * Finds a route by raw segments, each decoded once, so that a parameter may hold an encoded slash. Fixed segments win over
 * parameters. Throws not_found (404) or method_not_allowed (405).
 */
export function findRoute<R extends Routed>(
  table: RouteTable<R>,
  method: string,
  pathname: string,
): { route: R; params: Record<string, string> } {
  const segments = pathname.split('/').filter((segment) => segment.length > 0);
  const values: string[] = [];
  const walk = (node: Node<R>, at: number): Node<R> | undefined => {
    const segment = segments[at];
    if (segment === undefined) return node.byMethod.size > 0 ? node : undefined;
    const fixed = node.fixed.get(segment);
    const found = fixed && walk(fixed, at + 1);
    if (found) return found;
    if (!node.param) return undefined;
    values.push(decode(segment));
    const below = walk(node.param, at + 1);
    if (!below) values.pop();
    return below;
  };
  const node = walk(table, 0);
  if (!node) throw new AppError('not_found');
  const hit = node.byMethod.get(method);
  if (!hit) throw new AppError('method_not_allowed', { method });
  return { route: hit.route, params: Object.fromEntries(hit.names.map((name, index) => [name, values[index] ?? ''])) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('not_found');
  }
}
