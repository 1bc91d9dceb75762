import { createHash } from 'node:crypto';
import { AppError, invalidInput, stateRefuses, managersOnly } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { marketplaceScope, type Viewer } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import {
  openPayingStripe,
  PROVIDER_NAMES,
  readPayments,
  toRefusal,
  type OpenStripe,
} from '#app/features/payment-providers/provider-access.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOf } from './refresh-account.service.server.ts';
import { findWaitsFor } from './destination-approval.service.server.ts';
import { mayChangeMethod, readMethodView, requireVendor } from './method-view.service.server.ts';
import { payableCountries, readHandle, computeState, VENMO_CURRENCY } from './payout-method.ts';
import type { PaypalRegistration, PayoutMethodView, StripeRegistration } from './payout-methods.contract.ts';
import * as repo from './payout-methods.repo.server.ts';

type MethodKind = 'stripe' | 'paypal' | 'venmo' | 'none';

/** The vendor that is acted for, by somebody who may change how it is paid. Throws missing_permission (403) for anybody else. */
export function requireOwner(ctx: Ctx): VendorId {
  const vendorId = requireVendor(ctx);
  if (mayChangeMethod(ctx)) return vendorId;
  if (ctx.viewer.isAdmin) throw stateRefuses('payout_by_vendor');
  throw managersOnly();
}

/**
 * Has the vendor paid by Stripe from now on: an account is made there, or the one taken that it has for the present key. Again
 * with the same changes nothing. Throws invalid_input (422), invalid_state (409), provider_failed (502).
 */
export async function registerStripe(ctx: Ctx, input: StripeRegistration): Promise<PayoutMethodView> {
  const vendorId = requireOwner(ctx);
  const stripe = await openPayingStripe(ctx, ctx.viewer.store.id);
  if (!stripe) throw stateRefuses('provider_not_connected', { provider: PROVIDER_NAMES.stripe });
  if (!payableCountries(stripe.country).includes(input.country)) throw countryRefused();
  const account = await findOrMakeAccount(ctx, stripe, vendorId, input);
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await repo.lockMethod(tx, vendorId);
    await repo.saveAccount(tx, account, ctx.clock.now());
    await change(ctx, tx, vendorId, { kind: 'stripe', receiver: null, receiverType: null });
  });
  return readMethodView(ctx);
}

const countryRefused = (): AppError =>
  invalidInput([{ path: 'country', rule: 'payout_country', message: rule('payout_country') }]);

async function findOrMakeAccount(
  ctx: Ctx,
  stripe: OpenStripe,
  vendorId: VendorId,
  { email, country }: StripeRegistration,
): Promise<Omit<repo.AccountRow, 'id'>> {
  const { store, vendorName } = ctx.viewer;
  const accounts = await ctx.db.fast(marketplaceScope(store.id), (tx) => repo.listAccounts(tx, vendorId));
  const own = accounts.filter((one) => isOf(one, stripe));
  const known = own.find((one) => one.country === country && one.email === email && one.state !== 'rejected');
  if (known) return known;
  const at = ctx.clock.now();
  // The same for whoever asks twice in a moment; another hour makes another, so that a failure that Stripe remembers does not last.
  const parts = [stripe.platformId, stripe.isTest, own.length, email, country, at.toISOString().slice(0, 13)];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  try {
    const made = await stripe.client.accounts.create({
      email,
      country,
      displayName: vendorName,
      metadata: { store: store.domain, vendor: String(vendorId) },
      idempotencyKey: `souk/account/${store.id}/${vendorId}/${digest}`,
    });
    const { platformId, isTest } = stripe;
    const { accountId, madeWith, due } = made;
    return {
      vendorId,
      accountId,
      platformId,
      isTest,
      madeWith,
      country,
      email,
      due,
      checkedAt: at,
      ...computeState(made, false),
    };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    if (error.reason === 'country') throw countryRefused();
    if (error.reason === 'refused' && /email/.test(error.field))
      throw invalidInput([{ path: 'email', rule: 'payout_email', message: rule('payout_email') }]);
    throw toRefusal(error);
  }
}

