import type { SandboxRequest } from '../../core/router.ts';
import type { Customer, Shop } from '../../core/state.ts';
import { readCookie } from '../page.ts';

export const accountCookie = (shop: Shop): string => `sandbox_account_${shop.handle}`;

/** The customer who is signed in to their account at the store; null for a guest. */
export function findSignedIn(request: SandboxRequest, shop: Shop): Customer | null {
  return shop.customers[readCookie(request, accountCookie(shop)) ?? ''] ?? null;
}
