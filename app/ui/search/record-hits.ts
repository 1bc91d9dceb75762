import type { MoneyDto } from '#app/core/dto.ts';
import { callPath } from '../session/api-client.ts';

/** So many of each kind are offered; the list itself shows the others. */
const MAX_HITS = 5;

/** What of the answers of the lists' own calls is shown here; the calls keep to what the viewer may see. */
export type OrderHit = {
  id: string;
  name: string;
  fulfillment: 'unfulfilled' | 'partially_fulfilled' | 'fulfilled' | 'cancelled';
  vendor: { id: string; name: string };
  buyer: { name: string };
  earnings: MoneyDto;
};
export type ProductHit = {
  id: string;
  title: string;
  vendor: string;
  status: 'DRAFT' | 'ACTIVE' | 'ARCHIVED' | 'UNLISTED';
  submission: string;
  imageUrl: string | null;
  price: MoneyDto | null;
};
export type VendorHit = { id: string; vendor: string; hasAccount: boolean; hasSignedIn: boolean; unpaid: MoneyDto[] };
export type RecordHits = { q: string; orders: OrderHit[]; products: ProductHit[]; vendors: VendorHit[] };

/** Which kinds of records somebody may search. */
export type Searched = { orders: boolean; products: boolean; vendors: boolean };

/** Finds records by the calls of the lists. Throws ApiRefusal, or the browser's error where there is no connection. */
export async function findRecords(q: string, searched: Searched): Promise<RecordHits> {
  const ask = async <Answer>(path: string, query: Record<string, string>): Promise<Answer> => {
    const answer = await callPath('GET', path, { search: new URLSearchParams({ q, ...query }) });
    return (await answer.json()) as Answer;
  };
  const [orders, products, vendors] = await Promise.all([
    searched.orders ? ask<{ orders: OrderHit[] }>('/api/orders', {}) : undefined,
    searched.products
      ? ask<{ products: ProductHit[] }>('/api/products-v2', { status: 'ALL', sort: 'RELEVANCE' })
      : undefined,
    searched.vendors
      ? ask<{ vendors: VendorHit[]; vendorsWithoutAccount: VendorHit[] }>('/api/vendors', {})
      : undefined,
  ]);
  return {
    q,
    orders: (orders?.orders ?? []).slice(0, MAX_HITS),
    products: (products?.products ?? []).slice(0, MAX_HITS),
    vendors: [...(vendors?.vendors ?? []), ...(vendors?.vendorsWithoutAccount ?? [])].slice(0, MAX_HITS),
  };
}
