import { expect, test } from 'vitest';
import { PERMISSIONS, VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { openPlaces } from './places.ts';
import type { ShellData } from './shell-data.ts';

const vendor = {
  ...{ name: 'Ana', email: 'ana@souk.test', vendor: { id: '1', name: 'Kiln' }, isAdmin: false, leads: true },
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
