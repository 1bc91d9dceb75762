import { expect, test } from 'vitest';
import { PERMISSIONS, VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { listGroup, menuPlaces, openPlaces } from './places.ts';
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

test.each([
  ['a vendor', vendor],
  ['an admin', admin],
])('the merged view leaves %s no money place anywhere, and the orders where they were', (_who, viewer) => {
  const idsOf = (features: Record<string, boolean>) => openPlaces({ viewer, features }).map(({ id }) => id);
  expect(idsOf({ useFinanceV2: false })).toContain('money');
  expect(idsOf({ useFinanceV2: true })).not.toContain('money');
  expect(idsOf({ useFinanceV2: true })).toEqual(idsOf({ useFinanceV2: false }).filter((id) => id !== 'money'));
});

test('the menu has nine entries and the home, and all screens where the classic one is chosen', () => {
  const all = Object.fromEntries([...SWITCH_NAMES, 'vendorPage'].map((name) => [name, name !== 'useFinanceV2']));
  for (const viewer of [vendor, admin]) {
    const places = openPlaces({ viewer, features: all });
    const menu = menuPlaces(places, all);
    expect(menu.filter(({ id }) => id !== 'home').length).toBeLessThanOrEqual(9);
    expect(menu.map(({ id }) => id)).toContain('settings');
    expect(menuPlaces(places, { ...all, classicMenu: true })).toEqual(places);
    // Whatever is no entry of its own stands under one, or in the settings.
    const found = new Set(menu.flatMap((entry) => listGroup(places, entry)));
    expect(places.filter((place) => !found.has(place) && !place.inSettings)).toEqual([]);
  }
});
