import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

async function buildNotice({ store, vendor }: Side): Promise<string> {
  const { id } = await program().owner.notice.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      kind: 'contactMessage',
      subject: 'message',
      subjectId: BigInt(nextNumber()),
      dedupeKey: `probe:${nextNumber()}`,
      createdAt: program().clock.now(),
    },
  });
  return String(id);
}

export const probes = defineProbes([
  { endpoint: 'notices.list', request: () => ({}) },
  { endpoint: 'notices.countUnread', request: () => ({}) },
  {
    endpoint: 'notices.markRead',
    request: async (side) => ({ body: { ids: [await buildNotice(side)] } }),
    ids: ['body.ids.*'],
  },
  { endpoint: 'notices.readTopics', request: () => ({}) },
  { endpoint: 'notices.changeTopic', request: () => ({ params: { topic: 'orders' }, body: { enabled: false } }) },
  { endpoint: 'onboarding.read', request: () => ({}) },
  { endpoint: 'onboarding.change', request: () => ({ body: { dismissed: true } }) },
]);
