import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  { endpoint: 'dashboard.read', request: () => Promise.resolve({ query: { from: '2026-11-01', to: '2026-11-20' } }) },
  { endpoint: 'dashboard.export', request: () => Promise.resolve({ body: { from: '2026-11-01', to: '2026-11-20' } }) },
]);
