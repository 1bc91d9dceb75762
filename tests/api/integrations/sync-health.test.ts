import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#app/core/durations.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { connectOwnStore, buildShop, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import { program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  vendor = await buildVendor({ store, name: 'Kettle House' });
  await switchIntegrations(admin, true);
  await connectOwnStore(store, await buildUser({ vendor }), await buildShop());
  await drainJobs();
});
afterAll(() => program().stop());
beforeEach(() => renewSession(admin));

/** Lets a quarter of an hour pass and looks, as a worker would. */
async function look(): Promise<void> {
  const { clock, container } = program();
  clock.advance({ minutes: 15 });
  const handlers = scheduledJobHandlers(container.services).filter(({ kind }) => kind === 'sync-health.check');
  const runner = createJobRunner({ ...container.services, handlers });
  while (await runner.runNext());
}

const listMails = async (): Promise<unknown[]> =>
  (
    await program().owner.mail.findMany({
      where: { template: 'marketplace-sync-unhealthy', audience: 'admins' },
      orderBy: { id: 'asc' },
    })
  ).map(({ params }) => params);

describe('what is out of step', () => {
  it('is mailed once after an hour: a vendor’s own store by its name', async () => {
    await look();
    expect(await listMails()).toEqual([]);
    const failingSince = program().clock.now();
    await program().owner.shopConnection.updateMany({ where: { storeId: store.id }, data: { failingSince } });
    for (let count = 0; count < 3; count++) await look();
    expect(await listMails()).toEqual([]);
    await look();
    const { shop } = await program().owner.shopConnection.findFirstOrThrow({ where: { storeId: store.id } });
    expect(await listMails()).toEqual([{ isBehind: false, names: `Kettle House (${shop})`, more: 0 }]);
    for (let count = 0; count < 5; count++) await look();
    expect(await listMails()).toHaveLength(1);
    await program().owner.shopConnection.updateMany({ where: { storeId: store.id }, data: { failingSince: null } });
  });

  it('is mailed once where reports of the platform wait for an hour, and again when that happens again', async () => {
    const { owner, clock } = program();
    await owner.mail.deleteMany({ where: { template: 'marketplace-sync-unhealthy' } });
    const wait = (id: string) =>
      owner.webhookDelivery.create({
        data: {
          shop: store.domain,
          topic: 'products/update',
          webhookId: id,
          state: 'pending',
          dueAt: new Date(clock.now().getTime() + 10_000 * MINUTE_MS),
          receivedAt: clock.now(),
        },
      });
    const late = await wait('late-1');
    for (let count = 0; count < 6; count++) await look();
    expect(await listMails()).toEqual([{ isBehind: true, names: '', more: 0 }]);
    await owner.webhookDelivery.delete({ where: { id: late.id } });
    await look();
    await wait('late-2');
    for (let count = 0; count < 6; count++) await look();
    expect(await listMails()).toHaveLength(2);
  });

  it('is looked for by one job, also where it runs twice', async () => {
    const open = { kind: 'sync-health.check', storeId: store.id, doneAt: null };
    expect(await program().owner.scheduledJob.count({ where: open })).toBe(1);
  });
});
