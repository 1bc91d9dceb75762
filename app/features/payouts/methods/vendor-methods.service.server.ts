import type { ProviderKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { PayoutHold } from '../holds/payout-hold.ts';
import { toOnHoldUntil } from './payout-method.ts';
import * as repo from './vendor-methods.repo.server.ts';

/** How a vendor is paid by a provider, or why it cannot be yet. */
export type VendorMethod = {
  method: 'stripe' | 'paypal';
  /** Whose key pays: the platform at Stripe, the application at PayPal. */
  providerAccount: string;
  isTest: boolean;
  destination: string;
  destinationType: 'ACCOUNT' | 'EMAIL' | 'USER_HANDLE';
  refusal: 'not_connected' | 'account_not_ready' | 'details_unapproved' | 'details_changed' | null;
  /** Until when changed details are waited for. */
  heldUntil: Date | null;
};

/** How some vendors are paid by the keys that the store has; those who have not said it are missing. */
export async function listVendorMethods(
  tx: SqlTx,
  keys: ProviderKeys,
  vendorIds: readonly bigint[],
  now: Date,
): Promise<Map<bigint, VendorMethod>> {
  const methods = await repo.listMethods(tx, vendorIds);
  const accounts = await listAccounts(tx, keys, vendorIds);
  const accountOf = new Map(accounts.map((account) => [account.vendorId, account]));
  return new Map(
    methods.map((row) => [row.vendorId, withRefusal(row, vendorMethod(row, keys, accountOf.get(row.vendorId)), now)]),
  );
}

/** How one vendor is paid by the keys that the store has, undefined where it has not said it; and the hold of its payouts. */
export async function readVendorPaying(
  tx: SqlTx,
  keys: ProviderKeys,
  vendorId: VendorId,
  now: Date,
): Promise<{ method: VendorMethod | undefined; hold: PayoutHold | undefined }> {
  const { method: row, hold } = await repo.findMethodAndHold(tx, vendorId);
  const [account] = await listAccounts(tx, keys, [vendorId]);
  return { method: row && withRefusal(row, vendorMethod(row, keys, account), now), hold };
}

async function listAccounts(
  tx: SqlTx,
  { stripe }: ProviderKeys,
  vendorIds: readonly bigint[],
): Promise<repo.CurrentAccount[]> {
  if (!stripe) return [];
  return repo.listCurrentAccounts(tx, vendorIds, { platformId: stripe.accountId, isTest: stripe.isTest });
}

/** A method with why it cannot be used now: details that wait for a person, or that changed of late. */
function withRefusal(row: repo.VendorMethodRow, method: Omit<VendorMethod, 'heldUntil'>, now: Date): VendorMethod {
  const onHoldUntil = toOnHoldUntil(row.detailsChangedAt);
  const isOnHold = onHoldUntil > now;
  const refusal = method.refusal ?? (row.isWaiting ? 'details_unapproved' : isOnHold ? 'details_changed' : null);
  return { ...method, refusal, heldUntil: refusal === 'details_changed' ? onHoldUntil : null };
}

function vendorMethod(
  row: repo.VendorMethodRow,
  keys: ProviderKeys,
  account: repo.CurrentAccount | undefined,
): Omit<VendorMethod, 'heldUntil'> {
  const key = keys[row.kind];
  const known = { method: row.kind, providerAccount: key?.accountId ?? '', isTest: key?.isTest ?? false };
  if (row.kind === 'paypal')
    return {
      ...known,
      destination: row.receiver ?? '',
      destinationType: row.receiverType ?? 'EMAIL',
      refusal: key ? null : 'not_connected',
    };
  return {
    ...known,
    destination: account?.accountId ?? '',
    destinationType: 'ACCOUNT',
    refusal: !key ? 'not_connected' : account?.state === 'active' ? null : 'account_not_ready',
  };
}
