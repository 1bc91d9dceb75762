import { createBatches } from './batches.server.ts';
import { createPaypalCaller, type PaypalAccess } from './call.server.ts';
import { createHooks } from './hooks.server.ts';

export type { PaypalAccess } from './call.server.ts';

/** PayPal, as features see it. Credentials belong to stores and come with each use; tokens are kept while they last. */
export type PaypalAdapter = {
  /** A client for one pair of credentials. Its calls throw ProviderProblem. */
  open(access: PaypalAccess): PaypalClient;
};

export type PaypalClient = {
  /** Whether the pair works and its account may send payouts. */
  check(): Promise<{ mayPayOut: boolean }>;
  hooks: ReturnType<typeof createHooks>;
  batches: ReturnType<typeof createBatches>;
};

const PAYOUTS_SCOPE = 'https://uri.paypal.com/payments/payouts';

export function createPaypal(now: () => Date): PaypalAdapter {
  const caller = createPaypalCaller(now);
  return {
    open: (access) => ({
      check: async () => ({ mayPayOut: (await caller.readScope(access)).split(' ').includes(PAYOUTS_SCOPE) }),
      hooks: createHooks(caller, access),
      batches: createBatches(caller, access),
    }),
  };
}
