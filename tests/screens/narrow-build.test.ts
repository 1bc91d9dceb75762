import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { narrowBuild, readSegment } from '#scripts/narrow-build.ts';
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
      const narrow = narrowBuild(build, readSegment(address));
      expect(match(narrow, address), address).toEqual(match(build, address));
    }
  });

  it('has the screens of one layout, and names no others to the page', () => {
    const narrow = narrowBuild(build, 'app');
    expect(Object.keys(narrow.routes).some((id) => id.startsWith('admin/'))).toBe(false);
    expect(Object.keys(narrow.assets.routes)).toEqual(Object.keys(narrow.routes));
    expect(readSegment('/app.data?_routes=app')).toBe('app');
  });
});
