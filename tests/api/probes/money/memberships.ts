import { openMemberships } from '#tests/factories/memberships.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

/** A store that asks for memberships, but not of the vendors of the probes: other calls are tried by them too. */
async function opened(side: Side): Promise<{ priceId: string }> {
  await program().owner.vendor.updateMany({
    where: { storeId: side.store.id },
    data: { managedByMarketplace: true },
  });
  const { plan } = await openMemberships(side.admin);
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
  { endpoint: 'memberships.changed', request: ({ store }) => ({ query: { store: store.domain } }) },
]);
