import { z } from 'zod';
import type { Sandbox } from '../../core/kernel.ts';
import type { StripeEndpoint, StripeEvent } from '../../core/state-stripe.ts';
import { makeId } from '../identifiers.ts';
import { done, listPage, STRIPE_VERSION } from './call.ts';
import type { Cause, StripeCall, StripeOperation } from './call.ts';
import { created, isWithin, paging, readParams, secondsOf, text } from './params.ts';
import { stripeOf } from './platforms.ts';
import { missing } from './problem.ts';

const KEPT_EVENTS = 2000;

type Happening = {
  platformId: string;
  livemode: boolean;
  type: string;
  cause: Cause;
};

/**
 * Tells every endpoint that listens for it of a change, with the object as it is now. `account` names the connected account in
 * which it happened; such events go to endpoints for connected accounts only.
 */
export function emitSnapshot(
  sandbox: Sandbox,
  happening: Happening & { object: unknown; previous?: Record<string, unknown>; account?: string },
): void {
  const endpoints = listenersOf(sandbox, happening, 'snapshot').filter(
    (endpoint) => endpoint.connect === (happening.account !== undefined),
  );
  const id = makeId(sandbox, 'evt_', 24);
  const body = {
    id,
    object: 'event',
    ...(happening.account === undefined ? {} : { account: happening.account }),
    api_version: STRIPE_VERSION,
    created: secondsOf(sandbox.clock.iso()),
    data: {
      object: happening.object,
      ...(happening.previous ? { previous_attributes: happening.previous } : {}),
    },
    livemode: happening.livemode,
    pending_webhooks: endpoints.length,
    request: { id: happening.cause.requestId, idempotency_key: happening.cause.idempotencyKey },
    type: happening.type,
  };
  keepEvent(sandbox, happening, 'snapshot', id, body);
  send(sandbox, endpoints, id, happening.type, (endpoint) => ({
    ...body,
    api_version: endpoint.apiVersion ?? STRIPE_VERSION,
  }));
}

/**
 * Tells every event destination that listens for it of a change, by name only: the receiver fetches the object. A ping goes to
 * one destination (`only`). Answers the whole event.
 */
export function emitThin(
  sandbox: Sandbox,
  happening: Happening & {
    related?: { id: string; type: string; url: string };
    data?: Record<string, unknown>;
    only?: string;
  },
): Record<string, unknown> {
  const { requestId, idempotencyKey } = happening.cause;
  const id = makeId(sandbox, happening.livemode ? 'evt_' : 'evt_test_', 40);
  const notification = {
    id,
    object: 'v2.core.event',
    type: happening.type,
    livemode: happening.livemode,
    created: sandbox.clock.iso(),
    context: null,
    related_object: happening.related ?? null,
    reason:
      requestId === null
        ? null
        : { type: 'request', request: { id: requestId, idempotency_key: idempotencyKey ?? '' } },
  };
  const body = happening.data ? { ...notification, data: happening.data } : notification;
  keepEvent(sandbox, happening, 'thin', id, body);
  const endpoints =
    happening.only === undefined
      ? // What happens in an account goes to destinations that listen to accounts (`@accounts`), nothing of it to `@self`.
        listenersOf(sandbox, happening, 'thin').filter((endpoint) => endpoint.connect)
      : stripeOf(sandbox).endpoints.filter((endpoint) => endpoint.id === happening.only);
  send(sandbox, endpoints, id, happening.type, () => notification);
  return body;
}

function listenersOf(sandbox: Sandbox, happening: Happening, payload: StripeEndpoint['payload']): StripeEndpoint[] {
  return stripeOf(sandbox).endpoints.filter(
    (endpoint) =>
      endpoint.enabled &&
      endpoint.payload === payload &&
      endpoint.platformId === happening.platformId &&
      endpoint.livemode === happening.livemode &&
      (endpoint.events.includes(happening.type) || endpoint.events.includes('*')),
  );
}

function keepEvent(
  sandbox: Sandbox,
  happening: Happening,
  payload: StripeEvent['payload'],
  id: string,
  body: Record<string, unknown>,
): void {
  const { platformId, livemode, type } = happening;
  const state = stripeOf(sandbox);
  state.events.push({ id, platformId, livemode, type, payload, body, createdAt: sandbox.clock.iso() });
  if (state.events.length > KEPT_EVENTS * 1.2) state.events = state.events.slice(-KEPT_EVENTS);
}

function send(
  sandbox: Sandbox,
  endpoints: readonly StripeEndpoint[],
  eventId: string,
  topic: string,
  bodyFor: (endpoint: StripeEndpoint) => unknown,
): void {
  for (const endpoint of endpoints)
    sandbox.providerWebhooks.queue({
      provider: 'stripe',
      eventId,
      endpointId: endpoint.id,
      topic,
      url: endpoint.url,
      body: JSON.stringify(bodyFor(endpoint)),
    });
}

/** Reading events back: of v1, and the thin ones in full. */
export const eventOperations: readonly StripeOperation[] = [
  { method: 'GET', pattern: '/v1/events', name: 'events.list', run: listEvents },
  {
    method: 'GET',
    pattern: '/v1/events/{id}',
    name: 'events.retrieve',
    run: (call) => retrieveEvent(call, 'snapshot'),
  },
  {
    method: 'GET',
    pattern: '/v2/core/events/{id}',
    name: 'v2.events.retrieve',
    run: (call) => retrieveEvent(call, 'thin'),
  },
];

function eventsOf(call: StripeCall, payload: StripeEvent['payload']): StripeEvent[] {
  return stripeOf(call.sandbox).events.filter(
    (event) => event.payload === payload && event.platformId === call.platform.id && event.livemode === call.livemode,
  );
}

function listEvents(call: StripeCall) {
  const wanted = readParams(
    z.strictObject({
      ...paging,
      type: text().optional(),
      types: z.array(text()).max(20).optional(),
      created: created().optional(),
    }),
    call.params,
  );
  const types = wanted.types ?? (wanted.type === undefined ? null : [wanted.type]);
  const found = eventsOf(call, 'snapshot').filter(
    (event) => isWithin(event.createdAt, wanted.created) && (types === null || types.includes(event.type)),
  );
  return listPage(found.toReversed(), wanted, '/v1/events', (event) => event.body);
}

function retrieveEvent(call: StripeCall, payload: StripeEvent['payload']) {
  readParams(z.strictObject({}), call.params);
  const id = call.path['id'] ?? '';
  const found = eventsOf(call, payload).find((event) => event.id === id);
  if (!found) throw missing('event', id, 'id');
  return done(found.body);
}
