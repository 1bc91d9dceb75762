import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  {
    endpoint: 'moneyCalendar.read',
    request: ({ vendor }) => ({ query: { month: '2026-11', requestedVendor: vendor.name } }),
    ids: ['query.requestedVendor'],
  },
]);
