import { readFirstPlan, saveMembership } from '#tests/factories/memberships.ts';
import { firstStripeKey } from '#tests/factories/payouts/payment-providers.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

/** A store that asks for memberships, but not of the vendors of the probes: other calls are tried by them too. */
async function opened({ store, admin }: Side): Promise<{ priceId: string }> {
  const where = { storeId: store.id };
  await program().owner.vendor.updateMany({ where, data: { managedByMarketplace: true } });
  await api(admin).put('/stripe/api-key', await firstStripeKey());
  const plan = await readFirstPlan();
  await saveMembership(admin, { enabled: true, products: [plan.product.id] });
  return { priceId: plan.id };
}

export const probes = defineProbes([
  {
    endpoint: 'memberships.plans',
    request: async (side) => {
      await opened(side);
      return {};
    },
  },
  {
    endpoint: 'memberships.read',
    request: async (side) => {
      await opened(side);
      return {};
    },
  },
  { endpoint: 'memberships.checkout', request: async (side) => ({ body: await opened(side) }) },
  {
    endpoint: 'memberships.billing',
    request: async (side) => {
      await api(side.member).post('/stripe/checkout-session', await opened(side));
      return {};
    },
  },
  {
    endpoint: 'memberships.changed',
    request: ({ store }) => ({ query: { store: store.domain } }),
    unreachable: ['store', 'query.store'],
  },
]);
