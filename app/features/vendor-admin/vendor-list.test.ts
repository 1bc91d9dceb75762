import { expect, it } from 'vitest';
import {
  encodeVendorListCursor,
  filterVendorList,
  isVendorListCursor,
  isListed,
  placeAfter,
  sortVendorList,
  type VendorListEntry,
} from './vendor-list.ts';

const entry = (over: Partial<VendorListEntry> & { id: bigint; name: string }): VendorListEntry => ({
  handle: over.name.toLowerCase(),
  createdAt: new Date(Number(over.id)),
  created: false,
  account: undefined,
  orders: 0,
  unfulfilled: 0,
  products: 0,
  activeProducts: 0,
  draftProducts: 0,
  unpaid: [],
  autoApprove: null,
  managed: false,
  deleted: false,
  ...over,
});
const kiln = entry({ id: 1n, name: 'Kiln', orders: 2, products: 1, unpaid: [{ amountMinor: 5n, currency: 'USD' }] });
const oak = entry({
  id: 2n,
  name: 'Oak',
  orders: 2,
  products: 9,
  account: { email: 'rosa@oak.test', people: 1, signedIn: true },
});
const ash = entry({ id: 3n, name: 'Ash', unpaid: [{ amountMinor: 90n, currency: 'USD' }] });
const names = (entries: VendorListEntry[]) => entries.map((one) => one.name);

it('list of vendors: sorts by orders, then by products, then by name unless another order is chosen', () => {
  expect(names(sortVendorList([ash, kiln, oak], 'orders'))).toEqual(['Oak', 'Kiln', 'Ash']);
  expect(names(sortVendorList([ash, kiln, oak], 'unpaid'))).toEqual(['Ash', 'Kiln', 'Oak']);
  expect(names(sortVendorList([oak, kiln, ash], 'name'))).toEqual(['Ash', 'Kiln', 'Oak']);
  expect(names(sortVendorList([kiln, ash, oak], 'newest'))).toEqual(['Ash', 'Oak', 'Kiln']);
  expect(names(sortVendorList([ash, kiln, oak], 'orders', true))).toEqual(['Ash', 'Kiln', 'Oak']);
});

it('list of vendors: finds by name, handle and address, within a view', () => {
  expect(names(filterVendorList([ash, kiln, oak], { view: 'all', q: 'ROSA@', having: 'any' }))).toEqual(['Oak']);
  expect(names(filterVendorList([ash, kiln, oak], { view: 'without', q: '', having: 'any' }))).toEqual(['Ash', 'Kiln']);
  expect(names(filterVendorList([ash, kiln, oak], { view: 'account', q: 'kiln', having: 'any' }))).toEqual([]);
});

it('list of vendors: is filtered to those who are owed something, wait, are managed or have not signed in', () => {
  const managed = {
    ...oak,
    managed: true,
    draftProducts: 2,
    account: { email: 'a@b.test', people: 1, signedIn: false },
  };
  const having = (what: 'unpaid' | 'waiting' | 'managed' | 'invited') =>
    names(filterVendorList([ash, kiln, managed], { view: 'all', q: '', having: what }));
  expect([having('unpaid'), having('waiting'), having('managed'), having('invited')]).toEqual([
    ['Ash', 'Kiln'],
    ['Oak'],
    ['Oak'],
    ['Oak'],
  ]);
});

it('list of vendors: lists a deleted vendor only while something carries its name', () => {
  expect([ash, kiln, oak].map((one) => isListed({ ...one, deleted: true }))).toEqual([true, true, true]);
  expect(isListed({ ...ash, unpaid: [], deleted: true })).toBe(false);
});

it('list of vendors: goes on behind the same vendor when the list moved, and at the same place when the vendor is gone', () => {
  const place = encodeVendorListCursor(1, kiln.id);
  expect([place, isVendorListCursor(place), isVendorListCursor('1.x')]).toEqual(['1.1', true, false]);
  expect(placeAfter([ash, kiln, oak], place)).toBe(2);
  expect(placeAfter([oak, ash], place)).toBe(1);
  expect(placeAfter([], place)).toBe(0);
});
