import { toGid } from '../../core/gid.ts';
import type { DraftOrder, Shop } from '../../core/state.ts';
import { restTime } from './shape.ts';

/** The body of the draft_orders/* topics. */
export function draftPayload(shop: Shop, draft: DraftOrder): Record<string, unknown> {
  const time = (iso: string | null): string | null => restTime(iso, shop.timezone);
  return {
    id: draft.id,
    admin_graphql_api_id: toGid('DraftOrder', draft.id),
    name: draft.name,
    email: shop.customerDataLevel === 2 ? draft.email : null,
    currency: draft.currency,
    status: draft.status.toLowerCase(),
    order_id: draft.orderId,
    tags: draft.tags.join(', '),
    note_attributes: draft.attributes,
    created_at: time(draft.createdAt),
    updated_at: time(draft.updatedAt),
    completed_at: time(draft.completedAt),
  };
}
