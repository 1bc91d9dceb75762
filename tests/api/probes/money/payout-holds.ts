import { buildVendor } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';

const REASON = 'We wait for your proof of address.';
const ofParams = { ids: ['params.vendor'], sharedInStore: ['params.vendor'] } as const;

const buildName = async ({ store }: Side): Promise<string> => (await buildVendor({ store })).name;

export const probes = defineProbes([
  {
    endpoint: 'payouts.hold',
    request: async (side) => ({ params: { vendor: await buildName(side) }, body: { reason: REASON } }),
    ...ofParams,
  },
  {
    endpoint: 'payouts.release',
    request: async (side) => {
      const vendor = await buildName(side);
      await api(side.admin).put(`/vendors/${encodeURIComponent(vendor)}/payout-hold`, { reason: REASON });
      return { params: { vendor } };
    },
    ...ofParams,
  },
]);
