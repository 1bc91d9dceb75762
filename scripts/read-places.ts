import routes from '#app/routes.ts';
import type { RouteConfigEntry } from '@remix-run/route-config';

export type ScreenPlace = { layout: 'login' | 'app' | 'admin'; path: string; name: string };

/** Every screen of the one table of screens that has an address of its own, without parameters. */
export function readPlaces(): ScreenPlace[] {
  const places: ScreenPlace[] = [];
  const walk = (entry: RouteConfigEntry, above: string) => {
    const path = [above, entry.path ?? ''].filter(Boolean).join('/');
    for (const child of entry.children ?? []) walk(child, path);
    const isScreen = (entry.children ?? []).length === 0 && entry.file.endsWith('.tsx');
    if (!isScreen || /[:*]/.test(path)) return;
    const layout = path.startsWith('app/login') ? 'login' : path === 'app' || path.startsWith('app/') ? 'app' : 'admin';
    const name = path.replaceAll('/', '-');
    if (!places.some((place) => place.name === name)) places.push({ layout, path: `/${path}`, name });
  };
  for (const entry of routes) walk(entry, '');
  return places.filter((place) => place.name !== '');
}
