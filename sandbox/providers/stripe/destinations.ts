import { z } from 'zod';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripeEndpoint } from '../../core/state-stripe.ts';
import { done } from './call.ts';
import type { StripeCall, StripeOperation } from './call.ts';
import { endpointsOf, keepEndpoint, ownEndpoint, removeEndpoint } from './endpoints.ts';
import { emitThin } from './events.ts';
import { address, integer, metadata, readParams, text } from './params.ts';
import { invalidParam } from './problem.ts';

/** The addresses that hear of events by name only (thin). */
export const destinationOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v2/core/event_destinations', name: 'event_destinations.create', run: createDestination },
  { method: 'GET', pattern: '/v2/core/event_destinations', name: 'event_destinations.list', run: listDestinations },
  {
    method: 'GET',
    pattern: '/v2/core/event_destinations/{id}',
    name: 'event_destinations.retrieve',
    run: retrieveDestination,
  },
  {
    method: 'DELETE',
    pattern: '/v2/core/event_destinations/{id}',
    name: 'event_destinations.delete',
    run: deleteDestination,
  },
  {
    method: 'POST',
    pattern: '/v2/core/event_destinations/{id}/ping',
    name: 'event_destinations.ping',
    run: pingDestination,
  },
];

const include = z.array(z.enum(['webhook_endpoint.signing_secret', 'webhook_endpoint.url'])).optional();

function createDestination(call: StripeCall): SandboxResponse {
  const input = readParams(
    z.strictObject({
      name: text(),
      description: z.string().max(5000).optional(),
      type: z.enum(['webhook_endpoint', 'amazon_eventbridge', 'azure_event_grid']),
      event_payload: z.enum(['thin', 'snapshot']),
      enabled_events: z.array(text(200)).min(1).max(500),
      events_from: z.array(z.enum(['@self', '@accounts'])).optional(),
      snapshot_api_version: text(50).optional(),
      webhook_endpoint: z.strictObject({ url: address() }).optional(),
      metadata: metadata().optional(),
      include,
    }),
    call.params,
  );
  if (input.type !== 'webhook_endpoint' || !input.webhook_endpoint)
    throw invalidParam('type', 'not implemented in the sandbox: destinations other than webhook_endpoint with its url');
  if (input.event_payload === 'snapshot')
    throw invalidParam('event_payload', 'not implemented in the sandbox: snapshots by event destinations');
  const endpoint = keepEndpoint(call, 'ed_', {
    payload: 'thin',
    url: input.webhook_endpoint.url,
    events: input.enabled_events,
    connect: input.events_from?.includes('@accounts') ?? false,
    name: input.name,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    apiVersion: input.snapshot_api_version ?? null,
  });
  return done(showDestination(endpoint, input.include ?? []));
}

/** A destination as v2 shows it; its address and, when it is made, its secret only to who asks for them. */
function showDestination(endpoint: StripeEndpoint, included: readonly string[]): Record<string, unknown> {
  return {
    id: endpoint.id,
    object: 'v2.core.event_destination',
    created: endpoint.createdAt,
    description: endpoint.description ?? '',
    enabled_events: endpoint.events,
    event_payload: endpoint.payload,
    events_from: [endpoint.connect ? '@accounts' : '@self'],
    livemode: endpoint.livemode,
    metadata: endpoint.metadata,
    name: endpoint.name,
    snapshot_api_version: endpoint.apiVersion,
    status: endpoint.enabled ? 'enabled' : 'disabled',
    status_details: null,
    type: 'webhook_endpoint',
    updated: endpoint.updatedAt,
    webhook_endpoint: {
      signing_secret: included.includes('webhook_endpoint.signing_secret') ? endpoint.secret : null,
      url: included.includes('webhook_endpoint.url') ? endpoint.url : null,
    },
  };
}

const shown = z.strictObject({ include: z.array(z.enum(['webhook_endpoint.url'])).optional() });

function listDestinations(call: StripeCall): SandboxResponse {
  const wanted = readParams(shown.extend({ limit: integer(1, 100).optional() }), call.params);
  return done({
    data: endpointsOf(call, 'thin')
      .slice(0, wanted.limit ?? 20)
      .map((endpoint) => showDestination(endpoint, wanted.include ?? [])),
    next_page_url: null,
    previous_page_url: null,
  });
}

function retrieveDestination(call: StripeCall): SandboxResponse {
  const wanted = readParams(shown, call.params);
  return done(showDestination(ownEndpoint(call, 'thin'), wanted.include ?? []));
}

function deleteDestination(call: StripeCall): SandboxResponse {
  const endpoint = ownEndpoint(call, 'thin');
  removeEndpoint(call.sandbox, endpoint);
  return done({ id: endpoint.id, object: 'v2.core.event_destination', deleted: true });
}

function pingDestination(call: StripeCall): SandboxResponse {
  const endpoint = ownEndpoint(call, 'thin');
  const event = emitThin(call.sandbox, {
    platformId: endpoint.platformId,
    livemode: endpoint.livemode,
    type: 'v2.core.event_destination.ping',
    related: {
      id: endpoint.id,
      type: 'v2.core.event_destination',
      url: `/v2/core/event_destinations/${endpoint.id}`,
    },
    cause: call.cause,
    only: endpoint.id,
  });
  return done(event);
}
