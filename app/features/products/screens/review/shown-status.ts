import type { Status } from '#app/ui/components/status-badge.tsx';
import type { ReversibleAction } from '../../decisions/scheduled-decision.ts';
import { badgeOf } from '../../product.ts';

/** The badge of a product: what it is, or what it is about to become by a decision that has not taken effect yet. */
export function shownStatus(product: Parameters<typeof badgeOf>[0], decision: ReversibleAction | undefined): Status {
  if (decision === undefined) return badgeOf(product);
  return decision === 'approve' ? 'approving' : 'sendingBack';
}
