import { z } from 'zod';
import type { SandboxResponse } from '../../core/router.ts';
import { json } from '../../core/router.ts';
import type { PaypalWebhook } from '../../core/state-paypal.ts';
import { makeCapitalId } from '../identifiers.ts';
import { paypalOf } from './apps.ts';
import { linkTo, originOf, readBody } from './call.ts';
import type { PaypalCall, PaypalOperation } from './call.ts';
import { PAYPAL_EVENTS } from './events.ts';
import { notFound, PaypalProblem } from './problem.ts';
import { isSigned } from './signature.ts';

const WEBHOOK_LIMIT = 10;

/** The addresses that hear of events, and whether a delivery is genuine. */
export const notificationOperations: readonly PaypalOperation[] = [
  { method: 'POST', pattern: '/v1/notifications/webhooks', name: 'webhooks.post', run: createWebhook },
  { method: 'GET', pattern: '/v1/notifications/webhooks', name: 'webhooks.list', run: listWebhooks },
  { method: 'GET', pattern: '/v1/notifications/webhooks/{id}', name: 'webhooks.get', run: getWebhook },
  { method: 'DELETE', pattern: '/v1/notifications/webhooks/{id}', name: 'webhooks.delete', run: deleteWebhook },
  {
    method: 'POST',
    pattern: '/v1/notifications/verify-webhook-signature',
    name: 'verify-webhook-signature.post',
    run: verifySignature,
  },
];

const creation = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'Not a valid webhook URL' }).max(2048),
  event_types: z
    .array(
      z.strictObject({
        name: z.string().refine((name) => name === '*' || name in PAYPAL_EVENTS, { error: 'Not a valid event type' }),
      }),
    )
    .min(1)
    .max(500),
});

function ownWebhooks(call: PaypalCall): PaypalWebhook[] {
  return paypalOf(call.sandbox).webhooks.filter((webhook) => webhook.appId === call.app.id);
}

function createWebhook(call: PaypalCall): SandboxResponse {
  const input = readBody(call, creation);
  const own = ownWebhooks(call);
  if (own.some((webhook) => webhook.url === input.url))
    throw new PaypalProblem(400, 'WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists');
  if (own.length >= WEBHOOK_LIMIT)
    throw new PaypalProblem(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', 'The maximum number of webhooks was exceeded');
  const webhook: PaypalWebhook = {
    id: makeCapitalId(call.sandbox, '', 17),
    appId: call.app.id,
    url: input.url,
    events: input.event_types.map((type) => type.name),
    createdAt: call.sandbox.clock.iso(),
  };
  paypalOf(call.sandbox).webhooks.push(webhook);
  return json(201, showWebhook(call, webhook));
}

function showWebhook(call: PaypalCall, webhook: PaypalWebhook): Record<string, unknown> {
  const path = `/v1/notifications/webhooks/${webhook.id}`;
  return {
    id: webhook.id,
    url: webhook.url,
    event_types: webhook.events.map((name) => ({
      name,
      description: PAYPAL_EVENTS[name] ?? 'ALL',
      status: 'ENABLED',
    })),
    links: [
      linkTo(call.app.environment, path),
      linkTo(call.app.environment, path, 'update', 'PATCH'),
      linkTo(call.app.environment, path, 'delete', 'DELETE'),
    ],
  };
}

function listWebhooks(call: PaypalCall): SandboxResponse {
  return json(200, { webhooks: ownWebhooks(call).map((webhook) => showWebhook(call, webhook)) });
}

function ownWebhook(call: PaypalCall): PaypalWebhook {
  const webhook = ownWebhooks(call).find((candidate) => candidate.id === call.path['id']);
  if (!webhook) throw notFound();
  return webhook;
}

function getWebhook(call: PaypalCall): SandboxResponse {
  return json(200, showWebhook(call, ownWebhook(call)));
}

function deleteWebhook(call: PaypalCall): SandboxResponse {
  const webhook = ownWebhook(call);
  const state = paypalOf(call.sandbox);
  state.webhooks = state.webhooks.filter((candidate) => candidate !== webhook);
  return { status: 204, headers: {}, body: '' };
}

const verification = z.strictObject({
  auth_algo: z
    .string()
    .regex(/^[a-zA-Z0-9]+$/)
    .max(100),
  cert_url: z.url().max(500),
  transmission_id: z
    .string()
    .regex(/^(?!\d+$)\w+\S+/)
    .max(50),
  transmission_sig: z
    .string()
    .regex(/^(?!\d+$)\w+\S+/)
    .max(500),
  transmission_time: z.iso.datetime().max(100),
  webhook_id: z
    .string()
    .regex(/^[a-zA-Z0-9]+$/)
    .max(50),
  webhook_event: z.looseObject({}),
});

function verifySignature(call: PaypalCall): SandboxResponse {
  const input = readBody(call, verification);
  const isOwn = ownWebhooks(call).some((webhook) => webhook.id === input.webhook_id);
  const body = JSON.stringify(input.webhook_event);
  const isGenuine = isOwn && isSigned(call.sandbox, input, originOf(call.app.environment), body);
  return json(200, { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' });
}
