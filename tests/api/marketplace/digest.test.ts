import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldName } from '#app/core/text/folding.ts';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { startDigests, findDueDigests } from '#app/features/digest/digest.service.server.ts';
import { changeNotifications } from '#app/platform/mails/notification-settings.service.server.ts';
import { claimDue } from '#app/platform/mails/mails.repo.server.ts';
import { createMailSender } from '#app/platform/mails/sending.service.server.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, renewSession } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;

let smtp: MailServer;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url, worker: false });
  store = await buildStore();
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});

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
    const plannedFor = new Date(`${date}T${String(hour).padStart(2, '0')}:00:00.000Z`);
    await services.db.fast(marketplaceScope(storeId), (tx) => findDueDigests(services, tx, storeId, plannedFor));
  }
}

it('the daily summary is mailed at the chosen hour, once a date, and not at all while nothing waits', async () => {
  await setHour(9);
  await passDay('2027-01-04');
  expect(await listMails()).toEqual([]);
  await program().owner.vendorApplication.create({
    data: {
      storeId: store.id,
      email: 'maker@souk.test',
      vendorName: 'Maker',
      vendorKey: foldName('Maker'),
      fields: [],
      status: 'pending',
      receivedAt: program().clock.now(),
    },
  });
  await passDay('2027-01-05');
  // The whole day once more, and a later hour on the same date: nothing is mailed a second time.
  await passDay('2027-01-05');
  await setHour(15);
  await passDay('2027-01-05');
  const mails = await listMails();
  expect(mails.map(({ dueAt }) => dueAt.toISOString().slice(0, 13))).toEqual(['2027-01-05T09']);
  expect(mails[0]?.params).toEqual({
    applications: 1,
    products: 0,
    orders: 0,
    payouts: 0,
    messages: 0,
    integrations: 0,
    failures: 0,
  });
  await passDay('2027-01-06');
  expect((await listMails()).at(-1)?.dueAt.toISOString().slice(0, 13)).toBe('2027-01-06T15');
});

it('the daily summary counts an email service that refuses the key', async () => {
  const { owner, clock, container } = program();
  const refused = await buildStore();
  const row = { service: 'brevo', encryptedKey: 'x', hint: '', accountName: '', hookHash: '', hookId: '' };
  await owner.mailService.create({
    data: { ...row, storeId: refused.id, savedAt: clock.now(), problem: 'key', problemAt: clock.now() },
  });
  clock.set('2027-02-01T07:00:05.000Z');
  const { services } = container;
  await services.db.fast(marketplaceScope(refused.id), (tx) =>
    findDueDigests(services, tx, refused.id, new Date('2027-02-01T07:00:00.000Z')),
  );
  const [mail] = await owner.mail.findMany({ where: { storeId: refused.id } });
  expect(mail?.params).toMatchObject({ failures: 1, applications: 0 });
});

it('the daily summary counts connections of vendors that wait for a person, while integrations are on', async () => {
  const { owner, clock, container } = program();
  const { services } = container;
  const failing = await buildStore();
  const manager = await buildAdmin({ store: failing });
  const at = clock.now();
  const problems = ['access', 'rights', 'busy', 'membership', null];
  for (const [index, problem] of problems.entries()) {
    const { id: vendorId } = await buildVendor({ store: failing });
    const state = problem === 'access' ? 'paused' : 'active';
    const by = { storeId: failing.id, vendorId, connectedAt: at, connectedBy: 'Mira', state, problem };
    await owner.sheetConnection.create({ data: { ...by, sheetId: `sheet-${index}`, title: 'Stock', locale: 'en' } });
  }
  const count = async (date: string): Promise<unknown> => {
    clock.set(`${date}T07:00:05.000Z`);
    await services.db.fast(marketplaceScope(failing.id), (tx) =>
      findDueDigests(services, tx, failing.id, new Date(`${date}T07:00:00.000Z`)),
    );
    const mails = await owner.mail.findMany({ where: { storeId: failing.id }, orderBy: { id: 'asc' } });
    return mails.map(({ params }) => (params as { integrations: number }).integrations);
  };
  await switchIntegrations(manager, false);
  expect(await count('2027-02-11')).toEqual([]);
  await renewSession(manager);
  await switchIntegrations(manager, true);
  expect(await count('2027-02-12')).toEqual([2]);
});

