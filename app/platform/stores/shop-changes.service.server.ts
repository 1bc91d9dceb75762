import { z } from 'zod';
import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Delivery, DeliveryStore, Outcome } from '#app/server/webhook-queue.server.ts';
import * as repo from './stores.repo.server.ts';

const PLATFORM: Actor = { kind: 'platform', id: 'webhook', name: '', role: 'platform' };

const shopSchema = z.object({
  name: z.string().max(255),
  email: z.string().max(255).nullish(),
  currency: z.string().length(3),
  iana_timezone: z.string().max(64).nullish(),
  country_code: z.string().max(2).nullish(),
  primary_locale: z.string().max(16).nullish(),
  updated_at: z.string().max(40).nullish(),
});

/**
 * What the platform says of the shop: name, e-mail, zone, language and country follow it. The currency never does: amounts
 * are kept in it, so a change is put before the admin. An older word than the last one changes nothing.
 */
export async function recordShop(
  services: Pick<Services, 'clock'>,
  tx: SqlTx,
  store: DeliveryStore,
  delivery: Delivery,
): Promise<Outcome> {
  const parsed = shopSchema.safeParse(delivery.payload);
  if (!parsed.success) return { id: delivery.id, state: 'dead', note: 'not the facts of a shop' };
  const shop = parsed.data;
  const said = new Date(shop.updated_at ?? delivery.triggeredAt ?? delivery.receivedAt);
  const before = await repo.lockShopFacts(tx, store.id);
  if (!before || (before.syncedAt && before.syncedAt > said)) {
    return { id: delivery.id, state: 'done', note: 'an older word than the last one' };
  }
  const now = services.clock.now();
  const after = {
    name: shop.name,
    email: shop.email ?? null,
    timezone: isTimezone(shop.iana_timezone) ? shop.iana_timezone : before.timezone,
    locale: shop.primary_locale ?? before.locale,
    country: shop.country_code ?? before.country,
  };
  await repo.updateShopFacts(tx, store.id, after, said);
  if (shop.currency === before.currency) await repo.closeNotice(tx, 'currency_changed', now);
  else {
    const detail = { from: before.currency, to: shop.currency };
    await repo.openNotice(tx, { kind: 'currency_changed', reference: 'store', detail }, now);
  }
  // Names of what changed only: the values may be a person's, and this log is permanent.
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
  if (changed.length > 0) {
    await recordAudit(tx, [{ ...storeEvent(store), action: 'store.changed', detail: { changed }, at: now }]);
  }
  return { id: delivery.id, state: 'done' };
}

const scopesSchema = z.object({ current: z.array(z.string().max(100)).max(300) });

/** Notes which access scopes the merchant has granted; one of ours that is missing is put before the admin. */
export async function recordScopes(
  services: Pick<Services, 'clock' | 'env'>,
  tx: SqlTx,
  store: DeliveryStore,
  delivery: Delivery,
): Promise<Outcome> {
  const parsed = scopesSchema.safeParse(delivery.payload);
  if (!parsed.success) return { id: delivery.id, state: 'dead', note: 'not a list of access scopes' };
  const { current } = parsed.data;
  const at = delivery.triggeredAt ?? delivery.receivedAt;
  if (!store.installed || at < store.installedAt) {
    return { id: delivery.id, state: 'done', note: 'older than the installation' };
  }
  const now = services.clock.now();
  const missing = missingScopes(services.env.SCOPES.split(','), current);
  await repo.setGrantedScopes(tx, store.domain, current);
  if (missing.length === 0) await repo.closeNotice(tx, 'scopes_missing', now);
  else await repo.openNotice(tx, { kind: 'scopes_missing', reference: 'store', detail: { missing } }, now);
  await recordAudit(tx, [{ ...storeEvent(store), action: 'store.scopes', detail: { missing }, at: now }]);
  return { id: delivery.id, state: 'done' };
}

/** A granted right to write implies the right to read the same. */
function missingScopes(wanted: readonly string[], granted: readonly string[]): string[] {
  const known = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]));
  return wanted.filter((scope) => !known.has(scope));
}

const storeEvent = (store: DeliveryStore) => ({
  subject: 'store' as const,
  subjectId: String(store.id),
  vendorId: null,
  actor: PLATFORM,
});

function isTimezone(zone: string | null | undefined): zone is string {
  if (typeof zone !== 'string') return false;
  try {
    // The constructor throws for a zone that it does not know.
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
