import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldName } from '#app/core/text/folding.ts';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { beginDigests, findDueDigests } from '#app/features/digest/digest.service.server.ts';
import { changeNotifications } from '#app/features/mails/notification-settings.service.server.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
});
afterAll(() => program().stop());

const listMails = () =>
  program().owner.mail.findMany({
    where: { storeId: store.id, template: 'marketplace-duty-digest', audience: 'admins' },
    orderBy: { id: 'asc' },
  });
const setHour = (digestSendAtHourUtc: number) => {
  const { db, clock } = program().container.services;
  const actor = { kind: 'system', id: 'test', name: 'Test', role: 'system' } as const;
  return db.fast(marketplaceScope(asStoreId(store.id)), (tx) =>
    changeNotifications(tx, { changes: { digestSendAtHourUtc }, at: clock.now(), actor }),
  );
};

/** The looks of the hours of a day, from midnight on. */
async function passDay(date: string): Promise<void> {
  const { services } = program().container;
  const storeId = asStoreId(store.id);
  for (let hour = 0; hour < 24; hour += 1) {
    program().clock.set(`${date}T${String(hour).padStart(2, '0')}:00:05.000Z`);
    await services.db.fast(marketplaceScope(storeId), (tx) => findDueDigests(services, tx, storeId));
  }
}

it('the daily summary is mailed at the chosen hour, once a date, and not at all while nothing waits', async () => {
  await setHour(9);
  await passDay('2027-01-04');
  expect(await listMails()).toEqual([]);
  await program().owner.vendorApplication.create({
    data: {
      ...{ storeId: store.id, email: 'maker@souk.test', vendorName: 'Maker', vendorKey: foldName('Maker') },
      ...{ fields: [], status: 'pending', receivedAt: program().clock.now() },
    },
  });
  await passDay('2027-01-05');
  // The whole day once more, and a later hour on the same date: nothing is mailed a second time.
  await passDay('2027-01-05');
  await setHour(15);
  await passDay('2027-01-05');
  const mails = await listMails();
  expect(mails.map(({ dueAt }) => dueAt.toISOString().slice(0, 13))).toEqual(['2027-01-05T09']);
  expect(mails[0]?.params).toEqual({ applications: 1, products: 0, orders: 0, payouts: 0, messages: 0, failures: 0 });
  await passDay('2027-01-06');
  expect((await listMails()).at(-1)?.dueAt.toISOString().slice(0, 13)).toBe('2027-01-06T15');
});

it('an installed store begins its hourly looks once, however often it is told to', async () => {
  const { services } = program().container;
  const other = await buildStore();
  await beginDigests(services, asStoreId(other.id));
  await beginDigests(services, asStoreId(other.id));
  expect(await program().owner.scheduledJob.count({ where: { storeId: other.id, kind: 'digest.look' } })).toBe(1);
});
