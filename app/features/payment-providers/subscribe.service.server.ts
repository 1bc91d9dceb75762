import type { StoreId } from '#app/core/ids.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import type { Services } from '#app/server/context.server.ts';
import { openStripe } from './provider-access.service.server.ts';

/** Has Stripe tell of what this version listens for, under a key that an earlier one saved. */
export const SUBSCRIBE = 'payment-providers.subscribe';

/**
 * The job of one store. What is silent or busy is tried again; a key that opens nothing any more is the admins' to mend. Without
 * a key, or where everything is subscribed, it changes nothing.
 */
export async function subscribeToEvents(services: Services, storeId: StoreId): Promise<undefined> {
  const stripe = await openStripe(services, storeId);
  if (!stripe || stripe.hooks.length === 0) return;
  try {
    await stripe.client.hooks.subscribe(stripe.hooks.map(({ id }) => id));
  } catch (error) {
    if (!(error instanceof ProviderProblem) || ['lost', 'busy'].includes(error.reason)) throw error;
    services.log.warn({ err: error }, 'new events of Stripe could not be subscribed');
  }
}
