import type { StoreId } from '#app/core/ids.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import type { Services } from '#app/server/context.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { openStripe, openStripeRow, type EncryptedWebhook } from './provider-access.service.server.ts';
import * as repo from './provider-keys.repo.server.ts';

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
    const ids = stripe.hooks.map(({ id }) => id);
    await stripe.client.hooks.subscribe(ids);
    for (const { oldId, hook } of await stripe.client.hooks.replaceDeafThin(ids)) {
      const isKept = await keepHook(services, storeId, { oldId, hook });
      // Whichever is not kept ends: nobody could check what it signs.
      await stripe.client.hooks.endThin(isKept ? oldId : hook.id);
    }
  } catch (error) {
    if (!(error instanceof ProviderProblem) || ['lost', 'busy'].includes(error.reason)) throw error;
    services.log.warn({ err: error }, 'new events of Stripe could not be subscribed');
  }
}

/** Keeps a destination in the place of another; false where the key was saved anew meanwhile. */
function keepHook(
  services: Services,
  storeId: StoreId,
  o: { oldId: string; hook: EncryptedWebhook },
): Promise<boolean> {
  const { id, secret } = o.hook;
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const row = (await repo.listKeys(tx)).find(({ provider }) => provider === 'stripe');
    const current = row ? openStripeRow(services, row).hooks : [];
    if (!row || !current.some((one) => one.id === o.oldId)) return false;
    const hooks = [...current.filter((one) => one.id !== o.oldId), { id, secret }];
    const encryptedWebhooks = services.vault.sealText(JSON.stringify(hooks));
    return repo.replaceWebhooks(tx, { provider: 'stripe', before: row.encryptedWebhooks, encryptedWebhooks });
  });
}
