import { toGid } from '../../../core/gid.ts';
import type { FulfillmentEvent } from '../../../core/state.ts';
import type { View } from '../context.ts';

/** An event of a fulfillment as the platform tells it. */
export function fulfillmentEventView({ id, status, happenedAt, createdAt }: FulfillmentEvent): View {
  return {
    __typename: 'FulfillmentEvent',
    id: toGid('FulfillmentEvent', id),
    status,
    happenedAt,
    createdAt,
    message: null,
    city: null,
    country: null,
    province: null,
    zip: null,
    address1: null,
    latitude: null,
    longitude: null,
    estimatedDeliveryAt: null,
  };
}
