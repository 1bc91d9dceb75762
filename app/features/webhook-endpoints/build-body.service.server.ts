import { AppError } from '#app/core/errors.ts';
import {
  allowedScopes,
  marketplaceScope,
  PERMISSIONS,
  permissionsOfScopes,
  VENDOR_PERMISSIONS,
  type Actor,
  type Viewer,
} from '#app/core/viewer.ts';
import { findLiveKey, isKeyActor } from '#app/features/api-keys/api-keys.service.server.ts';
import { buildDelegatedViewer } from '#app/features/delegation/delegated-viewer.service.server.ts';
import { supportedLocale } from '#app/platform/mails/sending.service.server.ts';
import type { Store } from '#app/platform/stores/stores.service.server.ts';
import type { WebhookSubject } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { EndpointRow } from './endpoints.repo.server.ts';
import * as repo from './messages.repo.server.ts';
import { mayFollow } from './topic-scopes.ts';
import { shortUrl } from './webhook-endpoint.ts';

/** How an object is read as the API answers it; composed in main. Throws AppError as the call does. */
export type WebhookSources = Readonly<Record<WebhookSubject, (ctx: Ctx, id: bigint) => Promise<object | undefined>>>;

/** What is sent of a message; or why nothing is: whoever made the endpoint is gone, or may not see what it is about. */
export type Built = { body: string } | { problem: 'maker' | 'rights' };

/**
 * Reads what a message is about as the API answers its endpoint's maker at this moment. An object that is gone is named by its id
 * alone; so is what a test event is about.
 */
export async function buildBody(
  services: Services,
  sources: WebhookSources,
  o: { store: Store; endpoint: EndpointRow; message: repo.MessageRow; lease: string },
): Promise<Built | undefined> {
  const { store, endpoint, message, lease } = o;
  const viewer = await findViewer(services, store, endpoint);
  if (!viewer) return { problem: 'maker' };
  const { permissions, scopes } = viewer;
  const follower = { isMarketplace: endpoint.vendorId === null, permissions, scopes };
  if (!mayFollow(message.topic, follower)) return { problem: 'rights' };
  const data = message.subjectId === 0n ? undefined : await readObject(services, sources, viewer, message);
  return services.db.fast(marketplaceScope(store.id), async (tx) => {
    const claimed = await repo.holdClaimed(tx, message.id, lease);
    if (!claimed) return undefined;
    const sequence = claimed.sequence ?? (await repo.takeSequence(tx, claimed));
    const body = JSON.stringify({
      type: message.topic,
      timestamp: message.occurredAt.toISOString(),
      sequence: Number(sequence),
      ...(message.subjectId === 0n ? { test: true } : {}),
      data: data ?? { id: String(message.subjectId) },
    });
    await repo.saveBody(tx, message.id, { body: services.vault.seal(Buffer.from(body)), sequence });
    return { body };
  });
}

async function readObject(
  services: Services,
  sources: WebhookSources,
  viewer: Viewer,
  { subject, subjectId }: repo.MessageRow,
): Promise<object | undefined> {
  try {
    return await sources[subject]({ ...services, viewer }, subjectId);
  } catch (error) {
    // It was there as it happened: deleted since, or its feature is off.
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'feature_disabled'))
      return undefined;
    throw error;
  }
}

/** Whose rights of now bind what an endpoint is told; undefined for a maker, a key or a vendor that is gone. */
async function findViewer(services: Services, store: Store, endpoint: EndpointRow): Promise<Viewer | undefined> {
  const { vendorId, maker } = endpoint;
  const actor: Actor = {
    kind: 'system',
    id: `webhook:${String(endpoint.id)}`,
    name: shortUrl(endpoint.url),
    role: 'webhook',
  };
  const locale = supportedLocale(store.locale);
  if (isKeyActor(maker)) return findKeyViewer(services, store, { vendorId, keyActor: maker, actor, locale });
  const wanted = new Set(vendorId === null ? PERMISSIONS : VENDOR_PERMISSIONS);
  return buildDelegatedViewer(services, store, { vendorId, maker, wanted, actor, locale });
}

/** What a key may see now that made an endpoint: by its scopes, and as far as whoever made the key may. Undefined once it ended. */
async function findKeyViewer(
  services: Services,
  store: Store,
  o: { vendorId: bigint | null; keyActor: string; actor: Actor; locale: Viewer['locale'] },
): Promise<Viewer | undefined> {
  const { vendorId, keyActor, actor, locale } = o;
  const key = await findLiveKey(services, store.id, { actorId: keyActor, vendorId });
  if (!key?.scopes.includes('webhooks')) return undefined;
  const wanted = permissionsOfScopes(key.scopes);
  const viewer = await buildDelegatedViewer(services, store, { vendorId, maker: key.maker, wanted, actor, locale });
  return viewer && { ...viewer, scopes: new Set(allowedScopes(key.scopes, viewer.permissions)) };
}
