import { defineProbes } from '#tests/support/probe.ts';

const params = { template: 'order-placed' };

export const probes = defineProbes([
  { endpoint: 'mails.readTemplate', request: () => ({ params }) },
  {
    endpoint: 'mails.saveTemplate',
    request: () => ({ params, body: { htmlBody: '<p>{{ params.order_number }}</p>' } }),
  },
  { endpoint: 'mails.sendTest', request: () => ({ params, body: { email: 'somebody@souk.test' } }) },
]);
