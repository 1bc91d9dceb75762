import type { RouteConfigEntry } from '@remix-run/route-config';
import type { ServerBuild } from '@remix-run/node';
import routeConfig from '#app/routes.ts';
import * as entry from '#app/entry.server.tsx';
import * as root from '#app/root.tsx';
import { remixListener } from '#scripts/remix-listener.ts';
import type { Screens } from './program.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  '/app/{features/**/routes,platform/**/routes,surfaces}/**/*.{ts,tsx}',
);

type Route = { id: string; parentId?: string; path?: string; index?: boolean; file: string };

/** The table of screens, flat, as the framework's own build has it. */
function flatten(entries: readonly RouteConfigEntry[], parentId: string): Route[] {
  return entries.flatMap(({ id = '', path, index, file, children = [] }) => [
    { id, parentId, file, ...(path === undefined ? {} : { path }), ...(index ? { index } : {}) },
    ...flatten(children, id),
  ]);
}

/** Every screen of the program, by its id. */
export const routes: readonly Route[] = flatten(routeConfig, 'root');

/** The program's screens as pages of HTML, rendered from their sources: for `startProgram({ screens })`. */
export async function openScreens(): Promise<Screens> {
  const loaded = await Promise.all(
    routes.map(async (route) => {
      const load = modules[`/app/${route.file}`];
      if (!load) throw new Error(`There is no module ${route.file}`);
      return { ...route, module: await load() };
    }),
  );
  const all = [{ id: 'root', path: '', module: root as Record<string, unknown> }, ...loaded];
  const described = all.map(({ module, ...route }) => {
    const has = (name: string) => name in module;
    const parts = {
      hasLoader: has('loader'),
      hasAction: has('action'),
      hasClientLoader: has('clientLoader'),
      hasClientAction: has('clientAction'),
      hasErrorBoundary: has('ErrorBoundary'),
    };
    return [route.id, { ...route, ...parts, module: '/none.js' }] as const;
  });
  const build = {
    entry: { module: entry },
    routes: Object.fromEntries(all.map((route) => [route.id, route])),
    assets: {
      entry: { module: '/none.js', imports: [] },
      routes: Object.fromEntries(described),
      url: '/none.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'none',
    future: { v3_singleFetch: true, v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
    isSpaMode: false,
    mode: 'production',
  } as unknown as ServerBuild;
  const remix = remixListener(build, (req) => `http://${req.headers.host ?? ''}`);
  return async (program, req, res) => {
    const page = await program.openPage(req);
    await remix(req, res, page.context, page.writeHeaders);
  };
}
