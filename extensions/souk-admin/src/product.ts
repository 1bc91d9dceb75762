import { call, Refused } from './call.ts';
import type { Money } from './host.ts';

/** What the blocks use of `GET /products/{productId}/review`. */
export type ProductReview = {
  id: string;
  title: string;
  status: 'DRAFT' | 'ACTIVE' | 'ARCHIVED' | 'UNLISTED';
  submission: 'none' | 'awaiting' | 'sent_back' | 'approved';
  allowedActions: string[];
  vendor: { id: string; name: string; live: number; sentBack: number } | null;
  change: { id: string; fields: string[]; seen: string; allowedActions: string[] } | null;
  checks: { check: string; isMet: boolean }[];
  earnings: { price: Money; commission: Money; earns: Money }[] | null;
  lastEdit: { by: string; at: string } | null;
};

/** A product as an admin decides on it; null where the marketplace does not know it. */
export async function loadReview(productId: string): Promise<ProductReview | null> {
  try {
    return await call<ProductReview>(`/products/${productId}/review`);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
    return null;
  }
}

/** Approves a draft, or applies what waits of a change as it was seen. A later state of the change is a conflict. */
export function approve({ id, change }: ProductReview): Promise<unknown> {
  return change
    ? call(`/products/changes/${change.id}`, { method: 'PATCH', body: { action: 'apply', seen: change.seen } })
    : call(`/product-v2/${id}/approve`, { method: 'PATCH', body: {} });
}

/** Sends a product back, or declines what waits of a change, with a note that the vendor reads. */
export function sendBack({ id, change }: ProductReview, note: string): Promise<unknown> {
  return change
    ? call(`/products/changes/${change.id}`, { method: 'PATCH', body: { action: 'decline', seen: change.seen, note } })
    : call(`/product-v2/${id}/unapprove`, { method: 'PATCH', body: { note } });
}

/** Whether something waits for the marketplace: a draft, or a change to what is live. */
export function isWaiting({ change, allowedActions, status }: ProductReview): boolean {
  return change ? change.allowedActions.includes('apply') : status === 'DRAFT' && allowedActions.includes('approve');
}

/** Whether the vendor can get it back with a note. */
export function canSendBack({ change, allowedActions, submission }: ProductReview): boolean {
  return change
    ? change.allowedActions.includes('decline')
    : submission !== 'sent_back' && allowedActions.includes('unapprove');
}
