import { expect, it } from 'vitest';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { permissionsFor } from './team.ts';

it('permissions of a member: gives everything to one who leads, whatever was chosen', () => {
  expect(permissionsFor('manager', [])).toEqual(VENDOR_PERMISSIONS);
});

it('permissions of a member: gives staff what was chosen, what that needs, and what every screen needs', () => {
  expect(permissionsFor('staff', [])).toEqual(['read_settings']);
  expect(permissionsFor('staff', ['write_orders'])).toEqual(['read_settings', 'read_orders', 'write_orders']);
  expect(permissionsFor('staff', ['read_finance', 'switch_vendor'])).toEqual(['read_settings', 'read_finance']);
});
