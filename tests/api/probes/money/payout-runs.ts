import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  { endpoint: 'payouts.triggerAutomated', request: () => ({}) },
  { endpoint: 'payouts.listAutomated', request: () => ({}) },
]);
