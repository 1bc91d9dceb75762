import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hashToken } from '#app/server/crypto.server.ts';
import { setNotice } from '../notices/notices.service.server.ts';
import { insertSuppressions } from '../suppressions/suppressions.repo.server.ts';
import { readBounces } from './bounces.ts';
import * as repo from './integration.repo.server.ts';

/** What becomes of a delivery: recorded, for an address that is not ours, or unreadable. */
export type BounceOutcome = 'stored' | 'unknown' | 'unreadable';

/**
 * Records bounces and complaints of the store's service: their addresses get nothing but mails that are always sent, and whoever
 * unsubscribed at the service gets no reminders. The same delivery again changes nothing, so that it needs no queue.
 */
export async function receiveBounces(
  services: Services,
  { shop, token }: { shop: string; token: string },
  { body }: { body: Buffer },
): Promise<BounceOutcome> {
  const store = await findStoreByDomain(services, shop);
  if (!store || store.uninstalledAt) return 'unknown';
  return services.db.fast(marketplaceScope(store.id), async (tx) => {
    const service = await repo.findMailService(tx);
    if (!service || !isSecret(token, service.hookHash)) return 'unknown';
    const events = readBounces(body.toString('utf8'));
    if (!events) return 'unreadable';
    const at = services.clock.now();
    const suppressed = events.flatMap(({ kind, ...event }) => (kind === 'left' ? [] : [{ ...event, kind, at }]));
    await insertSuppressions(tx, suppressed);
    for (const { email, kind } of events)
      if (kind === 'left') await setNotice(tx, { address: email, notice: 'reminders', enabled: false, at });
    await repo.recordLastEvent(tx, at);
    return 'stored';
  });
}

const isSecret = (token: string, hash: string): boolean =>
  hash !== '' && equalBytes(Buffer.from(hashToken(token)), Buffer.from(hash));
