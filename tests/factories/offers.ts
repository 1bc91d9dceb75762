import { expect } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { offerUrl } from '#app/features/offers/offer-link.server.ts';
import type { OfferStatus } from '#app/features/offers/offer.ts';
import { api, program } from '#tests/support/program.ts';
import { grantAftersales } from './aftersales.ts';
import { nextNumber } from './numbers.ts';
import type { BuiltUser } from './people.ts';
import type { BuiltStore, BuiltVendor } from './stores.ts';

/** Switches offers on for a store, with the access that their invoices need. */
export async function openOffers(store: BuiltStore, admin: BuiltUser): Promise<void> {
  await grantAftersales({ domain: store.domain, scopes: ['write_draft_orders'] });
  await switchOffers(admin, true);
}

export async function switchOffers(admin: BuiltUser, enabled: boolean): Promise<void> {
  const answer = await api(admin).patch('/app/info/features', { features: { makeAnOffer: { enabled } } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** An offer as it stands in the database, without anybody having made it. */
export async function buildOfferRow(
  vendor: BuiltVendor,
  o: { status?: OfferStatus; email?: string; variantId?: bigint; productId?: bigint } = {},
): Promise<bigint> {
  const at = program().clock.now();
  const number = nextNumber();
  const row = await program().owner.offer.create({
    data: {
      storeId: vendor.store.id,
      vendorId: vendor.id,
      productId: o.productId ?? BigInt(7_000_000 + number),
      variantId: o.variantId ?? BigInt(8_000_000 + number),
      productTitle: `Kettle ${number}`,
      variantTitle: '',
      email: o.email ?? `buyer-${number}@buyers.test`,
      locale: 'en',
      quantity: 2,
      currency: vendor.store.currency,
      listedMinor: 2_000n,
      minimumMinor: 1_000n,
      buyerMinor: 1_500n,
      priceMinor: 1_500n,
      status: o.status ?? 'pending',
      createdAt: at,
      updatedAt: at,
      expiresAt: new Date(at.getTime() + 7 * DAY_MS),
      draftKey: number.toString(16).padStart(32, '0'),
    },
  });
  return row.id;
}

/** The address of the page that a mail leads the buyer of an offer to. */
export function buyerAddress(store: BuiltStore, offerId: bigint | string): URL {
  const { id, domain } = store;
  return new URL(offerUrl(program().container.services, { id, domain, portalHost: null }, BigInt(offerId)));
}

/** The token of that address. */
export const buyerToken = (store: BuiltStore, offerId: bigint | string): string =>
  buyerAddress(store, offerId).searchParams.get('token') ?? '';
