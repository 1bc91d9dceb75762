import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Sandbox } from '../../core/kernel.ts';
import { json } from '../../core/router.ts';
import type { ShippoTracking, ShippoTransaction, ShippoWebhook } from '../../core/state-shippo.ts';
import { makeId } from '../identifiers.ts';
import { notFound, page, readBody, Invalid, type ShippoOperation } from './call.ts';
import { shippoOf } from './store.ts';
import { viewTrack } from './views.ts';

const creation = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2048),
  event: z.enum(['transaction_created', 'transaction_updated', 'track_updated', 'batch_created', 'batch_purchased']),
  active: z.boolean().optional(),
  is_test: z.boolean().optional(),
});

const webhooksOf = (sandbox: Sandbox): ShippoWebhook[] => (shippoOf(sandbox).webhooks ??= []);

const view = ({ id, url, event, isTest, createdAt }: ShippoWebhook) => ({
  object_id: id,
  url,
  event,
  is_test: isTest,
  active: true,
  object_created: createdAt,
  object_updated: createdAt,
  object_owner: 'marketplace@sandbox.test',
});

/** The addresses that hear of packages. */
export const webhookOperations: readonly ShippoOperation[] = [
  {
    method: 'POST',
    pattern: '/webhooks',
    name: 'webhooks.create',
    run: ({ sandbox, request }) => {
      const body = readBody(request, creation);
      if (body instanceof Invalid) return body;
      const made: ShippoWebhook = {
        id: makeId(sandbox, 'hook', 28).toLowerCase(),
        url: body.url,
        event: body.event,
        isTest: body.is_test ?? false,
        createdAt: sandbox.clock.iso(),
      };
      webhooksOf(sandbox).push(made);
      return json(201, view(made));
    },
  },
  {
    method: 'GET',
    pattern: '/webhooks',
    name: 'webhooks.list',
    run: ({ sandbox }) => page(webhooksOf(sandbox).map(view)),
  },
  {
    method: 'DELETE',
    pattern: '/webhooks/{id}',
    name: 'webhooks.delete',
    run: ({ sandbox, path }) => {
      const isKnown = hasWebhook(sandbox, path['id'] ?? '');
      shippoOf(sandbox).webhooks = webhooksOf(sandbox).filter(({ id }) => id !== path['id']);
      return isKnown ? { status: 204, headers: {}, body: '' } : notFound();
    },
  },
];

const hasWebhook = (sandbox: Sandbox, webhookId: string): boolean =>
  webhooksOf(sandbox).some(({ id }) => id === webhookId);

/** The headers of a report: signed where Shippo gave the account a secret, which it does on request; null for an address that is gone. */
export function signShippoReport(sandbox: Sandbox, webhookId: string, body: string): Record<string, string> | null {
  if (!hasWebhook(sandbox, webhookId)) return null;
  const { webhookSecret } = shippoOf(sandbox);
  if (!webhookSecret) return {};
  const at = Math.floor(sandbox.clock.now().getTime() / 1000);
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`, 'utf8').digest('hex');
  return { 'shippo-auth-signature': `t=${at},v1=${signature}` };
}

/** Moves a package, and reports it to every address that is registered for such packages. */
export function movePackage(sandbox: Sandbox, one: ShippoTransaction, tracking: ShippoTracking): void {
  one.trackingStatus = tracking;
  reportPackage(sandbox, one);
}

/** Reports where a package is; the same report may come again, and late. */
export function reportPackage(sandbox: Sandbox, one: ShippoTransaction): void {
  const body = JSON.stringify({ event: 'track_updated', test: one.isTest, data: viewTrack(sandbox, one) });
  for (const { id, url, event, isTest } of webhooksOf(sandbox)) {
    if (event !== 'track_updated' || isTest !== one.isTest) continue;
    sandbox.providerWebhooks.queue({
      provider: 'shippo',
      eventId: makeId(sandbox, 'even', 28),
      endpointId: id,
      topic: event,
      url,
      body,
    });
  }
}
