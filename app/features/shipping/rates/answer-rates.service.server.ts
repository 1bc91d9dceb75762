import { asStoreId } from '#app/core/ids.ts';
import { asCurrency, isCurrency } from '#app/core/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { switchesSchema } from '#app/features/settings/settings.contract.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hashToken } from '#app/server/crypto.server.ts';
import { readStoredSettings } from '../zones/shipping-settings.service.server.ts';
import { listParties } from './cart-parties.ts';
import { rateCart, type RateOption } from './cart-rates.ts';
import { quoteKey } from './quote.ts';
import * as quotes from './quotes.repo.server.ts';
import { parseRateRequest, type RateRequest } from './rate-request.ts';
import { readSources, type RateSources } from './rates.repo.server.ts';
import { toSubunits } from './subunits.ts';

/** The address of a store's callback, as its path says it. */
export type RateAddress = { storeId: bigint; token: string };

/** A row as the platform reads it. */
type RateRow = {
  service_name: string;
  service_code: string;
  description: string;
  currency: string;
  total_price: string;
};
type RateAnswer = { status: 'answered'; rates: RateRow[] } | { status: 'unknown' | 'unreadable' };

const ADDRESS = /^\/rates\/(\d{1,18})\/([A-Za-z0-9_-]{32})$/;
/** A checkout does not wait longer for what its answer is kept by: the order computes it again. */
const KEEP_LIMIT_MS = 400;

/** The path of a store's callback. */
export const ratePath = ({ storeId, token }: RateAddress): string => `/rates/${String(storeId)}/${token}`;

export function readRatePath(path: string): RateAddress | undefined {
  const match = ADDRESS.exec(path);
  return match ? { storeId: BigInt(match[1] ?? ''), token: match[2] ?? '' } : undefined;
}

/**
 * The rows of a checkout, from one read of the database, kept for its order. `unknown` for an address that is nobody's or
 * another store's, or where shipping is off; `unreadable` for what is no call of a checkout. No rows where one vendor has no
 * rate, and in a currency that the zones are not in.
 */
export async function answerRates(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  address: RateAddress,
  call: { shop: string; body: unknown },
): Promise<RateAnswer> {
  const request = parseRateRequest(call.body);
  if (!request) return { status: 'unreadable' };
  const scope = marketplaceScope(asStoreId(address.storeId));
  const sources = await services.db.once(scope, (tx) =>
    readSources(tx, {
      productIds: request.items.flatMap(({ productId }) => productId ?? []),
      vendorKeys: [...new Set(request.items.map(({ vendorKey }) => vendorKey))],
    }),
  );
  if (!sources || !isOf(sources, address, call.shop)) return { status: 'unknown' };
  const isForeign = !isCurrency(sources.currency) || asCurrency(sources.currency) !== request.currency;
  const options = isForeign ? [] : offer(request, sources);
  await keep(services, address, { request, options, isForeign });
  return { status: 'answered', rates: options.map((option) => toRow(option, request)) };
}

function isOf(sources: RateSources, { token }: RateAddress, shop: string): boolean {
  const features = switchesSchema.partial().safeParse(sources.features ?? {});
  const isOn = features.success && features.data.delivery?.enabled === true;
  const isMeant = equalBytes(Buffer.from(sources.token), Buffer.from(token)) && sources.domain === shop;
  return isMeant && isOn && sources.isInstalled;
}

function offer({ items, destination, currency }: RateRequest, sources: RateSources): RateOption[] {
  const { names, useDefaults } = readStoredSettings(sources.delivery);
  return rateCart(listParties(items, sources, { useDefaults, currency }), { destination, names });
}

type Kept = { request: RateRequest; options: readonly RateOption[]; isForeign: boolean };

/** Keeps an answer before it is given, but not at the price of the answer. */
async function keep(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  address: RateAddress,
  { request, options, isForeign }: Kept,
): Promise<void> {
  const scope = marketplaceScope(asStoreId(address.storeId));
  const at = clock.now();
  const kept = options.map(({ code, totalMinor, parts }) => ({ code, totalMinor, parts }));
  const key = hashToken(quoteKey(request.destination, request.items));
  const contentKey = hashToken(kept.map((one) => describeOption(one)).join('|'));
  const written = db
    .once(scope, (tx) =>
      isForeign
        ? quotes.recordForeignCall(tx, at)
        : quotes.keepQuote(tx, { key, contentKey, options: kept, currency: request.currency, at }),
    )
    .catch((error: unknown) => {
      log.warn({ err: error, store: String(address.storeId) }, 'an answer to a checkout was not kept');
    });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, KEEP_LIMIT_MS);
  });
  await Promise.race([written, limit]);
  clearTimeout(timer);
}

const describeOption = ({ code, parts }: Pick<RateOption, 'code' | 'parts'>): string =>
  [code, ...parts.map(({ party, amountMinor }) => `${party}=${String(amountMinor)}`).sort()].join(';');

function toRow({ name, code, description, totalMinor }: RateOption, { currency }: RateRequest): RateRow {
  return {
    ...{ service_name: name, service_code: code, description, currency },
    total_price: String(toSubunits(totalMinor, currency)),
  };
}
