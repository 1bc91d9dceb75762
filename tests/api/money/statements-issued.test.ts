import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#app/core/calendar.ts';
import { asStoreId } from '#app/core/ids.ts';
import { issueFinishedMonths } from '#app/features/finance/statements/issue-finished-months.service.server.ts';
import type { OverviewRowDto } from '#app/features/finance/statements/statements.contract.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { postSale } from '#tests/factories/statements.ts';
import { CLOSES_AFTER_MS } from '#app/features/finance/statements/monthly-document.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let kiln: BuiltVendor;
let loom: BuiltVendor;

beforeAll(async () => {
  await startProgram({ worker: false });
});
afterAll(() => program().stop());
beforeEach(async () => {
  store = await buildStore({ timezone: 'Europe/Amsterdam' });
  admin = await buildAdmin({ store });
  kiln = await buildVendor({ store, name: 'Kiln' });
  loom = await buildVendor({ store, name: 'Loom' });
});

/** The month so many before the present one, as it is written; one that is over and not closed yet is still the present one. */
function monthBack(by: number): string {
  const at = new Date(program().clock.now().getTime() - CLOSES_AFTER_MS);
  const [year, month] = dayOf(at, store.timezone).split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 0) - 1 - by, 1)).toISOString().slice(0, 7);
}

const sell = (vendor: BuiltVendor, month: string) =>
  postSale({ store, vendor, at: new Date(`${month}-12T12:00:00Z`), grossMinor: 100_00n, commissionMinor: 10_00n });

/** Runs the job as the worker does; what it plans next. */
async function run(): Promise<{ key: string; dueAt: Date }[]> {
  const { services } = program().container;
  const job = { key: 'test', payload: { after: '0' }, dueAt: services.clock.now() };
  const end = await issueFinishedMonths(services, asStoreId(store.id), job);
  if (end) await services.db.fast(marketplaceScope(asStoreId(store.id)), end);
  return program().owner.scheduledJob.findMany({
    where: { storeId: store.id, kind: 'statements.issue', doneAt: null },
    select: { key: true, dueAt: true },
  });
}

const issued = async (vendor: BuiltVendor) =>
  (
    await program().owner.vendorDocument.findMany({
      where: { storeId: store.id, vendorId: vendor.id },
      orderBy: { serial: 'asc' },
    })
  ).map(({ month, serial, family }) => [month, serial, family]);

describe('the statements of finished months', () => {
  it('are issued by themselves for months past too, oldest first, with numbers without gaps', async () => {
    await sell(kiln, monthBack(3));
    await sell(kiln, monthBack(1));
    await sell(loom, monthBack(1));
    await run();
    expect(await issued(kiln)).toEqual([
      [monthBack(3), 1, 'statement'],
      [monthBack(2), 2, 'statement'],
      [monthBack(1), 3, 'statement'],
    ]);
    expect(await issued(loom)).toEqual([[monthBack(1), 1, 'statement']]);
  });

  it('stay as they are when the job runs again or twice at once', async () => {
    await sell(kiln, monthBack(1));
    await Promise.all([run(), run()]);
    await run();
    expect(await issued(kiln)).toEqual([[monthBack(1), 1, 'statement']]);
  });

  it('leave the month that runs alone, and the job comes again once it is over', async () => {
    await sell(kiln, monthBack(0));
    const planned = await run();
    expect(await issued(kiln)).toEqual([]);
    expect(planned).toHaveLength(1);
    const due = planned[0]?.dueAt ?? new Date(0);
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: store.timezone, dateStyle: 'short' }).format(due);
    expect(local).toMatch(/-01$/);
    expect(due > program().clock.now()).toBe(true);
  });

  it('are offered as ready, and vendors without anything to say are not listed', async () => {
    await sell(kiln, monthBack(1));
    await sell(loom, monthBack(0));
    await run();
    await renewSession(admin);
    const answer = await api(admin).get(`/statement-months/${monthBack(1)}`);
    const { vendors } = answer.as<{ vendors: OverviewRowDto[] }>();
    expect(vendors.map(({ vendor }) => vendor.name)).toEqual(['Kiln']);
    expect(vendors[0]?.statement.number).toMatch(/-0*1$/);
    const running = await api(admin).get(`/statement-months/${monthBack(0)}`);
    expect(running.as<{ vendors: OverviewRowDto[] }>().vendors.map(({ vendor }) => vendor.name)).toEqual([
      'Kiln',
      'Loom',
    ]);
  });

  it('rest in a store that left', async () => {
    await sell(kiln, monthBack(1));
    await program().owner.store.update({ where: { id: store.id }, data: { uninstalledAt: program().clock.now() } });
    expect(await run()).toEqual([]);
    expect(await issued(kiln)).toEqual([]);
  });
});
