import { asStoreId } from '#app/core/ids.ts';
import { asCurrency, isCurrency } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { switchesSchema } from '#app/features/settings/settings.contract.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { chooseLocale } from '#app/ui/i18n/locale.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { readStoredSettings } from '../zones/shipping-settings.service.server.ts';
import { groupByParty, withZones } from './cart-parties.ts';
import { rateCart, type RateOption } from './cart-rates.ts';
import { pickupKey, quoteKey } from './quote.ts';
import * as quotes from './quotes.repo.server.ts';
import type { RateAddress } from './rate-address.ts';
import { parseRateRequest, type RateRequest } from './rate-request.ts';
import { readSources, type RateSources } from './rates.repo.server.ts';
import { toSubunits } from './subunits.ts';

/** A row as the platform reads it. */
type RateRow = {
  service_name: string;
  service_code: string;
  description: string;
  currency: string;
  total_price: string;
};
type RateAnswer = { status: 'answered'; rates: RateRow[] } | { status: 'unknown' | 'unreadable' };

/** A checkout does not wait longer for what its answer is kept by: the order computes it again. */
const KEEP_LIMIT_MS = 400;

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
      variantIds: request.items.flatMap(({ variantId }) => variantId ?? []),
      vendorKeys: [...new Set(request.items.map(({ vendorKey }) => vendorKey))],
    }),
  );
  if (!sources || !isOf(sources, address, call.shop)) return { status: 'unknown' };
  if (!isCurrency(sources.currency) || asCurrency(sources.currency) !== request.currency) {
    await keep(services, address, (tx) => quotes.recordForeignCall(tx, services.clock.now()));
    return { status: 'answered', rates: [] };
  }
  const { options, kept } = offer(request, sources);
  const at = services.clock.now();
  await keep(services, address, (tx) => quotes.keepQuotes(tx, { quotes: kept, currency: request.currency, at }));
  return { status: 'answered', rates: options.map((option) => toRow(option, request)) };
}

function isOf(sources: RateSources, { token }: RateAddress, shop: string): boolean {
  const features = switchesSchema.partial().safeParse(sources.features ?? {});
  const isOn = features.success && features.data.delivery?.enabled === true;
  const isMeant = equalBytes(Buffer.from(sources.token), Buffer.from(token)) && sources.domain === shop;
  return isMeant && isOn && sources.isInstalled;
}

/** The rows of a cart, and what of them is kept for its order. */
function offer({ items, destination, currency, locale }: RateRequest, sources: RateSources) {
  const { names, useDefaults, hasPickups } = readStoredSettings(sources.delivery);
  const groups = groupByParty(items, sources);
  const zoned = withZones(groups, sources.zones, {
    ...{ useDefaults, currency },
    ...(hasPickups ? { pickups: sources.pickups } : {}),
  });
  const pickupName = hasPickups ? translate(chooseLocale({ chosen: locale }))('storefront:pickup') : '';
  const rated = rateCart(zoned, { destination, names, pickupName });
  const itemsOf = new Map(groups.map((group) => [group.party, group.items]));
  return {
    options: rated.options,
    kept: [
      ...rated.quotes.map(({ party, ...quote }) => ({
        ...quote,
        key: hashToken(quoteKey(destination, itemsOf.get(party) ?? [])),
      })),
      ...rated.pickups.map((party) => ({
        ...{ cheapestMinor: 0n, fastestMinor: 0n },
        key: hashToken(pickupKey(destination, itemsOf.get(party) ?? [])),
      })),
    ],
  };
}

/** Writes what an order will look for before the answer is given, but not at the price of the answer. */
async function keep(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { storeId }: RateAddress,
  write: (tx: SqlTx) => Promise<void>,
): Promise<void> {
  const written = db.once(marketplaceScope(asStoreId(storeId)), write).catch((error: unknown) => {
    log.warn({ err: error, store: String(storeId) }, 'an answer to a checkout was not kept');
  });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, KEEP_LIMIT_MS);
  });
  await Promise.race([written, limit]);
  clearTimeout(timer);
}

function toRow({ name, code, description, totalMinor }: RateOption, { currency }: RateRequest): RateRow {
  return {
    ...{ service_name: name, service_code: code, description, currency },
    total_price: String(toSubunits(totalMinor, currency)),
  };
}
