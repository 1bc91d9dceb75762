import type { StripePlatform } from '#app/adapters/stripe/stripe.server.ts';
import { invalidInput } from '#app/core/errors.ts';
import { toDto } from '#app/core/money/money.ts';
import { ProviderProblem, type Provider, type ProviderReason } from '#app/core/provider-problem.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { hookAddress } from './hook-address.ts';
import type { PaypalState, StripeState } from './payment-providers.contract.ts';
import {
  findKeys,
  openPaypalRow,
  openStripeRow,
  toPaypalAccount,
  toRefusal,
  type EncryptedWebhook,
} from './provider-access.service.server.ts';
import * as repo from './provider-keys.repo.server.ts';

type Row = repo.ProviderKeyRow;

const TEST_KEY = /^[sr]k_test_/;
const RESTRICTED_KEY = /^rk_/;
const HINT_SIGNS = 4;

/** What an admin sees of the key of Stripe; the balance is asked for anew, and what Stripe answers instead is said. */
export async function readStripeState(ctx: Ctx): Promise<StripeState> {
  const { stripe: row } = await findKeys(ctx, ctx.viewer.store.id);
  const own = { isTestKey: row?.isTest ?? false, accountId: row?.accountId ?? '', name: row?.accountName ?? '' };
  const state = { ...toView(row), ...own, country: row?.country ?? '', balance: null };
  if (!row) return state;
  try {
    const { available, pending } = await openStripeRow(ctx, row).client.readBalance();
    return { ...state, balance: { available: available.map(toDto), pending: pending.map(toDto) } };
  } catch (error) {
    return { ...state, problem: toReason(error) };
  }
}

/** What an admin sees of the pair of PayPal; whether payouts are granted is asked for anew. */
export async function readPaypalState(ctx: Ctx): Promise<PaypalState> {
  const { paypal: row } = await findKeys(ctx, ctx.viewer.store.id);
  const state = { ...toView(row), isSandbox: row?.isTest ?? false, mayPayOut: null };
  if (!row) return state;
  try {
    const { mayPayOut } = await openPaypalRow(ctx, row).client.check();
    return { ...state, mayPayOut, problem: mayPayOut ? null : 'not_granted' };
  } catch (error) {
    return { ...state, problem: toReason(error) };
  }
}

function toView(row: Row | undefined) {
  return {
    isSet: row !== undefined,
    hint: row?.hint ?? '',
    savedAt: row?.savedAt.toISOString() ?? null,
    problem: null,
    receivesEvents: row?.receivesEvents ?? false,
    heardAt: row?.heardAt?.toISOString() ?? null,
    refusedDeliveries: row?.refusedDeliveries ?? 0,
  };
}

function toReason(error: unknown): ProviderReason {
  if (error instanceof ProviderProblem) return error.reason;
  throw error;
}

/**
 * Keeps a secret or a restricted key of Stripe once Stripe has taken it, and registers our address there. Throws invalid_input (422)
 * for a key that Stripe refuses or that lacks a right, provider_failed (502) where it does not answer.
 */
export async function saveStripeKey(ctx: Ctx, apiKey: string): Promise<StripeState> {
  await assertMayPayOut(ctx);
  const { stripe: before } = await findKeys(ctx, ctx.viewer.store.id);
  const client = ctx.adapters.stripe.open(apiKey);
  let platform: StripePlatform;
  try {
    platform = await client.readPlatform();
    await client.readBalance();
    if (RESTRICTED_KEY.test(apiKey)) await client.transfers.assertMayCreate();
  } catch (error) {
    throw keyRefusal(error, 'apiKey');
  }
  const isTest = TEST_KEY.test(apiKey);
  const hooks = await registered(ctx, 'stripe', (url) => client.hooks.register(url));
  await storeKey(ctx, 'stripe', before, {
    secret: { apiKey },
    hint: apiKey.slice(-HINT_SIGNS),
    isTest,
    accountId: platform.accountId,
    accountName: platform.name,
    country: platform.country,
    hooks,
  });
  if (before && (before.accountId !== platform.accountId || before.isTest !== isTest)) await unregister(ctx, before);
  return readStripeState(ctx);
}

