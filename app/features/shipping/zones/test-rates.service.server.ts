import { invalidInput, type Issue } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { chooseLocale } from '#app/ui/i18n/locale.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { askLiveRates, type LiveSources, type PartyLive } from '../live/ask-live.service.server.ts';
import { NO_CHOICE, type RateChoice } from '../live/live-rate.ts';
import { NOWHERE, readOrigin, type Origin } from '../live/origin.ts';
import { findChoice } from '../live/rate-choice.repo.server.ts';
import { readShippoKey } from '../live/shippo-section.service.server.ts';
import { withZones, type PartyItems, type PickupSource } from '../rates/cart-parties.ts';
import { RATE_CODES, rateCart, type Party, type RateCode, type RateOption } from '../rates/cart-rates.ts';
import type { OfferedRate } from '../rates/offered-rate.ts';
import { toPickup } from '../rates/rates.repo.server.ts';
import { findShipFrom } from '../ship-from/ship-from.repo.server.ts';
import { readMeasure } from './read-rates.ts';
import { requireShipping } from './shipping-settings.service.server.ts';
import type { RateField } from './zone.ts';
import type { TestedDto, TestRatesInput } from './zones.contract.ts';
import * as repo from './zones.repo.server.ts';

/** How long carriers are waited for, as at a checkout that says nothing else. */
const LIVE_LIMIT_MS = 2_000;

/**
 * What a buyer would be shown for a cart and an address, and why. A vendor tests its own lines, the marketplace those of any.
 * Throws feature_disabled and not_found (404), invalid_input (422).
 */
export async function testRates(ctx: Ctx, input: TestRatesInput): Promise<TestedDto> {
  const { viewer } = ctx;
  const currency = asCurrency(viewer.store.currency);
  const carts = readCarts(ctx, input.carts);
  const destination = { country: input.country, province: input.province === '' ? null : input.province };
  const found = await ctx.db.unit(scopeOf(viewer), (tx) => readTested(ctx, tx, carts));
  const { settings, sellers, groups, zones } = found;
  const live = await askLiveRates(ctx, groups, {
    destination: { ...destination, zip: input.zip, city: input.city },
    currency,
    limitMs: LIVE_LIMIT_MS,
    reference: `souk:${String(viewer.store.id)}`,
    sources: found.sources,
  });
  const places = new Map(sellers.flatMap(({ id, pickup }) => (pickup ? [[id, pickup] as const] : [])));
  const parties = withZones(groups, zones, {
    useDefaults: settings.useDefaults,
    currency,
    live,
    ...(settings.enableLocalPickup ? { pickups: { places, variants: new Set<string>() } } : {}),
  });
  const pickupName = translate(chooseLocale({ chosen: viewer.locale }))('storefront:pickup');
  const { options, chosen } = rateCart(parties, { destination, names: settings.names, pickupName });
  const toMoneyDto = (minor: bigint) => toDto(money(minor, currency));
  const offered = (rate: OfferedRate | null) =>
    rate && {
      name: rate.isLive ? rate.description : rate.name,
      price: toMoneyDto(rate.priceMinor),
      days: rate.days,
      isLive: rate.isLive,
    };
  return {
    offered: options.map((option) => ({
      kind: toKind(option, options),
      price: toMoneyDto(option.totalMinor),
      days: option.days,
    })),
    vendors: sellers.map(({ id, name }, at) => {
      const rates = chosen[at];
      const usesDefaults = zones.get(id)?.length === 0;
      const lacksDefaults = usesDefaults && !settings.useDefaults && rates?.reason === 'no_zone';
      return {
        vendor: name,
        usesDefaults,
        zone: rates?.zoneName ?? null,
        reason: lacksDefaults ? ('no_defaults' as const) : (rates?.reason ?? 'no_zone'),
        cheapest: offered(rates?.cheapest ?? null),
        fastest: offered(rates?.fastest ?? null),
        live: toLiveDto(live.get(id)),
        pickup: parties[at]?.pickup ?? null,
      };
    }),
  };
}

