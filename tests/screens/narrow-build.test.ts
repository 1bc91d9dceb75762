import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { listPlaces, narrowBuild, readPlace } from '#scripts/narrow-build.ts';
import { routes } from '#tests/support/screens.ts';

const all = Object.fromEntries([{ id: 'root', path: '' }, ...routes].map((route) => [route.id, route]));
const build = { routes: all, assets: { routes: all } } as unknown as ServerBuild;

type Tree = Parameters<typeof matchRoutes>[0];

function buildTree(of: ServerBuild['routes'], parentId?: string): Tree {
  return Object.values(of).flatMap((route): Tree => {
    if (route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return [index ? { id, index: true } : { id, ...(path ? { path } : {}), children: buildTree(of, id) }];
  });
}
const match = (of: ServerBuild, address: string): string[] =>
  (matchRoutes(buildTree(of.routes), address) ?? []).map(({ route }) => route.id ?? '');

describe('a narrowed build', () => {
  it('finds for each address what the whole one finds', () => {
    const addresses = ['/', '/app', '/admin', '/app/nothing/here', '/nothing', '/app/orders/7000000001'];
    for (const { parentId, path = '' } of routes) {
      const layout = all[parentId ?? '']?.path ?? '';
      if (path !== '*') addresses.push(`/${layout}/${path}`.replace(/:(\w+)/g, '17').replace(/\/+/g, '/'));
    }
    expect(addresses.length).toBeGreaterThan(250);
    for (const address of addresses) {
      const narrow = narrowBuild(build, readPlace(address));
      expect(match(narrow, address), address).toEqual(match(build, address));
    }
  });

  it('of an area has its screens and those that any address may lead to, and names no others to the page', () => {
    const narrow = narrowBuild(build, 'app/orders');
    const ids = Object.keys(narrow.routes);
    expect(ids).toContain('app/orders/:orderId/refund');
    expect(ids).toContain('app/*');
    expect(ids.filter((id) => id.startsWith('app/settings') || id.startsWith('admin/'))).toEqual([]);
    expect(Object.keys(narrow.assets.routes)).toEqual(ids);
  });

  it('of a layout has every screen of it, for addresses that no area has', () => {
    const narrow = narrowBuild(build, 'app');
    const inPortal = (of: ServerBuild) => Object.keys(of.routes).filter((id) => id.startsWith('app/'));
    expect(inPortal(narrow)).toEqual(inPortal(build));
    expect(match(narrow, '/app/%6Frders/17')).toEqual(match(build, '/app/%6Frders/17'));
    expect(Object.keys(narrow.routes).some((id) => id.startsWith('admin/'))).toBe(false);
  });

  it('is made for places that screens have', () => {
    const places = listPlaces(build);
    expect(['app', 'app/orders', 'admin/settings', 'contact'].filter((place) => !places.has(place))).toEqual([]);
    expect(places.has('app/nothing')).toBe(false);
  });

  it.each([
    ['/app/orders/17.data', 'app/orders'],
    ['/app/orders.data', 'app/orders'],
    ['/app.data', 'app'],
    ['/', ''],
  ])('the place of %s is "%s"', (path, place) => {
    expect(readPlace(path)).toBe(place);
  });
});
