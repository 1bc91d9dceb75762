import { buildGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type { FulfillmentEventsQuery, TellFulfillmentMutation } from '../operations.generated.ts';

/** What the store is told of a fulfillment. */
export type FulfillmentEventStatus = 'IN_TRANSIT' | 'DELIVERED';

/** The access that telling it needs, which a merchant may not have granted. */
export const FULFILLMENT_EVENT_SCOPE = 'write_fulfillments';

const LIST_EVENTS = `#graphql
  query FulfillmentEvents($id: ID!) {
    fulfillment(id: $id) { status events(first: 100, reverse: true) { nodes { status } } }
  }`;

const CREATE_EVENT = `#graphql
  mutation TellFulfillment($event: FulfillmentEventInput!) {
    fulfillmentEventCreate(fulfillmentEvent: $event) { fulfillmentEvent { id } userErrors { field message } }
  }`;

/**
 * Tells the store where a fulfillment is. The platform takes no idempotency key here and tells the buyer of each event, so that
 * it is asked first: what it knows, from us or from the carrier itself, is not said again. One that is cancelled or gone is left
 * alone. Throws platform_failed (502) where nobody knows whether it was taken: ask again.
 */
export async function reportFulfillment(
  platform: PlatformClient,
  o: { fulfillmentId: bigint; status: FulfillmentEventStatus; happenedAt: Date },
): Promise<void> {
  const id = buildGid('Fulfillment', o.fulfillmentId);
  const { fulfillment } = await platform.query<FulfillmentEventsQuery>(LIST_EVENTS, { id });
  if (!fulfillment || fulfillment.status === 'CANCELLED') return;
  const known = fulfillment.events.nodes.map(({ status }) => status);
  if (known.includes(o.status) || known.includes('DELIVERED')) return;
  const { fulfillmentEventCreate } = await platform.mutate<TellFulfillmentMutation>(CREATE_EVENT, {
    event: { fulfillmentId: id, status: o.status, happenedAt: o.happenedAt.toISOString() },
  });
  refuseUserErrors(requireAnswer(fulfillmentEventCreate).userErrors);
}
