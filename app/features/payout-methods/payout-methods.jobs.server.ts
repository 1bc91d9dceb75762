import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import { LOOK, lookAgain, SWEEP, sweepAccounts } from './account-look.service.server.ts';

const payload = z.object({ accountId: z.string() });

/** Looking at vendors' accounts: each after a word of Stripe, and all of them once a day. */
export function payoutMethodDueWork(services: Services): DueWorkHandler[] {
  return [
    { kind: LOOK, handle: (tx, store, work) => lookAgain(services, tx, store, payload.parse(work.payload).accountId) },
    { kind: SWEEP, handle: (tx, store) => sweepAccounts(services, tx, store) },
  ];
}
