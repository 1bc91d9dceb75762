import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  { endpoint: 'installation.read', request: () => ({}) },
  { endpoint: 'installation.change', request: () => ({ body: { plan: 'scale', addons: ['vendors', 'orders'] } }) },
]);
