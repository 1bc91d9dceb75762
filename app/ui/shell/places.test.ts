import { expect, test } from 'vitest';
import { ADMIN_SETTINGS } from '#app/core/settings-pages.ts';
import { PERMISSIONS, VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { findNewPlace } from './old-places.ts';
import { findPlace, hostPath, listTabs, openMenu } from './places.ts';
import type { ShellData } from './shell-data.ts';

const vendor = {
  name: 'Ana',
  email: 'ana@souk.test',
  vendor: { id: '1', name: 'Kiln' },
  isAdmin: false,
  leads: true,
  permissions: [...VENDOR_PERMISSIONS],
} satisfies ShellData['viewer'];
const admin = { ...vendor, vendor: null, isAdmin: true, permissions: [...PERMISSIONS] } satisfies ShellData['viewer'];

const all = Object.fromEntries([...SWITCH_NAMES, 'vendorPage'].map((name) => [name, name !== 'useFinanceV2']));
const acting = { ...admin, vendor: { id: '1', name: 'Kiln' } } satisfies ShellData['viewer'];
const shown = (viewer: ShellData['viewer'], features: ShellData['features']) =>
  openMenu({ viewer, features }).map((entry) => [entry.id, ...listTabs(entry).map(({ path }) => path)]);

test('the menu of the marketplace: eight entries, money and what comes in each at one place', () => {
  expect(shown(admin, all)).toEqual([
    ['home', '/'],
    ['orders', '/orders'],
    ['products', '/products', '/changes'],
    ['vendors', '/vendors', '/vendors/performance', '/applications'],
    ['finance', '/payouts', '/money/payouts', '/money', '/money/statements', '/reconciliation'],
    ['inbox', '/inbox'],
    ['discounts', '/discounts'],
    ['settings', '/settings'],
  ]);
});

test('the menu of a vendor: the same order, with the vendor’s page and without what is the marketplace’s', () => {
  expect(shown(vendor, all)).toEqual([
    ['home', '/'],
    ['orders', '/orders'],
    ['products', '/products', '/catalog'],
    ['finance', '/money', '/money/payouts', '/money/statements'],
    ['inbox', '/inbox'],
    ['discounts', '/discounts'],
    ['vendorPage', '/vendor-page'],
    ['settings', '/settings'],
  ]);
});

test('the menu: nobody has more than nine entries beside the home, whatever is on', () => {
  for (const viewer of [vendor, admin, acting]) {
    for (const features of [all, {}, { ...all, useFinanceV2: true }])
      expect(openMenu({ viewer, features }).length - 1).toBeLessThanOrEqual(9);
  }
});

test('the menu: a place without its permission or its feature is absent, and an entry without a place too', () => {
  const helper = { ...vendor, leads: false, permissions: ['read_products'] } satisfies ShellData['viewer'];
  expect(shown(helper, {})).toEqual([
    ['home', '/'],
    ['products', '/products'],
  ]);
  expect(openMenu({ viewer: vendor, features: all }).flatMap(({ places }) => places.map(({ id }) => id))).toContain(
    'team',
  );
  expect(openMenu({ viewer: helper, features: all }).flatMap(({ places }) => places.map(({ id }) => id))).not.toContain(
    'team',
  );
});

test('the merged view: a vendor has no finance, and the marketplace no transactions there', () => {
  const merged = { ...all, useFinanceV2: true };
  expect(shown(vendor, merged).map(([id]) => id)).not.toContain('finance');
  expect(shown(admin, merged).find(([id]) => id === 'finance')).toEqual([
    'finance',
    '/payouts',
    '/money/payouts',
    '/money/statements',
    '/reconciliation',
  ]);
});

test.each([
  ['/analytics', 'home', 'home'],
  ['/vendors/performance', 'vendors', undefined],
  ['/orders/12', 'orders', 'orders'],
  ['/notices', 'home', 'home'],
  ['/orders/documents', 'settings', 'settings'],
  ['/orders/documents/invoice', 'settings', 'settings'],
  ['/orders/rules', 'settings', 'settings'],
  ['/changes/4', 'products', undefined],
  ['/changes/rules', 'settings', 'settings'],
  ['/money/payouts', 'finance', 'finance'],
  ['/money/payouts/7', 'finance', 'finance'],
  ['/money/statements/settings', 'settings', 'settings'],
  ['/payouts/pay', 'finance', undefined],
  ['/payments/payouts', 'settings', undefined],
  ['/applications/3', 'vendors', undefined],
  ['/conversations/3', 'inbox', 'inbox'],
  ['/billing', undefined, 'settings'],
  ['/account', 'settings', 'settings'],
  ['/settings/look', 'settings', 'settings'],
])('a page below a place: %s marks %s for the marketplace and %s for a vendor', (path, ofAdmin, ofVendor) => {
  const marked = (viewer: ShellData['viewer']) => {
    const menu = openMenu({ viewer, features: all });
    const open = findPlace(
      menu.flatMap(({ places }) => [...places]),
      path,
    )?.place;
    return menu.find(({ places }) => places.some((place) => place === open))?.id;
  };
  expect(marked(admin)).toBe(ofAdmin);
  // What is the marketplace's alone has no entry for a vendor, or the one above it.
  if (ofVendor !== undefined) expect(marked(vendor)).toBe(ofVendor);
});

test('a page of the settings marks the settings, wherever its address lies', () => {
  const places = openMenu({ viewer: admin, features: all }).flatMap((entry) =>
    entry.places.map((place) => ({ place, entry: entry.id })),
  );
  const marked = (path: string) => {
    const open = findPlace(
      places.map(({ place }) => place),
      path,
    )?.place;
    return places.find(({ place }) => place === open)?.entry;
  };
  expect(ADMIN_SETTINGS.filter(({ path }) => marked(path) !== 'settings').map(({ path }) => path)).toEqual([]);
});

test('old addresses: each leads on behind its own layout, with its query', () => {
  expect(findNewPlace(new URL('https://souk.test/app/settings/usage?q=a%20b'))).toBe('/app/settings?q=a+b');
  expect(findNewPlace(new URL('https://souk.test/admin/settings/usage/'))).toBe('/admin/settings');
  // What the old lists called a tab is a state of one kind now.
  expect(findNewPlace(new URL('https://souk.test/app/messages?view=archived&q=ada&page=2'))).toBe(
    '/app/inbox?view=messages&state=archived&q=ada',
  );
  expect(findNewPlace(new URL('https://souk.test/admin/offers?view=pending'))).toBe(
    '/admin/inbox?view=offers&state=pending',
  );
  expect(findNewPlace(new URL('https://souk.test/app/conversations?view=all'))).toBe('/app/inbox?view=conversations');
});

test.each([
  ['/money', '/money?menu=finance'],
  ['/payouts/pay', '/payouts'],
  ['/billing', undefined],
  ['/fields', '/fields?menu=settings'],
  ['/settings/look', '/settings'],
  ['/offers/3', '/offers?menu=inbox'],
])('the host’s navigation: at %s the open entry begins the address, so that the host marks it', (path, expected) => {
  const menu = openMenu({ viewer: admin, features: all });
  const found = findPlace(
    menu.flatMap(({ places }) => [...places]),
    path,
  );
  const entry = menu.find(({ places }) => found !== undefined && places.includes(found.place));
  expect(entry && hostPath(entry, { isCurrent: true, openAddress: found?.address })).toBe(expected);
});
