import { expect, it } from 'vitest';
import { filterDirectory, sortDirectory, type DirectoryEntry } from './directory.ts';

const entry = (over: Partial<DirectoryEntry> & { id: bigint; name: string }): DirectoryEntry => ({
  handle: over.name.toLowerCase(),
  createdAt: new Date(Number(over.id)),
  account: undefined,
  orders: 0,
  unfulfilled: 0,
  products: 0,
  activeProducts: 0,
  draftProducts: 0,
  unpaid: [],
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
const names = (entries: DirectoryEntry[]) => entries.map((one) => one.name);

it('sorts by orders, then by products, then by name unless told otherwise', () => {
  expect(names(sortDirectory([ash, kiln, oak], 'orders'))).toEqual(['Oak', 'Kiln', 'Ash']);
  expect(names(sortDirectory([ash, kiln, oak], 'unpaid'))).toEqual(['Ash', 'Kiln', 'Oak']);
  expect(names(sortDirectory([oak, kiln, ash], 'name'))).toEqual(['Ash', 'Kiln', 'Oak']);
  expect(names(sortDirectory([kiln, ash, oak], 'newest'))).toEqual(['Ash', 'Oak', 'Kiln']);
});

it('finds by name, handle and address, within a view', () => {
  expect(names(filterDirectory([ash, kiln, oak], { view: 'all', q: 'ROSA@' }))).toEqual(['Oak']);
  expect(names(filterDirectory([ash, kiln, oak], { view: 'without', q: '' }))).toEqual(['Ash', 'Kiln']);
  expect(names(filterDirectory([ash, kiln, oak], { view: 'account', q: 'kiln' }))).toEqual([]);
});
