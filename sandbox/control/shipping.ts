import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { listShippingMethods } from '../platform/checkout-rates.ts';
import { carriersOf, changePlan, changeZone, PLANS, updateCarrier, zonesOf } from '../platform/store/carriers.ts';
import { findVariantBySku, shopOf } from '../platform/store/lookup.ts';
import { controlBody } from './guard.ts';
import { readFlag, readList, readObject, readOneOf, readText, requireText } from './input.ts';
import type { Body } from './input.ts';

const DEFAULT_SHOP = 'demo.myshopify.com';

/** What the merchant does with shipping in the store admin, and what a buyer would be offered. */
export function shippingControlRoutes(sandbox: Sandbox): Route[] {
  const shopIn = (body: Body) => shopOf(sandbox, readText(body, 'shop') ?? DEFAULT_SHOP);
  return [
    route('GET', '/control/shipping', (request) => {
      const shop = shopOf(sandbox, request.query.get('shop') ?? DEFAULT_SHOP);
      return json(200, {
        plan: shop.plan ?? 'Development',
        carriers: carriersOf(shop).map((carrier) => ({ ...carrier, id: String(carrier.id) })),
        zones: zonesOf(sandbox, shop),
      });
    }),
    route('POST', '/control/shipping', (request) => {
      const body = controlBody(request);
      const shop = shopIn(body);
      const plan = readOneOf(body, 'plan', PLANS);
      if (plan) changePlan(sandbox, shop, plan);
      if (readFlag(body, 'deactivate'))
        for (const carrier of carriersOf(shop)) updateCarrier(sandbox, shop, carrier.id, { active: false });
      const marketDriven = readFlag(body, 'marketDriven');
      if (marketDriven !== undefined) shop.isMarketDriven = marketDriven;
      const useCarrier = readFlag(body, 'useCarrier');
      const hasFlatRates = readFlag(body, 'flatRates');
      const [carrier] = carriersOf(shop);
      if (useCarrier && !carrier) throw new Refusal('No carrier service is registered.', ['useCarrier']);
      for (const { name } of zonesOf(sandbox, shop))
        changeZone(sandbox, shop, name, {
          ...(useCarrier === undefined ? {} : { carrierId: useCarrier ? (carrier?.id ?? null) : null }),
          ...(hasFlatRates === undefined ? {} : { hasFlatRates }),
        });
      return json(200, { status: 'ok' });
    }),
    route('POST', '/control/checkout-rates', async (request) => {
      const body = controlBody(request);
      const shop = shopIn(body);
      const lines = (readList(body, 'lines') ?? []).map((one) => {
        const line = readObject(one, 'lines');
        const owned = findVariantBySku(shop, requireText(line, 'sku'));
        if (!owned) throw new Refusal(`No variant ${String(line['sku'])}.`, ['lines'], 'NOT_FOUND');
        return { variantId: owned.variant.id, quantity: Number(line['quantity'] ?? 1) };
      });
      const destination = {
        country: requireText(body, 'country'),
        province: readText(body, 'province') ?? null,
        zip: readText(body, 'zip') ?? '1000',
        city: readText(body, 'city') ?? 'City',
      };
      return json(200, { methods: await listShippingMethods(sandbox, shop, { lines, destination }) });
    }),
  ];
}
