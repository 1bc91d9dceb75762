import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  {
    endpoint: 'app.track',
    request: () => ({ body: { event: 'orders.exported', properties: { rows: 12, filter: 'unpaid', again: false } } }),
  },
  { endpoint: 'app.listUsage', request: () => ({ query: { q: 'orders' } }) },
]);