/** Keeps a pair of PayPal once PayPal has taken it in the world that it is for. Throws as `saveStripeKey` does. */
export async function savePaypalKey(
  ctx: Ctx,
  access: { clientId: string; clientSecret: string; isSandbox: boolean },
): Promise<PaypalState> {
  await assertMayPayOut(ctx);
  const { paypal: before } = await findKeys(ctx, ctx.viewer.store.id);
  const client = ctx.adapters.paypal.open(access);
  try {
    const { mayPayOut } = await client.check();
    if (!mayPayOut) throw new ProviderProblem('paypal', 'not_granted');
  } catch (error) {
    throw keyRefusal(error, 'clientSecret');
  }
  const hooks = await registered(ctx, 'paypal', async (url) => [{ id: await client.hooks.register(url), secret: '' }]);
  await storeKey(ctx, 'paypal', before, {
    secret: access,
    hint: access.clientId.slice(-HINT_SIGNS),
    isTest: access.isSandbox,
    accountId: toPaypalAccount(access),
    accountName: '',
    country: '',
    hooks,
  });
  if (before && openPaypalRow(ctx, before).access.clientId !== access.clientId) await unregister(ctx, before);
  return readPaypalState(ctx);
}

/** Forgets a key and takes our address away at the provider, as far as it still takes the key; once more changes nothing. */
export async function deleteKey(ctx: Ctx, provider: Provider): Promise<{ ok: true }> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  const row = (await findKeys(ctx, store.id))[provider];
  if (!row) return { ok: true };
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (!(await repo.deleteKey(tx, provider))) return;
    await recordAudit(tx, [
      auditRow(provider, 'payments.key.removed', { key: [row.hint, ''] }, actor, ctx.clock.now()),
    ]);
  });
  await unregister(ctx, row);
  return { ok: true };
}

const auditRow = (provider: Provider, action: string, detail: object, actor: Ctx['viewer']['actor'], at: Date) =>
  ({ subject: 'settings', subjectId: provider, vendorId: null, action, actor, detail, at }) as const;

type Kept = Pick<Row, 'hint' | 'isTest' | 'accountId' | 'accountName' | 'country'> & {
  secret: object;
  hooks: EncryptedWebhook[];
};

async function storeKey(
  ctx: Ctx,
  provider: Provider,
  before: Row | undefined,
  { secret, hooks, ...kept }: Kept,
): Promise<void> {
  const { store, actor } = ctx.viewer;
  const savedAt = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await repo.saveKey(tx, {
      ...kept,
      provider,
      encrypted: ctx.vault.sealText(JSON.stringify(secret)),
      encryptedWebhooks: hooks.length === 0 ? '' : ctx.vault.sealText(JSON.stringify(hooks)),
      receivesEvents: hooks.length > 0,
      savedAt,
    });
    // The signs by which a key is recognised, never the key.
    const detail = { key: [before?.hint ?? '', kept.hint], isTest: kept.isTest };
    await recordAudit(tx, [auditRow(provider, 'payments.key.saved', detail, actor, savedAt)]);
  });
}

/** Registers our address; a provider that does not take it (an address that it cannot reach) is looked at instead of heard. */
async function registered(
  ctx: Ctx,
  provider: Provider,
  register: (url: string) => Promise<EncryptedWebhook[]>,
): Promise<EncryptedWebhook[]> {
  try {
    const hooks = await register(hookAddress(ctx.env.SHOPIFY_APP_URL, provider, ctx.viewer.store.domain));
    return hooks.map(({ id, secret }) => ({ id, secret }));
  } catch (error) {
    if (!(error instanceof ProviderProblem) || !['refused', 'not_granted'].includes(error.reason))
      throw toRefusal(error);
    ctx.log.warn({ err: error, provider }, 'a provider did not take our address');
    return [];
  }
}

/** Best effort: a key that was withdrawn opens nothing any more, and news that nobody can verify are refused. */
async function unregister(ctx: Ctx, row: Row): Promise<void> {
  const url = hookAddress(ctx.env.SHOPIFY_APP_URL, row.provider, ctx.viewer.store.domain);
  try {
    if (row.provider === 'stripe') await openStripeRow(ctx, row).client.hooks.takeAway(url);
    else await openPaypalRow(ctx, row).client.hooks.takeAway(url);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    ctx.log.warn({ err: error, provider: row.provider }, 'our address may still be registered at a provider');
  }
}

const KEY_RULES: Partial<Record<ProviderReason, readonly [rule: string, message: string]>> = {
  key: ['key_unknown', rule('key_unknown')],
  expired: ['key_expired', rule('key_expired')],
  not_granted: ['key_not_granted', rule('key_not_granted')],
};

/** What a key is refused for, at its field; anything else of the provider is said as a whole. */
function keyRefusal(error: unknown, path: string): unknown {
  const permission = error instanceof ProviderProblem ? error.permission : '';
  if (permission !== '') return invalidInput([{ path, rule: 'key_lacks', message: rule('key_lacks', { permission }) }]);
  const known = error instanceof ProviderProblem ? KEY_RULES[error.reason] : undefined;
  return known ? invalidInput([{ path, rule: known[0], message: known[1] }]) : toRefusal(error);
}
