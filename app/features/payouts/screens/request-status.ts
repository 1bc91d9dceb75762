import type { Status } from '#app/ui/components/status-badge.tsx';
import type { RequestState } from '../approval/approval.ts';

/** The word of a badge for where a request stands. */
export const REQUEST_STATUS: Readonly<Record<RequestState, Status>> = {
  waiting: 'awaitingApproval',
  approved: 'approved',
  declined: 'declined',
  withdrawn: 'withdrawn',
  expired: 'expired',
  stale: 'outdated',
  voided: 'voided',
};
