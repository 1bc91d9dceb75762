import { createHmac, randomUUID } from 'node:crypto';
import { API_SECRET } from '#tests/support/environment.ts';
import { program } from '#tests/support/program.ts';

export type WebhookInput = {
  shop: string;
  topic: string;
  payload: object | string;
  webhookId?: string;
  eventId?: string;
  triggeredAt?: Date;
  /** A wrong secret, to see the delivery refused. */
  secret?: string;
};

/** A delivery as the platform sends it: body and headers, signed over the raw bytes. */
export function signWebhook(o: WebhookInput): { body: string; headers: Record<string, string> } {
  const body = typeof o.payload === 'string' ? o.payload : JSON.stringify(o.payload);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': o.topic,
      'x-shopify-shop-domain': o.shop,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': o.webhookId ?? randomUUID(),
      'x-shopify-event-id': o.eventId ?? randomUUID(),
      'x-shopify-triggered-at': (o.triggeredAt ?? program().clock.now()).toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', o.secret ?? API_SECRET)
        .update(body, 'utf8')
        .digest('base64'),
    },
  };
}

/** Sends a signed delivery to the program and returns the answer's status. */
export async function deliverWebhook(o: WebhookInput): Promise<number> {
  const { body, headers } = signWebhook(o);
  const answer = await fetch(`${program().url}/webhooks`, { method: 'POST', body, headers });
  await answer.arrayBuffer();
  return answer.status;
}
