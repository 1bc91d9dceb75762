import type { ProviderKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
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
  const { stripe } = keys;
  const accounts = stripe
    ? await repo.listCurrentAccounts(tx, vendorIds, { platformId: stripe.accountId, isTest: stripe.isTest })
    : [];
  const accountOf = new Map(accounts.map((account) => [account.vendorId, account]));
  return new Map(
    methods.map((row) => {
      const onHoldUntil = toOnHoldUntil(row.detailsChangedAt);
      const isOnHold = onHoldUntil > now;
      const method = vendorMethod(row, keys, accountOf.get(row.vendorId));
      const refusal = method.refusal ?? (row.isWaiting ? 'details_unapproved' : isOnHold ? 'details_changed' : null);
      return [row.vendorId, { ...method, refusal, heldUntil: refusal === 'details_changed' ? onHoldUntil : null }];
    }),
  );
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
