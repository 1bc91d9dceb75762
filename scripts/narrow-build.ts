import type { ServerBuild } from '@remix-run/node';

type Routes = Readonly<Record<string, { id: string; parentId?: string; path?: string } | undefined>>;

const ROOT = 'root';

/** The first segment of a path: `app` of `/app/orders.data?page=2`, and of `/app.data`. */
export const readSegment = (path: string): string => /^\/?([^/?.]*)/.exec(path)?.[1] ?? '';

/**
 * A build for the addresses below one first segment, without the routes of all others: Remix goes through every route that it has
 * three times a page. Browsers get the whole table from a file of their own.
 */
export function narrowBuild(build: ServerBuild, segment: string): ServerBuild {
  const keeps = (id: string): boolean => {
    const path = findTop(build.routes, id)?.path;
    return path === undefined || path === '*' || readSegment(path) === segment;
  };
  const pick = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => keeps(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

/** The route below the root that a route belongs to; undefined for the root. */
function findTop(routes: Routes, id: string): Routes[string] {
  const route = routes[id];
  const parentId = route?.parentId;
  if (parentId === undefined) return undefined;
  return parentId === ROOT ? route : findTop(routes, parentId);
}