const toLiveDto = (live: PartyLive | undefined): TestedDto['vendors'][number]['live'] =>
  live ? { status: live.status, usesFlat: live.usesFlat } : null;

type RowKind = TestedDto['offered'][number]['kind'];
const KINDS: Readonly<Record<RateCode, RowKind>> = {
  [RATE_CODES.cheapest]: 'cheapest',
  [RATE_CODES.fastest]: 'fastest',
  [RATE_CODES.pickup]: 'pickup',
  [RATE_CODES.pickupCheapest]: 'pickupCheapest',
  [RATE_CODES.pickupFastest]: 'pickupFastest',
};

/** What a row is: the cheapest alone, where every fastest is the cheapest, stands for both. */
function toKind({ code }: RateOption, options: readonly RateOption[]): RowKind {
  const isOnly = code === RATE_CODES.cheapest && !options.some((one) => one.code === RATE_CODES.fastest);
  return isOnly ? 'only' : KINDS[code];
}

type TestedCart = { vendor: string; weightGrams: bigint; priceMinor: bigint };
type Seller = { id: Party; name: string; pickup: PickupSource | undefined };

/** All that the rows depend on but what carriers say; carts of one vendor are one. */
async function readTested(ctx: Ctx, tx: Tx, carts: readonly TestedCart[]) {
  const settings = await requireShipping(tx);
  const zones = new Map([['', await repo.listZones(tx, null)]]);
  const origins = new Map<string, Origin>();
  const choices = new Map<string, RateChoice>();
  const sellers: Seller[] = [];
  const groups = new Map<Party, PartyItems>();
  for (const { vendor: name, weightGrams: grams, priceMinor } of carts) {
    const vendor = await resolveVendor(tx, name);
    const id = String(vendor.id);
    const item = { productId: null, variantId: null, vendorKey: '', quantity: 1, grams, priceMinor };
    const group = groups.get(id);
    groups.set(id, { party: id, items: [...(group?.items ?? []), item] });
    if (group) continue;
    zones.set(id, await repo.listZones(tx, vendor.id));
    const from = await findShipFrom(tx, vendor.id);
    origins.set(id, from ? readOrigin(from) : NOWHERE);
    choices.set(id, (await findChoice(tx, vendor.id)) ?? NO_CHOICE);
    sellers.push({ id, name: vendor.name, pickup: from && toPickup({ ...readPickup(from), vendor: vendor.name }) });
  }
  const apiKey = await readShippoKey(ctx, tx);
  const sources: LiveSources = { openKey: () => apiKey, mode: settings.mode, origins, choices, sizes: new Map() };
  return { settings, zones, sellers, groups: [...groups.values()], sources };
}

function readPickup(from: NonNullable<Awaited<ReturnType<typeof findShipFrom>>>) {
  const address = readOrigin(from).address ?? { street1: '', zip: '', city: '' };
  return { address, hours: from.pickupHours, isForAll: from.localPickup };
}

function readCarts({ viewer }: Ctx, typed: TestRatesInput['carts']): TestedCart[] {
  const issues: Issue[] = [];
  const o = { currency: asCurrency(viewer.store.currency), locale: viewer.locale };
  const carts = typed.map(({ vendor, weight, price }, index) => {
    const read = (key: string, text: string, field: RateField): bigint => {
      const measure = readMeasure(text, field, o);
      if (typeof measure === 'bigint') return measure;
      issues.push({ ...measure, path: `carts.${String(index)}.${key}` });
      return 0n;
    };
    const weightGrams = read('weight', weight, 'TOTAL_WEIGHT');
    return { vendor, weightGrams, priceMinor: read('price', price, 'TOTAL_PRICE') };
  });
  if (issues.length > 0) throw invalidInput(issues);
  return carts;
}
