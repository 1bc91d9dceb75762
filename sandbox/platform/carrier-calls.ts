import { signWebhook } from './webhooks.ts';
import { realMs } from '../core/clock.ts';
import type { Fault, Sandbox } from '../core/kernel.ts';
import { exponentOf } from '../core/money.ts';
import type { CarrierService, Shop } from '../core/state.ts';
import { findVariantById } from './store/lookup.ts';

/** When goods arrive, as a carrier states it: moments of ISO 8601. */
export type DeliveryDates = { min: string; max: string };
/** A row that a carrier offers. */
type CarrierRate = { title: string; code: string; description: string; priceMinor: number; dates?: DeliveryDates };
/** What a carrier said; null where it did not answer as it must, and the shop's backup rates are offered. */
export type CarrierAnswer = CarrierRate[] | null;

export type CarrierCart = {
  lines: readonly { variantId: number; quantity: number }[];
  destination: { country: string; province: string | null; zip: string; city: string };
};

const TIMEOUT_MS = 10_000;
const KEPT_MS = 15 * 60_000;
const KEPT_FAILED_MS = 30_000;
const MAX_KEPT = 1_000;

type Kept = { answer: CarrierAnswer; until: number };
/** Answers that are kept, in memory only: a restart forgets them. */
const kept = new WeakMap<Sandbox, Map<string, Kept>>();

/** What a carrier offers for lines of one location. Kept for a quarter of an hour, by what the platform keeps it by. */
export async function askCarrier(
  sandbox: Sandbox,
  shop: Shop,
  carrier: CarrierService,
  cart: CarrierCart,
): Promise<CarrierAnswer> {
  const items = toItems(shop, cart);
  const answers = kept.get(sandbox) ?? new Map<string, Kept>();
  kept.set(sandbox, answers);
  // Not by price, customer, discount or language.
  const key = JSON.stringify([
    ...[shop.domain, carrier.id, carrier.callbackUrl, cart.destination],
    items.map((item) => [item.variant_id, item.quantity, item.grams]),
  ]);
  const now = sandbox.clock.now().getTime();
  const before = answers.get(key);
  if (before && before.until > now) return before.answer;
  const answer = await call(sandbox, shop, carrier, { cart, items });
  if (answers.size > MAX_KEPT) answers.clear();
  answers.set(key, { answer, until: now + (answer === null ? KEPT_FAILED_MS : KEPT_MS) });
  return answer;
}

type Item = ReturnType<typeof toItems>[number];

function toItems(shop: Shop, { lines }: CarrierCart) {
  return lines.flatMap(({ variantId, quantity }) => {
    const owned = findVariantById(shop, variantId);
    if (!owned) return [];
    const { product, variant } = owned;
    return [
      {
        name: product.title,
        sku: variant.sku,
        quantity,
        grams: gramsOf(variant.inventory.weight),
        price: toSubunits(variant.priceMinor, shop.currency),
        vendor: product.vendor,
        requires_shipping: variant.inventory.requiresShipping,
        taxable: variant.taxable,
        fulfillment_service: 'manual',
        properties: {},
        product_id: product.id,
        variant_id: variant.id,
      },
    ];
  });
}

function gramsOf({ value, unit }: { value: number; unit: string }): number {
  const factor: Record<string, number> = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523, POUNDS: 453.59237 };
  return Math.round(value * (factor[unit] ?? 1));
}

/** Currencies without a minor unit are stated in hundredths all the same. */
const toSubunits = (amountMinor: number, currency: string): number =>
  exponentOf(currency) === 0 ? amountMinor * 100 : amountMinor;

async function call(
  sandbox: Sandbox,
  shop: Shop,
  carrier: CarrierService,
  { cart, items }: { cart: CarrierCart; items: readonly Item[] },
): Promise<CarrierAnswer> {
  const [location] = shop.locations;
  const place = ({ country, province, zip, city }: CarrierCart['destination']) => ({
    country,
    postal_code: zip,
    province,
    city,
    name: null,
    address1: null,
    address2: null,
    address3: null,
    phone: null,
    fax: null,
    email: null,
    address_type: null,
    company_name: null,
  });
  const origin = {
    country: location?.address.countryCode ?? shop.countryCode,
    province: null,
    zip: location?.address.zip ?? '',
    city: location?.address.city ?? '',
  };
  const body = JSON.stringify({
    rate: {
      origin: place(origin),
      destination: place(cart.destination),
      items,
      currency: shop.currency,
      locale: 'en',
    },
  });
  const started = realMs();
  const { status, text } = await send(sandbox, shop, carrier, body);
  const read = status !== null && status >= 200 && status < 300 ? readRates(text, shop.currency) : null;
  sandbox.log.add({
    at: sandbox.clock.iso(),
    target: 'carrier',
    method: 'POST',
    path: new URL(carrier.callbackUrl).pathname,
    operation: 'rates',
    body,
    status: status ?? 0,
    durationMs: Math.round(realMs() - started),
    contract: status === 200 && read === null ? `violates: not rates: ${text.slice(0, 200)}` : 'ok',
  });
  return read;
}

async function send(
  sandbox: Sandbox,
  shop: Shop,
  carrier: CarrierService,
  body: string,
): Promise<{ status: number | null; text: string }> {
  const fault: Fault | null = sandbox.faults.take('carrier', ['rates']);
  if (fault && fault.kind !== 'delay') return { status: fault.kind === 'error' ? fault.status : null, text: '' };
  if (fault) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  try {
    const response = await fetch(carrier.callbackUrl, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Ruby',
        'x-shopify-hmac-sha256': signWebhook(body, sandbox.config.apiSecret),
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-timeout': String(TIMEOUT_MS),
      },
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: null, text: '' };
  }
}

/** The rows as the platform's document has them; null for an answer that is not so. */
function readRates(text: string, currency: string): CarrierRate[] | null {
  const rates: CarrierRate[] = [];
  for (const rate of parseList(text) ?? [null]) {
    if (rate === null || typeof rate !== 'object') return null;
    const {
      service_name: title,
      service_code: code,
      description,
      total_price: price,
      currency: own,
    } = rate as Record<string, unknown>;
    const isText = [title, code, description].every((one) => typeof one === 'string');
    if (!isText || title === '' || code === '' || own !== currency || !/^\d{1,12}$/.test(String(price))) return null;
    const subunits = Number(price);
    const priceMinor = exponentOf(currency) === 0 ? Math.round(subunits / 100) : subunits;
    const dates = readDates(rate as Record<string, unknown>);
    if (dates === null) return null;
    const shown = { title: String(title), code: String(code), description: String(description), priceMinor };
    rates.push(dates ? { ...shown, dates } : shown);
  }
  return rates;
}

const DATE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;

/** The dates of a row: undefined where it states none, null where they are not written as the platform wants. */
function readDates(rate: Record<string, unknown>): DeliveryDates | null | undefined {
  const stated = [rate['min_delivery_date'], rate['max_delivery_date']].filter((one) => one !== undefined);
  if (stated.length === 0) return undefined;
  const [min, max = min] = stated.map((one) => {
    const [, day, time, hours, minutes] = DATE.exec(typeof one === 'string' ? one : '') ?? [];
    const at = new Date(`${String(day)}T${String(time)}${String(hours)}:${String(minutes)}`);
    return Number.isNaN(at.getTime()) ? null : at.toISOString();
  });
  return min && max && min <= max ? { min, max } : null;
}

function parseList(text: string): unknown[] | null {
  try {
    const { rates } = JSON.parse(text) as { rates?: unknown };
    return Array.isArray(rates) ? (rates as unknown[]) : null;
  } catch {
    return null;
  }
}
