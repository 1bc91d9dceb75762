import { invalidInput, type Issue } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { resolveVendor } from '#app/features/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { chooseRates, combineRates, zonesInForce } from '../rates/combine-rates.ts';
import { readMeasure } from './read-rates.ts';
import { requireShipping } from './shipping-settings.service.server.ts';
import type { Rate, RateField, VendorCart } from './zone.ts';
import type { TestedDto, TestRatesInput } from './zones.contract.ts';
import * as repo from './zones.repo.server.ts';

/**
 * What a buyer would be shown for a cart and an address, and why. A vendor tests its own lines, the marketplace those of any.
 * Throws feature_disabled and not_found (404), invalid_input (422).
 */
export async function testRates(ctx: Ctx, input: TestRatesInput): Promise<TestedDto> {
  const { viewer } = ctx;
  const currency = asCurrency(viewer.store.currency);
  const carts = readCarts(ctx, input.carts);
  const destination = { country: input.country, province: input.province === '' ? null : input.province };
  const wire = (minor: bigint) => toDto(money(minor, currency));
  const offered = (rate: Rate | null) => rate && { name: rate.name, price: wire(rate.priceMinor) };
  return ctx.db.unit(scopeOf(viewer), async (tx) => {
    const { names, useDefaults } = await requireShipping(tx);
    const defaults = await repo.listZones(tx, null);
    const found = [];
    for (const { vendor: name, ...cart } of carts) {
      const vendor = await resolveVendor(tx, name);
      const zones = await repo.listZones(tx, vendor.id);
      const usesDefaults = zones.length === 0;
      const inForce = zonesInForce(zones, { defaults, useDefaults, currency });
      const chosen = chooseRates(inForce, { cart, destination, names });
      const rates = usesDefaults && !useDefaults ? { ...chosen, reason: 'no_defaults' as const } : chosen;
      found.push({ vendor: vendor.name, usesDefaults, rates });
    }
    return {
      offered: combineRates(found.map(({ rates }) => rates)).map(({ kind, priceMinor }) => ({
        kind,
        price: wire(priceMinor),
      })),
      vendors: found.map(({ vendor, usesDefaults, rates }) => ({
        ...{ vendor, usesDefaults, reason: rates.reason, zone: rates.zoneName },
        ...{ cheapest: offered(rates.cheapest), fastest: offered(rates.fastest) },
      })),
    };
  });
}

function readCarts({ viewer }: Ctx, typed: TestRatesInput['carts']): (VendorCart & { vendor: string })[] {
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
