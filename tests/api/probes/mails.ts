import { defineProbes } from '#tests/support/probe.ts';

const params = { template: 'order-placed' };

export const probes = defineProbes([
  { endpoint: 'mails.readTemplate', request: () => ({ params }) },
  {
    endpoint: 'mails.saveTemplate',
    request: () => ({ params, body: { htmlBody: '<p>{{ params.order_number }}</p>' } }),
  },
  {
    endpoint: 'mails.previewTemplate',
    request: () => ({
      params: { template: 'doc-packing-slip' },
      body: { htmlBody: '<p>{{ params.order_number }}</p>', subject: 'A slip' },
    }),
  },
  { endpoint: 'mails.sendTest', request: () => ({ params, body: { email: 'somebody@souk.test' } }) },
]);
