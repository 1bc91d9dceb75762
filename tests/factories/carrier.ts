import { createHmac } from 'node:crypto';
import { API_SECRET } from '#tests/support/environment.ts';
import { program } from '#tests/support/program.ts';
import { grantAftersales } from './aftersales.ts';
import type { BuiltUser } from './people.ts';
import { setShipping } from './shipping.ts';
import type { BuiltStore } from './stores.ts';

export type RateRow = {
  service_name: string;
  service_code: string;
  description: string;
  currency: string;
  total_price: string;
};

/** Turns shipping on in a store of the sandbox, lets the app register, and has every shipping zone ask it, alone. */
export async function openRates(store: BuiltStore, admin: BuiltUser): Promise<void> {
  const { sandbox } = program();
  await grantAftersales({ domain: store.domain, scopes: ['write_shipping'] });
  await setShipping(admin);
  await sandbox?.control('POST', '/drain');
  await program().drain();
  await sandbox?.control('POST', '/shipping', { shop: store.domain, useCarrier: true, flatRates: false });
}

/** The path of a store's callback, as it was registered. */
export async function readCallback(store: BuiltStore): Promise<string> {
  const { token } = await program().owner.carrierService.findUniqueOrThrow({ where: { storeId: store.id } });
  return `/rates/${String(store.id)}/${token}`;
}

type RateItemInput = { price: number; vendor?: string; grams?: number; quantity?: number; [field: string]: unknown };

/** What a checkout asks, as the platform writes it. */
export function buildRateBody(
  items: readonly RateItemInput[],
  o: { country?: string; province?: string | null; currency?: string; zip?: string } = {},
): string {
  return JSON.stringify({
    rate: {
      origin: { country: 'NL', postal_code: '1011 AB', province: null, city: 'Amsterdam' },
      destination: {
        country: o.country ?? 'NO',
        province: o.province ?? null,
        postal_code: o.zip ?? '0150',
        city: 'Oslo',
        name: 'Ada Buyer',
        address1: 'Karl Johans gate 1',
        phone: '+4712345678',
        email: 'ada@buyers.test',
      },
      items: items.map((item) => ({
        name: 'Bowl',
        sku: '',
        quantity: 1,
        grams: 500,
        vendor: '',
        requires_shipping: true,
        taxable: true,
        fulfillment_service: 'manual',
        properties: {},
        product_id: null,
        variant_id: null,
        ...item,
      })),
      currency: o.currency ?? 'USD',
      locale: 'en',
    },
  });
}

/** Calls a path as the platform's checkout does: signed over the raw bytes. `signature` replaces the right one. */
export async function callRates(
  path: string,
  body: string,
  o: { shop: string; signature?: string; headers?: Record<string, string> },
): Promise<{ status: number; rates: RateRow[] | undefined }> {
  const answer = await fetch(`${program().url}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-shop-domain': o.shop,
      'x-shopify-hmac-sha256': o.signature ?? createHmac('sha256', API_SECRET).update(body).digest('base64'),
      ...o.headers,
    },
  });
  const text = await answer.text();
  const { status } = answer;
  return { status, rates: text === '' ? undefined : (JSON.parse(text) as { rates?: RateRow[] }).rates };
}
