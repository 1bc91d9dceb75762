import { asStoreId } from '#app/core/ids.ts';
import { asCurrency, isCurrency } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { switchesSchema } from '#app/platform/settings/settings.contract.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { chooseLocale } from '#app/ui/i18n/locale.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { askLiveRates, type PartyLive } from '../live/ask-live.service.server.ts';
import { openShippoKey } from '../live/shippo-section.service.server.ts';
import { readStoredSettings } from '../zones/shipping-settings.service.server.ts';
import { groupByParty, withZones, type PartyItems } from './cart-parties.ts';
import { RATE_CODES, rateCart, type Party, type RateOption } from './cart-rates.ts';
import { toDeliveryDates } from './delivery-dates.ts';
import { liveQuoteKey, pickupKey, quoteKey } from './match-charge.ts';
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
  min_delivery_date?: string;
  max_delivery_date?: string;
  /** The checkout asks the buyer for a phone number. */
  phone_required?: true;
};
type RateAnswer = { status: 'answered'; rates: RateRow[] } | { status: 'unknown' | 'unreadable' };

// Once, and not with each answer: making a schema takes longer than reading by it.
const storedSwitches = switchesSchema.partial();

/** A checkout does not wait longer for what its answer is kept by: the order computes it again. */
const KEEP_LIMIT_MS = 400;
/** What is left for reading and combining when carriers have used up their time. */
const OWN_MS = 100;

/**
 * The rows of a checkout, from one read of the database and what carriers say within the time, kept for its order. `unknown` for an address that is nobody's or
 * another store's, or where shipping is off; `unreadable` for what is no call of a checkout. No rows where one vendor has no
 * rate, and in a currency that the zones are not in.
 */
export async function answerRates(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'vault' | 'adapters'>,
  address: RateAddress,
  call: { shop: string; body: unknown; limitMs: number },
): Promise<RateAnswer> {
  const startedAtMs = performance.now();
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
    await storeQuotes(services, address, (tx) => quotes.recordForeignCall(tx, services.clock.now()));
    return { status: 'answered', rates: [] };
  }
  const groups = groupByParty(request.items, sources);
  const settings = readStoredSettings(sources.delivery);
  const live = await askLiveRates(services, groups, {
    destination: request.destination,
    currency: request.currency,
    reference: `souk:${String(address.storeId)}`,
    limitMs: call.limitMs - (performance.now() - startedAtMs) - KEEP_LIMIT_MS - OWN_MS,
    sources: {
      origins: sources.origins,
      choices: sources.choices,
      sizes: sources.sizes,
      mode: settings.mode,
      openKey: () => openKey(services, sources.shippo),
    },
  });
  const { options, kept } = offer(request, { sources, settings, groups, live });
  const at = services.clock.now();
  await storeQuotes(services, address, (tx) => quotes.keepQuotes(tx, { quotes: kept, currency: request.currency, at }));
  return {
    status: 'answered',
    rates: options.map((option) =>
      toRow(option, {
        request,
        at,
        timezone: sources.timezone,
        needsPhone: option.code !== RATE_CODES.pickup && needsPhone(sources, live, request),
      }),
    ),
  };
}

function isOf(sources: RateSources, { token }: RateAddress, shop: string): boolean {
  const features = storedSwitches.safeParse(sources.features ?? {});
  const isOn = features.success && features.data.delivery?.enabled === true;
  const isMeant = equalBytes(Buffer.from(sources.token), Buffer.from(token)) && sources.domain === shop;
  return isMeant && isOn && sources.isInstalled;
}

/** Carriers that take a package abroad want to call its recipient: whoever is quoted one is asked for a phone number. */
const needsPhone = (
  { origins }: RateSources,
  live: ReadonlyMap<Party, PartyLive>,
  { destination }: RateRequest,
): boolean =>
  [...live].some(([party, { rates }]) => {
    const from = origins.get(party)?.address?.country;
    return rates.length > 0 && from !== undefined && from !== destination.country;
  });

/** The store's key of Shippo. One that cannot be opened takes no flat rates along. */
function openKey({ vault, log }: Pick<Services, 'vault' | 'log'>, stored: unknown): string | undefined {
  try {
    return openShippoKey({ vault }, stored);
  } catch (error) {
    log.warn({ err: error }, 'the key of Shippo cannot be opened for a checkout');
    return undefined;
  }
}

/** The rows of a cart, and what of them is kept for its order. */
function offer(
  { destination, currency, locale }: RateRequest,
  o: {
    sources: RateSources;
    settings: ReturnType<typeof readStoredSettings>;
    groups: readonly PartyItems[];
    live: ReadonlyMap<Party, PartyLive>;
  },
) {
  const { sources, groups, live } = o;
  const { names, useDefaults, hasPickups } = o.settings;
  const zoned = withZones(groups, sources.zones, {
    useDefaults,
    currency,
    live,
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
        key: hashToken(
          live.has(party)
            ? liveQuoteKey(destination.zip, destination, itemsOf.get(party) ?? [])
            : quoteKey(destination, itemsOf.get(party) ?? []),
        ),
      })),
      ...rated.pickups.map((party) => ({
        cheapestMinor: 0n,
        fastestMinor: 0n,
        key: hashToken(pickupKey(destination, itemsOf.get(party) ?? [])),
      })),
    ],
  };
}

/** Writes what an order will look for before the answer is given, but not at the price of the answer. */
async function storeQuotes(
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

function toRow(
  { name, code, description, totalMinor, days }: RateOption,
  o: { request: RateRequest; at: Date; timezone: string; needsPhone: boolean },
): RateRow {
  const { currency } = o.request;
  const dates = days && toDeliveryDates(days, o.at, o.timezone);
  return {
    service_name: name,
    service_code: code,
    description,
    currency,
    total_price: String(toSubunits(totalMinor, currency)),
    ...(dates ? { min_delivery_date: dates.min, max_delivery_date: dates.max } : {}),
    ...(o.needsPhone ? { phone_required: true } : {}),
  };
}
