import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PaypalAccess, PaypalClient } from '#app/adapters/paypal/paypal.server.ts';
import type { StripeClient } from '#app/adapters/stripe/stripe.server.ts';
import { AppError, stateRefuses, type ReasonCode } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { ProviderProblem, type Provider, type ProviderReason } from '#app/core/provider-problem.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Payments } from './payment-providers.contract.ts';
import * as repo from './provider-keys.repo.server.ts';
import { PROVIDER_NAMES } from './provider-names.ts';
import { readProviderSwitches } from './provider-switches.service.server.ts';

const stripeSecret = z.object({ apiKey: z.string() });
const paypalSecret = z.object({ clientId: z.string(), clientSecret: z.string(), isSandbox: z.boolean() });
const hooksSchema = z.array(z.object({ id: z.string(), secret: z.string() }));
export type EncryptedWebhook = z.infer<typeof hooksSchema>[number];

/** Stripe as the store's key opens it. Accounts of vendors belong to `platformId` and to one of its two modes. */
export type OpenStripe = {
  client: StripeClient;
  platformId: string;
  isTest: boolean;
  country: string;
  hooks: EncryptedWebhook[];
};
/** PayPal as the store's pair opens it. */
export type OpenPaypal = {
  client: PaypalClient;
  access: PaypalAccess;
  accountId: string;
  isTest: boolean;
  hooks: EncryptedWebhook[];
};

/** By what an application of PayPal is known again once its pair was replaced; nothing can be read from it. */
export const toPaypalAccount = ({ clientId }: Pick<PaypalAccess, 'clientId'>): string =>
  createHash('sha256').update(clientId).digest('hex').slice(0, 16);

export type ProviderKeys = { stripe: repo.ProviderKeyRow | undefined; paypal: repo.ProviderKeyRow | undefined };

/** The store's keys as they are noted, whoever asks: nothing of them leaves the services. */
export async function findKeys(services: Pick<Services, 'db'>, storeId: StoreId): Promise<ProviderKeys> {
  const rows = await services.db.fast(marketplaceScope(storeId), (tx) => repo.listKeys(tx));
  const of = (provider: Provider) => rows.find((row) => row.provider === provider);
  return { stripe: of('stripe'), paypal: of('paypal') };
}

/** The keys of the providers that the marketplace pays by: one that is switched off is as if it had none. */
export async function findPayingKeys(services: Pick<Services, 'db'>, storeId: StoreId): Promise<ProviderKeys> {
  const keys = await findKeys(services, storeId);
  const isOn = await services.db.fast(marketplaceScope(storeId), readProviderSwitches);
  return { stripe: isOn.stripe ? keys.stripe : undefined, paypal: isOn.paypal ? keys.paypal : undefined };
}

/** Stripe for new payouts; undefined where the marketplace has no key, or switched it off. */
export async function openPayingStripe(
  services: Opening & Pick<Services, 'db'>,
  storeId: StoreId,
): Promise<OpenStripe | undefined> {
  const { stripe } = await findPayingKeys(services, storeId);
  return stripe && openStripeRow(services, stripe);
}

type Opening = Pick<Services, 'adapters' | 'vault'>;

export function openStripeRow(services: Opening, row: repo.ProviderKeyRow): OpenStripe {
  const { apiKey } = stripeSecret.parse(JSON.parse(services.vault.openText(row.encrypted)));
  const { accountId: platformId, isTest, country } = row;
  return {
    client: services.adapters.stripe.open(apiKey),
    platformId,
    isTest,
    country,
    hooks: parseHooks(services, row),
  };
}

export function openPaypalRow(services: Opening, row: repo.ProviderKeyRow): OpenPaypal {
  const access = paypalSecret.parse(JSON.parse(services.vault.openText(row.encrypted)));
  const { accountId, isTest } = row;
  return { client: services.adapters.paypal.open(access), access, accountId, isTest, hooks: parseHooks(services, row) };
}

function parseHooks(services: Opening, row: repo.ProviderKeyRow): EncryptedWebhook[] {
  return row.encryptedWebhooks === ''
    ? []
    : hooksSchema.parse(JSON.parse(services.vault.openText(row.encryptedWebhooks)));
}

/** Stripe with the store's key; undefined where the marketplace has none. */
export async function openStripe(
  services: Opening & Pick<Services, 'db'>,
  storeId: StoreId,
): Promise<OpenStripe | undefined> {
  const { stripe } = await findKeys(services, storeId);
  return stripe && openStripeRow(services, stripe);
}

/** PayPal with the store's pair; undefined where the marketplace has none. */
export async function openPaypal(
  services: Opening & Pick<Services, 'db'>,
  storeId: StoreId,
): Promise<OpenPaypal | undefined> {
  const { paypal } = await findKeys(services, storeId);
  return paypal && openPaypalRow(services, paypal);
}

/** Whether the store has connected any provider. Needs the marketplace's scope. */
export async function hasProvider(tx: SqlTx): Promise<boolean> {
  return (await repo.listKeys(tx)).length > 0;
}

/** The account at Stripe that the store's key is for, and its mode; undefined without a key. Needs the marketplace's scope. */
export async function findStripePlatform(tx: SqlTx): Promise<{ platformId: string; isTest: boolean } | undefined> {
  const row = (await repo.listKeys(tx)).find(({ provider }) => provider === 'stripe');
  return row && { platformId: row.accountId, isTest: row.isTest };
}

/** Which providers the store pays by, and in which of their worlds. */
export async function readPayments(services: Pick<Services, 'db'>, storeId: StoreId): Promise<Payments> {
  const { stripe, paypal } = await findKeys(services, storeId);
  const paying = await findPayingKeys(services, storeId);
  return {
    stripeConnect: { enabled: paying.stripe !== undefined, isTestKey: stripe?.isTest ?? false },
    paypal: { enabled: paying.paypal !== undefined, isSandbox: paypal?.isTest ?? false },
  };
}

export { PROVIDER_NAMES };

const REFUSALS: Partial<Record<ProviderReason, ReasonCode>> = {
  key: 'provider_key_refused',
  expired: 'provider_key_expired',
  not_granted: 'provider_not_granted',
  busy: 'provider_busy',
  missing: 'provider_knows_none',
};

/** What a provider's problem is to whoever asked: a reason in words (409), or provider_failed (502). Anything else stays. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof ProviderProblem)) return error;
  const reason = REFUSALS[error.reason];
  if (reason) return stateRefuses(reason, { provider: PROVIDER_NAMES[error.provider] });
  return Object.assign(new AppError('provider_failed'), { cause: error });
}

/** Runs work with a provider; what it refuses is said in our words. */
export async function withProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRefusal(error);
  }
}