/** Has the vendor paid by PayPal or Venmo from now on. Again with the same changes nothing. Throws as `registerStripe` does. */
export async function registerPaypal(ctx: Ctx, { emailOrVenmo, type }: PaypalRegistration): Promise<PayoutMethodView> {
  const vendorId = requireOwner(ctx);
  const { store } = ctx.viewer;
  const { paypal } = await readPayments(ctx, store.id);
  if (!paypal.enabled) throw stateRefuses('provider_not_connected', { provider: PROVIDER_NAMES.paypal });
  if (type === 'USER_HANDLE' && store.currency !== VENMO_CURRENCY) {
    const message = rule('venmo_usd', { currency: store.currency });
    throw invalidInput([{ path: 'type', rule: 'venmo_usd', message }]);
  }
  const receiver = type === 'EMAIL' ? emailOrVenmo : (readHandle(emailOrVenmo) ?? emailOrVenmo);
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await repo.lockMethod(tx, vendorId);
    await change(ctx, tx, vendorId, { kind: 'paypal', receiver, receiverType: type });
  });
  return readMethodView(ctx);
}

/** Takes the way away; once more changes nothing. */
export async function removeMethod(ctx: Ctx): Promise<PayoutMethodView> {
  const vendorId = requireOwner(ctx);
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await repo.lockMethod(tx, vendorId);
    const before = await repo.findMethod(tx, vendorId);
    if (await repo.deleteMethod(tx, vendorId)) await notify(ctx, tx, vendorId, [methodKind(before), 'none']);
  });
  return readMethodView(ctx);
}

type NewMethod =
  | { kind: 'stripe'; receiver: null; receiverType: null }
  | Omit<Extract<repo.MethodRow, { kind: 'paypal' }>, 'detailsChangedAt' | 'waitsFor'>;

async function change(ctx: Ctx, tx: SqlTx, vendorId: VendorId, method: NewMethod): Promise<void> {
  const before = await repo.findMethod(tx, vendorId);
  const isSame =
    before?.kind === method.kind && before.receiver === method.receiver && before.receiverType === method.receiverType;
  if (isSame) return;
  const at = ctx.clock.now();
  const waitsFor = await findWaitsFor(tx, ctx.viewer.actor, at);
  await repo.saveMethod(tx, vendorId, { ...method, detailsChangedAt: at, waitsFor });
  await notify(ctx, tx, vendorId, [methodKind(before), methodKind(method)]);
}

function methodKind(method: Pick<repo.MethodRow, 'kind' | 'receiverType'> | undefined): MethodKind {
  if (!method) return 'none';
  return method.receiverType === 'USER_HANDLE' ? 'venmo' : method.kind;
}

/** The vendor's log and its people: which way took the place of which, and never where the money goes. */
async function notify(
  ctx: Ctx & { viewer: Viewer },
  tx: SqlTx,
  vendorId: VendorId,
  [before, after]: readonly [MethodKind, MethodKind],
): Promise<void> {
  const at = ctx.clock.now();
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: 'vendor.payout_method.changed',
      actor: ctx.viewer.actor,
      detail: { way: [before, after] },
      at,
    },
  ]);
  await queueMails(tx, ctx, [
    {
      dedupeKey: `payout-details/${vendorId}/${at.toISOString()}`,
      template: 'vendor-payout-details-changed',
      audience: { kind: 'vendor', vendorId },
      params: { vendorId: String(vendorId), way: after, at: at.toISOString() },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

/** Forgets how a deleted vendor was paid, in the transaction of its deletion. */
export function forgetPayoutMethod(tx: SqlTx, vendorId: bigint): Promise<void> {
  return repo.forgetVendor(tx, vendorId);
}
