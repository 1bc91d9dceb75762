import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

const params = { template: 'order-placed' };

async function buildSuppression({ store }: Side): Promise<string> {
  const row = await program().owner.mailSuppression.create({
    data: {
      storeId: store.id,
      email: `gone-${nextNumber()}@souk.test`,
      kind: 'bounce',
      detail: '550 5.1.1 No such user',
      createdAt: program().clock.now(),
    },
  });
  return String(row.id);
}

async function buildFailedMail({ store }: Side): Promise<string> {
  const at = program().clock.now();
  const row = await program().owner.mail.create({
    data: {
      storeId: store.id,
      dedupeKey: `failed:${nextNumber()}`,
      template: 'order-placed',
      audience: 'admins',
      params: {},
      state: 'failed',
      attempts: 8,
      error: 'Try again later',
      dueAt: at,
      createdAt: at,
    },
  });
  return String(row.id);
}

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
  { endpoint: 'mails.readIntegration', request: () => ({}) },
  { endpoint: 'mails.changeIntegration', request: () => ({ body: { service: 'none' } }) },
  { endpoint: 'mails.sendTest', request: () => ({ params, body: { email: 'somebody@souk.test' } }) },
  { endpoint: 'mails.listSuppressions', request: () => ({ query: { q: 'gone' } }) },
  {
    endpoint: 'mails.addSuppression',
    request: () => ({ body: { email: `gone-${nextNumber()}@souk.test`, kind: 'complaint', detail: 'By phone' } }),
  },
  {
    endpoint: 'mails.liftSuppression',
    request: async (side) => ({ params: { id: await buildSuppression(side) } }),
    ids: ['params.id'],
    once: true,
  },
  { endpoint: 'mails.listUnsent', request: () => ({}) },
  {
    endpoint: 'mails.sendAgain',
    request: async (side) => ({ body: { ids: [await buildFailedMail(side)] } }),
    ids: ['body.ids.0'],
    once: true,
  },
  { endpoint: 'mails.readSenderDomain', request: () => ({}) },
  { endpoint: 'mails.checkSenderDomain', request: () => ({}) },
]);
