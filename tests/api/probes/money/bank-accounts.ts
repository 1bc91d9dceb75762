import { buildBankAccount, GERMAN_ACCOUNT } from '#tests/factories/payouts/bank-accounts.ts';
import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  { endpoint: 'bankAccounts.read', request: () => ({}) },
  { endpoint: 'bankAccounts.save', request: () => ({ body: GERMAN_ACCOUNT }) },
  { endpoint: 'bankAccounts.remove', request: () => ({}) },
  {
    endpoint: 'bankAccounts.reveal',
    request: async (side) => {
      await buildBankAccount(side.member, side.vendor.id, { isOld: true });
      return { params: { vendorId: String(side.vendor.id) } };
    },
    ids: ['params.vendorId'],
    sharedInStore: ['params.vendorId'],
  },
  {
    endpoint: 'bankAccounts.approve',
    request: async (side) => {
      const { account } = await buildBankAccount(side.member, side.vendor.id);
      return {
        params: { vendorId: String(side.vendor.id) },
        body: { detailsChangedAt: account?.detailsChangedAt ?? '' },
      };
    },
    ids: ['params.vendorId'],
    sharedInStore: ['params.vendorId'],
  },
]);
