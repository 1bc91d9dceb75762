import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import type { ImportScheduleDto } from '#app/features/import-schedules/import-schedules.contract.ts';
import { addSchedule, FEED_HOST, putFeed, readScheduleOf, runSchedules } from '#tests/factories/import-schedules.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  vendor = await buildVendor({ store, name: 'Kettle House' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Mug Mill' }) });
  await switchIntegrations(admin, true);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await drainJobs();
  for (const person of [admin, seller, rival]) await renewSession(person);
});

const table = (sku: string, stock: number, more = ''): string =>
  `Title,SKU,Price,Stock\nTeapot ${sku},${sku},20.00,${String(stock)}\n${more}`;

/** Lets time pass, and whoever waits signs in again. */
async function pass(hours: number): Promise<void> {
  program().clock.advance({ hours });
  for (const person of [admin, seller, rival]) await renewSession(person);
}

const mails = (vendorId: bigint | null) =>
  program().owner.mail.findMany({
    where: { template: { endsWith: 'import-schedule' }, vendorId, audience: { in: ['vendor', 'admins'] } },
    orderBy: { id: 'asc' },
    select: { template: true, params: true },
  });

describe('a scheduled import', () => {
  it('fetches its file at once and then by its frequency, and leaves one alone that is the same', async () => {
    const address = putFeed('first.csv', table('KH-1', 5));
    const { id } = await addSchedule(seller, { address, frequency: 'hourly' });
    await runSchedules();
    const first = await readScheduleOf(seller, id);
    expect(first).toMatchObject({
      state: 'on',
      problem: null,
      lastImport: { state: 'done', created: 1, filename: 'first.csv' },
    });
    expect(Date.parse(first.nextRunAt ?? '') - program().clock.now().getTime()).toBeLessThanOrEqual(HOUR_MS);

    await pass(1);
    await runSchedules();
    const same = await readScheduleOf(seller, id);
    expect(same.lastImport?.id).toBe(first.lastImport?.id);
    expect(same.lastSuccessAt).not.toBe(first.lastSuccessAt);

    putFeed('first.csv', table('KH-1', 9));
    await pass(1);
    await runSchedules();
    const changed = await readScheduleOf(seller, id);
    expect(changed.lastImport).toMatchObject({ state: 'done', created: 0, updated: 1 });

    // Asked for, the same file is imported again.
    expect((await api(seller).post(`/import-schedules/${id}/run`)).status).toBe(202);
    await runSchedules();
    expect((await readScheduleOf(seller, id)).lastImport).toMatchObject({ state: 'done', unchanged: 1 });
    expect(await mails(vendor.id)).toEqual([]);
  });

  it('is imported once where its job runs twice', async () => {
    const address = putFeed('twice.csv', table('KH-2', 1));
    const { id } = await addSchedule(seller, { address });
    const job = await program().owner.scheduledJob.findFirstOrThrow({
      where: { kind: 'import-schedules.run', doneAt: null, key: { startsWith: `${id}:` } },
    });
    const { services } = program().container;
    const { runSchedule } = await import('#app/features/import-schedules/run-schedule.service.server.ts');
    // A worker that is killed after the import began and before its end was written.
    await runSchedule(services, store.id, job.payload);
    await runSchedules();
    expect(await program().owner.productImport.count({ where: { filename: 'twice.csv' } })).toBe(1);
    expect((await readScheduleOf(seller, id)).lastImport).toMatchObject({ state: 'done', created: 1 });
  });

  it('signs in, says when it may not any more by one mail, and by another when it works again', async () => {
    const login = { username: 'kettle', password: 'correct horse' };
    const address = putFeed('locked.csv', table('KH-3', 2), login);
    const { id, ...made } = await addSchedule(seller, { address, frequency: 'daily', ...login });
    expect(made).toMatchObject({ username: 'kettle', hasPassword: true });
    expect(JSON.stringify(made)).not.toContain('correct horse');
    await runSchedules();
    expect((await readScheduleOf(seller, id)).problem).toBeNull();

    putFeed('locked.csv', table('KH-3', 4), { ...login, password: 'another' });
    await pass(24);
    await runSchedules();
    expect(await readScheduleOf(seller, id)).toMatchObject({ state: 'on', problem: 'login' });
    // It is tried within an hour, and not written about again.
    await pass(1);
    await runSchedules();
    expect((await mails(vendor.id)).map(({ params }) => params)).toMatchObject([{ state: 'failing', reason: 'login' }]);

    const { name, frequency } = await readScheduleOf(seller, id);
    const changed = await api(seller).put(`/import-schedules/${id}`, {
      name,
      address,
      frequency,
      username: 'kettle',
      password: 'another',
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await runSchedules();
    expect(await readScheduleOf(seller, id)).toMatchObject({
      problem: null,
      failingSince: null,
      lastImport: { updated: 1 },
    });
    expect((await mails(vendor.id)).map(({ params }) => params)).toMatchObject([
      { state: 'failing' },
      { state: 'working' },
    ]);
  });

  it('works again by itself once its server does, also where the file is the one of before', async () => {
    const login = { username: 'kettle', password: 'right' };
    const text = table('KH-12', 2);
    const { id } = await addSchedule(seller, {
      address: putFeed('away.csv', text, login),
      frequency: 'hourly',
      ...login,
    });
    await runSchedules();
    putFeed('away.csv', text, { ...login, password: 'another' });
    await pass(1);
    await runSchedules();
    expect((await readScheduleOf(seller, id)).problem).toBe('login');
    putFeed('away.csv', text, login);
    await pass(1);
    await runSchedules();
    expect(await readScheduleOf(seller, id)).toMatchObject({ problem: null, failingSince: null, issue: null });
    await api(seller).delete(`/import-schedules/${id}`);
    await program().owner.mail.deleteMany({ where: { template: { endsWith: 'import-schedule' } } });
  });

  it('sends a password to no other server than the one that it was typed for', async () => {
    const login = { username: 'kettle', password: 'secret' };
    const address = putFeed('own.csv', table('KH-4', 1), login);
    const { id, name, frequency } = await addSchedule(seller, { address, ...login });
    const other = { name, frequency, username: 'kettle', address: 'https://thief.programs.test/feeds/own.csv' };
    const answer = await api(seller).put(`/import-schedules/${id}`, other);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ issues: [{ path: 'password', rule: 'required_field' }] });
    const same = await api(seller).put(`/import-schedules/${id}`, { ...other, address: `${address}?day=2` });
    expect(same.status, JSON.stringify(same.body)).toBe(200);
  });

  it.each([
    ['http://supplier.programs.test/feeds/a.csv', 'address'],
    ['https://me:secret@supplier.programs.test/feeds/a.csv', 'address'],
    ['ftp://supplier.programs.test/a.csv', 'address'],
    ['sftp://supplier.programs.test/a.csv', 'username'],
    [`https://supplier.programs.test/${'a'.repeat(500)}`, 'address'],
  ])('refuses %s', async (address, path) => {
    const answer = await api(seller).post('/import-schedules', { name: 'Stock', address });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ issues: [{ path }] });
  });

  it.each([
    ['https://127.0.0.1/stock.csv', 'host_private'],
    ['https://169.254.169.254/latest/meta-data', 'host_private'],
    ['https://[::1]/stock.csv', 'host_private'],
    ['https://supplier.programs.test:9200/stock.csv', 'address'],
    ['https://supplier.programs.test/feeds/none.csv', 'not_found'],
  ])('fetches nothing from %s', async (address, problem) => {
    const { id } = await addSchedule(seller, { address });
    await runSchedules();
    expect(await readScheduleOf(seller, id)).toMatchObject({ problem, lastImport: null });
    expect((await api(seller).delete(`/import-schedules/${id}`)).status).toBe(200);
  });

  it('says what is wrong with a file, keeps it to look at, and imports the rows that are right', async () => {
    const none = await addSchedule(seller, { address: putFeed('none.csv', 'Title,Colour\nTeapot,red\n') });
    const broken = await addSchedule(seller, { address: putFeed('broken.csv', 'SKU\n') });
    const partly = await addSchedule(seller, {
      address: putFeed('partly.csv', table('KH-5', 3, 'Mug,KH-6,twenty,1\n')),
    });
    await runSchedules();
    expect(await readScheduleOf(seller, none.id)).toMatchObject({ problem: 'rows', lastImport: { state: 'open' } });
    expect(await readScheduleOf(seller, broken.id)).toMatchObject({
      problem: 'table',
      issue: { path: 'location' },
      lastImport: null,
    });
    expect(await readScheduleOf(seller, partly.id)).toMatchObject({
      problem: null,
      lastImport: { created: 1, refusedRows: 1 },
    });
    // The same file is not tried again by itself: no list fills with what nobody can import.
    await pass(1);
    await runSchedules();
    expect(await program().owner.productImport.count({ where: { filename: 'none.csv' } })).toBe(1);
    for (const { id } of [none, broken, partly]) await api(seller).delete(`/import-schedules/${id}`);
  });

  it('matches its columns by a template, and says that one is gone', async () => {
    const address = putFeed('german.csv', 'Kode;Bezeichnung;Netto;Rest\nKH-7;Kanne;"12,50";4\n');
    const seen = await addSchedule(seller, { address });
    await runSchedules();
    const { lastImport } = await readScheduleOf(seller, seen.id);
    const mapping = { columns: ['sku', 'title', 'price', 'stock'], optionNames: ['', '', ''], decimalSign: 'comma' };
    const saved = await api(seller).put('/product-csv/templates', {
      name: 'German',
      importId: lastImport?.id,
      mapping,
    });
    const [template] = saved.as<{ templates: { id: string }[] }>().templates;
    await api(seller).delete(`/import-schedules/${seen.id}`);

    // A column more, and in another order: the template fits all the same.
    putFeed('german.csv', 'Rest;Kode;Bezeichnung;Netto;Notiz\n4;KH-7;Kanne;"12,50";x\n');
    const { id } = await addSchedule(seller, { address, templateId: template?.id });
    await runSchedules();
    expect(await readScheduleOf(seller, id)).toMatchObject({ problem: null, lastImport: { created: 1 } });
    await api(seller).delete(`/product-csv/templates/${template?.id ?? ''}`);
    putFeed('german.csv', 'Rest;Kode;Bezeichnung;Netto\n9;KH-7;Kanne;"12,50"\n');
    await pass(24);
    await runSchedules();
    expect((await readScheduleOf(seller, id)).problem).toBe('template');
    await api(seller).delete(`/import-schedules/${id}`);
  });

  it('is the marketplace’s own too, for a vendor that it names, and mails its admins', async () => {
    const address = putFeed('all.csv', table('KH-8', 6));
    const { id } = await addSchedule(admin, { address, vendor: 'Kettle House' });
    await runSchedules();
    expect(await readScheduleOf(admin, id)).toMatchObject({ problem: null, lastImport: { created: 1 } });
    putFeed('all.csv', 'nothing');
    await pass(24);
    await runSchedules();
    expect((await readScheduleOf(admin, id)).problem).toBe('table');
    expect((await mails(null)).map(({ template, params }) => [template, params])).toMatchObject([
      ['marketplace-import-schedule', { state: 'failing', reason: 'file' }],
    ]);
  });

  it('runs with the rights of now of whoever made it, and stands still without them', async () => {
    const permissions = [
      'read_settings',
      'read_integrations',
      'write_integrations',
      'read_products',
      'write_products',
    ] as const;
    const colleague = await buildUser({ vendor, role: 'staff', permissions });
    const address = putFeed('rights.csv', table('KH-9', 1));
    const { id } = await addSchedule(colleague, { address, frequency: 'hourly' });
    await runSchedules();
    const fewer = ['read_settings', 'read_integrations', 'write_integrations'];
    await program().owner.user.update({ where: { id: colleague.id }, data: { permissions: fewer } });
    await pass(1);
    await runSchedules();
    expect(await readScheduleOf(seller, id)).toMatchObject({ state: 'on', problem: 'rights' });
    const removed = await api(seller).delete(`/staff/${colleague.id}`);
    expect(removed.status, JSON.stringify(removed.body)).toBe(200);
    expect(await readScheduleOf(seller, id)).toMatchObject({ state: 'off', problem: 'maker', nextRunAt: null });
    // Whoever switches it on is its maker.
    expect((await api(seller).put(`/import-schedules/${id}/state`, { state: 'on' })).status).toBe(200);
    await runSchedules();
    expect(await readScheduleOf(seller, id)).toMatchObject({ state: 'on', problem: null });
    await api(seller).delete(`/import-schedules/${id}`);
  });

  it('is seen and changed by its own side alone', async () => {
    const address = putFeed('mine.csv', table('KH-10', 1));
    const { id } = await addSchedule(seller, { address });
    for (const other of [rival, admin]) {
      const { schedules } = (await api(other).get('/import-schedules')).as<{ schedules: ImportScheduleDto[] }>();
      expect(schedules.map((one) => one.id)).not.toContain(id);
      expect((await api(other).post(`/import-schedules/${id}/run`)).status).toBe(404);
      expect((await api(other).delete(`/import-schedules/${id}`)).status).toBe(404);
    }
  });

  it('waits while the feature is off, and goes on with what was due', async () => {
    const address = putFeed('paused.csv', table('KH-11', 1));
    await switchIntegrations(admin, false);
    expect((await api(seller).get('/import-schedules')).status).toBe(404);
    await switchIntegrations(admin, true);
    const { id } = await addSchedule(seller, { address, frequency: 'hourly' });
    await switchIntegrations(admin, false);
    await runSchedules();
    await switchIntegrations(admin, true);
    expect((await readScheduleOf(seller, id)).lastRunAt).toBeNull();
    await runSchedules();
    expect((await readScheduleOf(seller, id)).lastImport).toMatchObject({ created: 1 });
  });

  it('asks a supplier for nothing but its own file', () => {
    const requests = program().sandbox?.sandbox.log.list('programs') ?? [];
    expect(requests.every(({ path }) => path.startsWith(`${FEED_HOST}/feeds/`))).toBe(true);
  });
});
