import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripeEndpoint } from '../../core/state-stripe.ts';
import { makeId } from '../identifiers.ts';
import { done, listPage } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { address, expand, flag, metadata, paging, readParams, secondsOf, text } from './params.ts';
import { stripeOf } from './platforms.ts';
import { missing, StripeProblem } from './problem.ts';

/** The most endpoints that a platform has in one mode. */
export const ENDPOINT_LIMIT = 16;

/** The addresses that hear of events whole (snapshots). */
export const endpointOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v1/webhook_endpoints', name: 'webhook_endpoints.create', run: createEndpoint },
  { method: 'GET', pattern: '/v1/webhook_endpoints', name: 'webhook_endpoints.list', run: listEndpoints },
  { method: 'GET', pattern: '/v1/webhook_endpoints/{id}', name: 'webhook_endpoints.retrieve', run: retrieveEndpoint },
  { method: 'POST', pattern: '/v1/webhook_endpoints/{id}', name: 'webhook_endpoints.update', run: updateEndpoint },
  { method: 'DELETE', pattern: '/v1/webhook_endpoints/{id}', name: 'webhook_endpoints.delete', run: deleteEndpoint },
];

const eventType = text(200).regex(/^(\*|[a-z0-9_]+(\.[a-z0-9_]+)+)$/, {
  error: (issue) => `Invalid event type: ${String(issue.input)}`,
});
const eventTypes = z.array(eventType).min(1).max(500);

function createEndpoint(call: StripeCall): SandboxResponse {
  const input = readParams(
    z.strictObject({
      url: address(),
      enabled_events: eventTypes,
      api_version: text(50).optional(),
      connect: flag().optional(),
      description: z.string().max(5000).optional(),
      metadata: metadata().optional(),
      expand: expand().optional(),
    }),
    call.params,
  );
  const endpoint = keepEndpoint(call, 'we_', {
    payload: 'snapshot',
    url: input.url,
    events: input.enabled_events,
    connect: input.connect ?? false,
    name: null,
    description: input.description || null,
    metadata: input.metadata ?? {},
    apiVersion: input.api_version ?? null,
  });
  return done({ ...showEndpoint(endpoint), secret: endpoint.secret });
}

/** Registers an address with a signing secret of its own. */
export function keepEndpoint(
  call: StripeCall,
  prefix: string,
  input: Pick<
    StripeEndpoint,
    'payload' | 'url' | 'events' | 'connect' | 'name' | 'description' | 'metadata' | 'apiVersion'
  >,
): StripeEndpoint {
  if (endpointsOf(call, input.payload).length >= ENDPOINT_LIMIT)
    throw new StripeProblem(400, {
      message: `You have reached the maximum of ${ENDPOINT_LIMIT} ${call.livemode ? 'live' : 'test'} webhook endpoints.`,
    });
  const { sandbox } = call;
  const endpoint: StripeEndpoint = {
    ...input,
    id: makeId(sandbox, prefix, 24),
    platformId: call.platform.id,
    livemode: call.livemode,
    secret: makeId(sandbox, 'whsec_', 32),
    enabled: true,
    createdAt: sandbox.clock.iso(),
    updatedAt: sandbox.clock.iso(),
  };
  stripeOf(sandbox).endpoints.push(endpoint);
  return endpoint;
}

/** The caller's endpoints of a kind, newest first. */
export function endpointsOf(call: StripeCall, payload: StripeEndpoint['payload']): StripeEndpoint[] {
  return stripeOf(call.sandbox)
    .endpoints.filter(
      (endpoint) =>
        endpoint.payload === payload && endpoint.platformId === call.platform.id && endpoint.livemode === call.livemode,
    )
    .toReversed();
}

/** The endpoint that the address names, or Stripe's 404. */
export function ownEndpoint(call: StripeCall, payload: StripeEndpoint['payload']): StripeEndpoint {
  const id = call.path['id'] ?? '';
  const endpoint = endpointsOf(call, payload).find((candidate) => candidate.id === id);
  if (!endpoint) throw missing(payload === 'snapshot' ? 'webhook endpoint' : 'event destination', id, 'id');
  return endpoint;
}

/** Takes an endpoint away: events on their way to it are given up. */
export function removeEndpoint(sandbox: Sandbox, endpoint: StripeEndpoint): void {
  const state = stripeOf(sandbox);
  state.endpoints = state.endpoints.filter((candidate) => candidate !== endpoint);
}

function showEndpoint(endpoint: StripeEndpoint): Record<string, unknown> {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: endpoint.apiVersion,
    application: null,
    created: secondsOf(endpoint.createdAt),
    description: endpoint.description,
    enabled_events: endpoint.events,
    livemode: endpoint.livemode,
    metadata: endpoint.metadata,
    status: endpoint.enabled ? 'enabled' : 'disabled',
    url: endpoint.url,
  };
}

function listEndpoints(call: StripeCall): SandboxResponse {
  const wanted = readParams(z.strictObject(paging), call.params);
  return listPage(endpointsOf(call, 'snapshot'), wanted, '/v1/webhook_endpoints', showEndpoint);
}

function retrieveEndpoint(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({ expand: expand().optional() }), call.params);
  return done(showEndpoint(ownEndpoint(call, 'snapshot')));
}

function updateEndpoint(call: StripeCall): SandboxResponse {
  const input = readParams(
    z.strictObject({
      url: address().optional(),
      enabled_events: eventTypes.optional(),
      description: z.string().max(5000).optional(),
      disabled: flag().optional(),
      metadata: metadata().optional(),
      expand: expand().optional(),
    }),
    call.params,
  );
  const endpoint = ownEndpoint(call, 'snapshot');
  endpoint.url = input.url ?? endpoint.url;
  endpoint.events = input.enabled_events ?? endpoint.events;
  endpoint.description = input.description ?? endpoint.description;
  endpoint.metadata = { ...endpoint.metadata, ...input.metadata };
  if (input.disabled !== undefined) endpoint.enabled = !input.disabled;
  endpoint.updatedAt = call.sandbox.clock.iso();
  return done(showEndpoint(endpoint));
}

function deleteEndpoint(call: StripeCall): SandboxResponse {
  readParams(z.strictObject({}), call.params);
  const endpoint = ownEndpoint(call, 'snapshot');
  removeEndpoint(call.sandbox, endpoint);
  return done({ id: endpoint.id, object: 'webhook_endpoint', deleted: true });
}

/** The headers of a delivery, signed for now with the endpoint's secret; null when the endpoint is gone. */
export function signDelivery(sandbox: Sandbox, endpointId: string, body: string): Record<string, string> | null {
  const endpoint = stripeOf(sandbox).endpoints.find((candidate) => candidate.id === endpointId);
  if (!endpoint?.enabled) return null;
  const at = secondsOf(sandbox.clock.iso());
  const signature = createHmac('sha256', endpoint.secret).update(`${at}.${body}`, 'utf8').digest('hex');
  return {
    'stripe-signature': `t=${at},v1=${signature}`,
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
}
