import { stateRefuses } from '#app/core/errors.ts';
import {
  openStripe,
  PROVIDER_NAMES,
  withProvider,
  type OpenStripe,
} from '#app/features/payment-providers/provider-access.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { accountDto, findCurrent, readAccount, requireVendor } from './method-view.service.server.ts';
import type { AccountRow } from './payout-methods.repo.server.ts';
import { requireOwner } from './register.service.server.ts';

/** The screen that Stripe leads back to, and the address at which a used link becomes a new one. */
const BACK = '/app/payment-information?from=stripe';
const AGAIN = '/app/payment-information/stripe';

async function requireAccount(ctx: Ctx): Promise<{ stripe: OpenStripe; account: AccountRow }> {
  const vendorId = requireOwner(ctx);
  const stripe = await openStripe(ctx, ctx.viewer.store.id);
  if (!stripe) throw stateRefuses('provider_not_connected', { provider: PROVIDER_NAMES.stripe });
  const account = await findCurrent(ctx, stripe, vendorId);
  if (!account) throw stateRefuses('payout_not_registered', { provider: PROVIDER_NAMES.stripe });
  if (account.state === 'rejected') throw stateRefuses('payout_account_rejected');
  return { stripe, account };
}

/** A page of Stripe that asks what is missing. It opens once, so each visit gets one of its own. Throws invalid_state (409). */
export async function openOnboarding(ctx: Ctx): Promise<{ url: string }> {
  const { stripe, account } = await requireAccount(ctx);
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  invariant(store, 'the viewer’s store is known');
  const { accountId, madeWith } = account;
  const [returnUrl, refreshUrl] = [portalUrl(ctx, store, BACK), portalUrl(ctx, store, AGAIN)];
  const url = await withProvider(() =>
    stripe.client.accounts.createOnboardingLink({ accountId, madeWith, returnUrl, refreshUrl }),
  );
  return { url };
}

/** The vendor's dashboard at Stripe, once its questions are answered. Throws invalid_state (409). */
export async function openDashboard(ctx: Ctx): Promise<{ url: string }> {
  const { stripe, account } = await requireAccount(ctx);
  if (!account.isSubmitted) throw stateRefuses('payout_onboarding_first');
  return { url: await withProvider(() => stripe.client.accounts.createDashboardLink(account.accountId)) };
}

/** A session of Stripe's embedded parts. Throws invalid_state (409). */
export async function openSession(ctx: Ctx): Promise<{ clientSecret: string; expiresAt: string; isTestKey: boolean }> {
  const { stripe, account } = await requireAccount(ctx);
  const session = await withProvider(() => stripe.client.accounts.createSession(account.accountId));
  return { clientSecret: session.clientSecret, expiresAt: session.expiresAt.toISOString(), isTestKey: stripe.isTest };
}

/** The vendor's account as Stripe says it at this moment. */
export async function readOwnAccount(ctx: Ctx) {
  const vendorId = requireVendor(ctx);
  const stripe = await openStripe(ctx, ctx.viewer.store.id);
  const account = stripe && (await readAccount(ctx, stripe, vendorId));
  return { account: account ? accountDto(account) : null };
}
