import { stateRefuses } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { can, marketplaceScope } from '#app/core/viewer.ts';
import {
  openStripe,
  readPayments,
  type OpenStripe,
} from '#app/features/payment-providers/provider-access.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOf, recordAccountStatus, readAccountStatus } from './refresh-account.service.server.ts';
import { payableCountries, toPhase, VENMO_CURRENCY, type Phase } from './payout-method.ts';
import type { PayoutMethodView } from './payout-methods.contract.ts';
import * as repo from './payout-methods.repo.server.ts';

/** What was looked at so recently is not asked for again when a page is opened. */
const FRESH_MS = 10_000;

/** The vendor that is acted for. In the marketplace view there is none: invalid_state (409). */
export function requireVendor(ctx: Ctx): VendorId {
  if (ctx.viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return ctx.viewer.vendorScope;
}

/** Those who lead the vendor say how it is paid; admins who act for it look only. */
export function mayChangeMethod({ viewer }: Ctx): boolean {
  return !can(viewer, 'switch_vendor') && viewer.actor.role === 'manager';
}

/** How the acting vendor will be paid. Throws invalid_state (409) in the marketplace view. */
export async function readMethodView(ctx: Ctx): Promise<PayoutMethodView> {
  return viewMethod(ctx, requireVendor(ctx));
}

/** Whether a vendor has said how it is paid. */
export async function hasPayoutMethod(tx: SqlTx, vendorId: VendorId): Promise<boolean> {
  return (await repo.findMethod(tx, vendorId)) !== undefined;
}

/** How one vendor of the store will be paid, for its admins. */
export function readMethodOf(ctx: Ctx, vendorId: VendorId): Promise<PayoutMethodView> {
  return viewMethod(ctx, vendorId);
}

async function viewMethod(ctx: Ctx, vendorId: VendorId): Promise<PayoutMethodView> {
  const { store } = ctx.viewer;
  const payments = await readPayments(ctx, store.id);
  const stripe = await openStripe(ctx, store.id);
  const scope = { storeId: store.id, vendor: vendorId };
  const method = await ctx.db.fast(scope, (tx) => repo.findMethod(tx, vendorId));
  const account = stripe && (await readAccount(ctx, stripe, vendorId, FRESH_MS));
  const isPaypal = method?.kind === 'paypal';
  return {
    kind: method?.kind ?? null,
    phase: method ? phaseNow(method, { stripe, account, hasPaypal: payments.paypal.enabled }) : null,
    detailsChangedAt: method?.detailsChangedAt.toISOString() ?? null,
    waitsForApproval: method?.waitsFor ? { invitedBy: method.waitsFor.name } : null,
    mayChange: mayChangeMethod(ctx),
    stripe: {
      isOffered: stripe !== undefined,
      isTestKey: payments.stripeConnect.isTestKey,
      countries: stripe ? payableCountries(stripe.country) : [],
      account: account ? accountDto(account) : null,
    },
    paypal: {
      isOffered: payments.paypal.enabled,
      isSandbox: payments.paypal.isSandbox,
      takesVenmo: store.currency === VENMO_CURRENCY,
      receiver: isPaypal ? method.receiver : '',
      type: isPaypal ? method.receiverType : null,
    },
  };
}

type Seen = repo.AccountRow & { isStale: boolean };

function phaseNow(
  method: repo.MethodRow,
  o: { stripe: OpenStripe | undefined; account: Seen | undefined; hasPaypal: boolean },
): Phase {
  if (method.kind === 'paypal') return o.hasPaypal ? 'active' : 'disconnected';
  if (!o.stripe) return 'disconnected';
  return o.account ? toPhase(o.account) : 'renew';
}

export const accountDto = ({ accountId, state, country, email, due, checkedAt, isStale }: Seen) => ({
  accountId,
  state,
  country,
  email,
  due,
  checkedAt: checkedAt.toISOString(),
  isStale,
});

/** The vendor's account of the present platform and mode that was registered last, as it was known. */
export async function findCurrent(
  ctx: Pick<Ctx, 'db' | 'viewer'>,
  stripe: OpenStripe,
  vendorId: VendorId,
): Promise<repo.AccountRow | undefined> {
  const scope = { storeId: ctx.viewer.store.id, vendor: vendorId };
  const accounts = await ctx.db.fast(scope, (tx) => repo.listAccounts(tx, vendorId));
  return accounts.find((one) => isOf(one, stripe));
}

/** The same as Stripe says it now; what is younger than `freshMs` is not asked for again. Where Stripe is silent, as it was known. */
export async function readAccount(
  ctx: Ctx,
  stripe: OpenStripe,
  vendorId: VendorId,
  freshMs = 0,
): Promise<Seen | undefined> {
  const known = await findCurrent(ctx, stripe, vendorId);
  if (!known) return undefined;
  const age = ctx.clock.now().getTime() - known.checkedAt.getTime();
  if (known.state === 'active' && age < freshMs) return { ...known, isStale: false };
  try {
    const at = ctx.clock.now();
    const view = await readAccountStatus(stripe, known);
    const seen = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      recordAccountStatus(tx, known, view, at),
    );
    return { ...seen, isStale: false };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    ctx.log.warn({ err: error }, 'an account could not be looked at');
    return { ...known, isStale: true };
  }
}
