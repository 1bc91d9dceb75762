import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import {
  END,
  MATCH,
  REFRESH,
  refreshReturned,
  RETURNED,
  runEnd,
  runMatch,
  runRefresh,
  SWEEP,
  sweepMemberships,
} from './membership-work.service.server.ts';

const ofVendor = z.object({ vendorId: z.string().transform((id) => BigInt(id)) });
const ofCustomer = z.object({ customerId: z.string() });
const ofSubscription = z.object({ subscriptionId: z.string() });

/** Reading memberships at the provider: after its events, after its pages, and all of them once a day. */
export function membershipScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: REFRESH, run: (store, { payload }) => runRefresh(services, store, ofVendor.parse(payload).vendorId) },
    { kind: MATCH, run: (store, { payload }) => runMatch(services, store, ofCustomer.parse(payload).customerId) },
    { kind: SWEEP, handle: (tx, store) => sweepMemberships(services, tx, store) },
    { kind: RETURNED, handle: (tx) => refreshReturned(services, tx) },
    { kind: END, run: (store, { payload }) => runEnd(services, store, ofSubscription.parse(payload).subscriptionId) },
  ];
}
