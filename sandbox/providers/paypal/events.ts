import type { Sandbox } from '../../core/kernel.ts';
import type { PaypalApp } from '../../core/state-paypal.ts';
import { makeCapitalId } from '../identifiers.ts';
import { paypalOf } from './apps.ts';
import { linkTo } from './call.ts';

const KEPT_EVENTS = 2000;

/** The events of payouts that can be subscribed to, with what they tell. */
export const PAYPAL_EVENTS: Record<string, string> = {
  'PAYMENT.PAYOUTSBATCH.DENIED': 'A batch payout payment is denied.',
  'PAYMENT.PAYOUTSBATCH.PROCESSING': 'The state of a batch payout payment changes to processing.',
  'PAYMENT.PAYOUTSBATCH.SUCCESS': 'A batch payout payment completes successfully.',
  'PAYMENT.PAYOUTS-ITEM.BLOCKED': 'A payouts item is blocked.',
  'PAYMENT.PAYOUTS-ITEM.CANCELED': 'A payouts item is canceled.',
  'PAYMENT.PAYOUTS-ITEM.DENIED': 'A payouts item is denied.',
  'PAYMENT.PAYOUTS-ITEM.FAILED': 'A payouts item fails.',
  'PAYMENT.PAYOUTS-ITEM.HELD': 'A payouts item is held.',
  'PAYMENT.PAYOUTS-ITEM.REFUNDED': 'A payouts item is refunded.',
  'PAYMENT.PAYOUTS-ITEM.RETURNED': 'A payouts item is returned.',
  'PAYMENT.PAYOUTS-ITEM.SUCCEEDED': 'A payouts item succeeds.',
  'PAYMENT.PAYOUTS-ITEM.UNCLAIMED': 'A payouts item is unclaimed.',
};

/** Tells every registered address of the application that listens for it. */
export function emitEvent(
  sandbox: Sandbox,
  app: PaypalApp,
  event: { type: string; resourceType: string; summary: string; resource: unknown },
): void {
  const state = paypalOf(sandbox);
  const id = `WH-${makeCapitalId(sandbox, '', 17)}-${makeCapitalId(sandbox, '', 17)}`;
  const path = `/v1/notifications/webhooks-events/${id}`;
  const body = {
    id,
    event_version: '1.0',
    create_time: sandbox.clock.iso(),
    resource_type: event.resourceType,
    event_type: event.type,
    summary: event.summary,
    resource: event.resource,
    links: [linkTo(app.environment, path), linkTo(app.environment, `${path}/resend`, 'resend', 'POST')],
  };
  state.events.push({ id, appId: app.id, type: event.type, body, createdAt: sandbox.clock.iso() });
  if (state.events.length > KEPT_EVENTS * 1.2) state.events = state.events.slice(-KEPT_EVENTS);
  for (const webhook of state.webhooks)
    if (webhook.appId === app.id && (webhook.events.includes('*') || webhook.events.includes(event.type)))
      sandbox.providerWebhooks.queue({
        provider: 'paypal',
        eventId: id,
        endpointId: webhook.id,
        topic: event.type,
        url: webhook.url,
        body: JSON.stringify(body),
      });
}
