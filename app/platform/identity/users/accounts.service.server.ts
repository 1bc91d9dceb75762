import type { SqlTx } from '#app/server/db.server.ts';
import { accountsByVendor, mayEmailSignIn, type VendorAccount } from './accounts.repo.server.ts';
import { oncePerPage } from '#app/server/once-per-page.server.ts';

export type { VendorAccount } from './accounts.repo.server.ts';

/** The vendors within the scope that have people who may sign in, by vendor id. */
export async function listVendorAccounts(tx: SqlTx): Promise<Map<bigint, VendorAccount>> {
  const accounts = await oncePerPage(tx, 'accounts', () => accountsByVendor(tx, undefined));
  return new Map(accounts.map((account) => [account.vendorId, account]));
}

/** The account of one vendor, or undefined while nobody of it may sign in. */
export async function findVendorAccount(tx: SqlTx, vendorId: bigint): Promise<VendorAccount | undefined> {
  const [account] = await accountsByVendor(tx, vendorId);
  return account;
}

/** Whether somebody with this address may sign in to the store of the scope. */
export function hasAccount(tx: SqlTx, email: string): Promise<boolean> {
  return mayEmailSignIn(tx, email);
}