it('an installed store schedules its hourly digest once, however often it is asked to', async () => {
  const { services } = program().container;
  const other = await buildStore();
  await startDigests(services, asStoreId(other.id));
  await startDigests(services, asStoreId(other.id));
  expect(await program().owner.scheduledJob.count({ where: { storeId: other.id, kind: 'digest.send' } })).toBe(1);
});

/** Ten workers at once: each with a job runner and a mail sender of its own, until none of them finds anything more to do. */
async function workTogether(): Promise<void> {
  const { services } = program().container;
  const { db, clock, log } = services;
  const work = async (): Promise<void> => {
    const runner = createJobRunner({ db, clock, log, handlers: scheduledJobHandlers(services) });
    const sender = createMailSender(services, mailSources);
    for (let busy = true; busy;) {
      const [ran, sent] = await Promise.all([runner.runNext(), sender.sendSome()]);
      busy = ran || sent;
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
}

it('the daily summary reaches each admin once a date, under ten workers, a clock that jumps, and a worker killed while it sends', async () => {
  const { services } = program().container;
  const { owner, clock } = program();
  await owner.mail.deleteMany();
  await owner.scheduledJob.deleteMany();
  clock.set('2027-03-01T06:30:00.000Z');
  const busy = await buildStore();
  const admins = [await buildAdmin({ store: busy }), await buildAdmin({ store: busy })].map(({ email }) => email);
  const { email: shop } = await owner.store.findUniqueOrThrow({ where: { id: busy.id } });
  const people = [...admins, shop ?? ''].sort();
  await owner.vendorApplication.create({
    data: {
      storeId: busy.id,
      email: 'maker@souk.test',
      vendorName: 'Maker',
      vendorKey: foldName('Maker'),
      fields: [],
      status: 'pending',
      receivedAt: clock.now(),
    },
  });
  await startDigests(services, busy.id);
  const sentTo = () => smtp.mails.map((mail) => mail.to?.[0]?.address ?? '').sort();
  smtp.mails.length = 0;

  // Past the hour at which nobody looked: sent late, once for each.
  clock.set('2027-03-01T11:20:00.000Z');
  await workTogether();
  expect(sentTo()).toEqual(people);
  // Back before the hour, and through the same day again.
  for (const time of ['05:00', '07:00', '07:30', '12:30', '23:59']) {
    clock.set(`2027-03-01T${time}:00.000Z`);
    await workTogether();
  }
  expect(sentTo()).toEqual(people);

  // Three days on in one jump: of the days between none is sent any more.
  smtp.mails.length = 0;
  clock.set('2027-03-04T06:59:59.000Z');
  await workTogether();
  expect(sentTo()).toEqual([]);
  clock.set('2027-03-04T07:00:01.000Z');
  const runner = createJobRunner({ ...services, handlers: scheduledJobHandlers(services) });
  while (await runner.runNext());
  const expanding = createMailSender(services, mailSources);
  await expanding.sendSome();
  // A worker takes the mails and is killed; when its lease has ended, the others send what it had not handed over.
  const killed = await claimDue(
    services.db,
    Array.from({ length: 4 }, () => randomUUID()),
    { now: clock.now(), seconds: 60, abandoned: [] },
  );
  expect(killed.length).toBeGreaterThan(0);
  await workTogether();
  expect(sentTo()).toEqual([]);
  await owner.mail.updateMany({ where: { lease: { not: null } }, data: { lockedUntil: new Date(0) } });
  await workTogether();
  expect(sentTo()).toEqual(people);
  expect(await owner.mail.count({ where: { storeId: busy.id, audience: 'admins' } })).toBe(2);
});
