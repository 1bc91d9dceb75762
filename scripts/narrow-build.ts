import type { ServerBuild } from '@remix-run/node';

type Routes = Readonly<Record<string, { id: string; parentId?: string; path?: string } | undefined>>;

/** The segments of a path that a build is narrowed by: a layout, and the area of its screens. */
const DEPTH = 2;

/** The first segments of a path: `app/orders` of `/app/orders/17.data`, `app` of `/app.data`. */
export function readPlace(path: string): string {
  return path
    .replace(/^\//, '')
    .split('/', DEPTH)
    .map((segment) => segment.replace(/\..*$/, ''))
    .filter((segment) => segment !== '')
    .join('/');
}

/** The places that a build has screens at, and the layouts that they are in. */
export function listPlaces(build: ServerBuild): ReadonlySet<string> {
  const places = Object.values(build.routes).map((route) => readPlace(toWholePath(build.routes, route)));
  return new Set(places.flatMap((place) => [place, place.split('/', 1)[0] ?? '']));
}

/**
 * A build for the addresses at one place, or in one layout, without the routes of all others: Remix goes through every route that it
 * has three times a page, and React Router once more. Browsers get the whole table from a file of their own.
 */
export function narrowBuild(build: ServerBuild, place: string): ServerBuild {
  const wanted = place.split('/');
  const keeps = (id: string): boolean => {
    const own = readPlace(toWholePath(build.routes, build.routes[id]));
    if (own === '') return true;
    return own.split('/').every((segment, index) => isDynamic(segment) || matches(segment, wanted, index));
  };
  const pick = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => keeps(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

const isDynamic = (segment: string): boolean => segment.startsWith(':') || segment === '*';

/** In a layout everything below it matches. */
const matches = (segment: string, wanted: readonly string[], index: number): boolean =>
  index >= wanted.length ? wanted[0] !== '' : segment === wanted[index];

/** The path of a route behind those that it is in; empty for the root. */
function toWholePath(routes: Routes, route: Routes[string]): string {
  if (!route) return '';
  const parent = route.parentId === undefined ? '' : toWholePath(routes, routes[route.parentId]);
  return [parent, route.path].filter(Boolean).join('/');
}
