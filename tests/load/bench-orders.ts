import { createHmac } from 'node:crypto';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';

export const BENCH_SHOP = 'bench.myshopify.com';
export const BENCH_SECRET = 'a-secret-of-the-bench-only';
export const VENDORS = 50;
export const vendorName = (index: number): string => `Vendor ${index % VENDORS}`;

/** An order of three lines and two vendors, with shipping and tax, as its signed delivery. */
export function buildBenchDelivery(number: number, round: number): { body: Buffer; headers: Record<string, string> } {
  const first = vendorName(number);
  const second = vendorName(number * 7 + 3);
  const payload = buildOrderPayload({
    id: 7_000_000_000 + number,
    createdAt: new Date(Date.UTC(2026, 0, 5) + number * 1000),
    shipping: '9.99',
    email: `buyer-${number}@bench.test`,
    lines: [
      { vendor: first, price: '20.00', quantity: 2 },
      { vendor: first, price: '7.00' },
      { vendor: second === first ? vendorName(number + 1) : second, price: '12.50', tax: '2.62' },
    ],
  });
  const body = Buffer.from(JSON.stringify(payload));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': BENCH_SHOP,
      'x-shopify-webhook-id': `bench-${round}-${number}`,
      'x-shopify-event-id': `event-${round}-${number}`,
      'x-shopify-triggered-at': payload.created_at,
      'x-shopify-hmac-sha256': createHmac('sha256', BENCH_SECRET).update(body).digest('base64'),
    },
  };
}
