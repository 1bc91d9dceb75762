import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { marketplaceScope, type Locale } from '#app/core/viewer.ts';
import { MAIL_VARIABLES } from '#app/platform/mails/mail-variables.ts';
import { queueMails, type QueuedMail } from '#app/platform/mails/mails.service.server.ts';
import { changeNotifications } from '#app/platform/mails/notification-settings.service.server.ts';
import { mailVariables, createMailSender, type MailSources } from '#app/platform/mails/sending.service.server.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { buildAdmin, buildUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { program, startProgram } from '#tests/support/program.ts';

let smtp: MailServer;

/** The program without its worker: each round of sending is started by the test. The variables are the examples. */
const sources: MailSources = {
  ...mailSources,
  variables: [
    mailVariables('order-placed', () => Promise.resolve(MAIL_VARIABLES['order-placed'].sample)),
    mailVariables('vendor-rejection', () => Promise.resolve(undefined)),
    mailVariables('vendor-pending-approval', () => Promise.resolve({ vendor_name: '<Kiln>' })),
    mailVariables('marketplace-vendor-request', () =>
      Promise.resolve(MAIL_VARIABLES['marketplace-vendor-request'].sample),
    ),
  ],
};

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url, worker: false });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(() => {
  smtp.mails.length = 0;
});
afterEach(async () => {
  await program().owner.mail.deleteMany();
});

const services = () => program().container.services;

async function queue(store: BuiltStore, mail: Pick<QueuedMail, 'template' | 'audience'> & Partial<QueuedMail>) {
  const at = services().clock.now();
  const whole = { dedupeKey: `test:${nextNumber()}`, params: {}, dueAt: at, createdAt: at, ...mail };
  await services().db.fast(marketplaceScope(store.id), (tx) => queueMails(tx, services(), [whole]));
}

async function sendAll(): Promise<void> {
  const sender = createMailSender(services(), sources);
  while (await sender.sendSome());
}

const sentTo = () => smtp.mails.map((mail) => mail.to?.[0]?.address).sort();
const states = async () => (await program().owner.mail.findMany({ orderBy: { id: 'asc' } })).map((mail) => mail.state);
const toApplicant = (locale?: Locale) =>
  ({
    template: 'vendor-pending-approval',
    audience: { kind: 'address', address: 'hello@kiln.example' },
    ...(locale ? { locale } : {}),
  }) as const;

describe('sending', () => {
  it('hands a mail over once, under the name of the store, in the language of its reader', async () => {
    const store = await buildStore({ name: 'Fjord "& Field' });
    await queue(store, toApplicant('de'));
    await sendAll();
    await sendAll();
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail?.subject).toBe('📬 Ihre Bewerbung ist eingegangen, <Kiln>');
    expect(mail?.html).toContain('&lt;Kiln&gt;');
    expect(mail?.text).toContain('Vielen Dank');
    expect(mail?.from).toMatchObject({ name: 'Fjord  & Field', address: 'souk@souk.test' });
    expect(mail?.replyTo?.[0]?.address).toMatch(/^owner-/);
    expect(mail?.messageId).toMatch(/^<mail\.[0-9a-f]{32}@souk\.test>$/);
    expect(await states()).toEqual(['sent']);
  });

  it('writes the same occasion once', async () => {
    const store = await buildStore();
    await queue(store, { ...toApplicant(), dedupeKey: 'one' });
    await queue(store, { ...toApplicant(), dedupeKey: 'one' });
    await sendAll();
    expect(smtp.mails).toHaveLength(1);
  });

  it('waits for its time', async () => {
    const store = await buildStore();
    await queue(store, { ...toApplicant(), dueAt: new Date(services().clock.now().getTime() + HOUR_MS) });
    await sendAll();
    expect(smtp.mails).toHaveLength(0);
    program().clock.advance({ hours: 2 });
    await sendAll();
    expect(smtp.mails).toHaveLength(1);
  });

  it('tries again after the mail server refused, and sends one', async () => {
    const store = await buildStore();
    await queue(store, toApplicant());
    smtp.refuseNext(2);
    for (const seconds of [0, 31, 121]) {
      program().clock.advance({ seconds });
      await sendAll();
    }
    expect(smtp.mails).toHaveLength(1);
    const [row] = await program().owner.mail.findMany();
    expect(row).toMatchObject({ state: 'sent', attempts: 3 });
  });

  it('gives up after eight tries and says why', async () => {
    const store = await buildStore();
    await queue(store, toApplicant());
    smtp.refuseNext(100);
    for (let time = 0; time < 10; time++) {
      await sendAll();
      program().clock.advance({ hours: 36 });
    }
    smtp.refuseNext(0);
    const [row] = await program().owner.mail.findMany();
    expect(row).toMatchObject({ state: 'failed', attempts: 8 });
    expect(row?.error).toContain('Try again later');
  });

  it('sends each mail once when four workers run at the same moment', async () => {
    const store = await buildStore();
    for (let count = 0; count < 30; count++) await queue(store, toApplicant());
    await Promise.all([sendAll(), sendAll(), sendAll(), sendAll()]);
    await sendAll();
    expect(smtp.mails).toHaveLength(30);
  });

  it('sends nothing whose occasion is gone', async () => {
    const store = await buildStore();
    await queue(store, { template: 'vendor-rejection', audience: { kind: 'address', address: 'a@souk.test' } });
    await sendAll();
    expect(smtp.mails).toHaveLength(0);
    expect(await states()).toEqual(['void']);
  });

  it('sends nothing for a store that uninstalled the marketplace', async () => {
    const store = await buildStore();
    await queue(store, toApplicant());
    await program().owner.store.update({ where: { id: store.id }, data: { uninstalledAt: services().clock.now() } });
    await sendAll();
    expect(await states()).toEqual(['suppressed']);
  });

  it('holds all but the mails of signing in back when the store switched mails off', async () => {
    const store = await buildStore();
    await services().db.fast(marketplaceScope(store.id), (tx) =>
      changeNotifications(tx, {
        changes: { disableAll: true },
        at: services().clock.now(),
        actor: { kind: 'system', id: 'test', name: 'Test', role: 'system' },
      }),
    );
    await queue(store, toApplicant());
    const invite = mailVariables('auth-invite', () => Promise.resolve(MAIL_VARIABLES['auth-invite'].sample));
    await queue(store, { template: 'auth-invite', audience: { kind: 'address', address: 'noor@souk.test' } });
    const sender = createMailSender(services(), { ...sources, variables: [...sources.variables, invite] });
    while (await sender.sendSome());
    expect(sentTo()).toEqual(['noor@souk.test']);
  });
});

describe('mails to several people', () => {
  it('reach the managers of a vendor and the staff who may read orders, each in their language', async () => {
    const vendor = await buildVendor();
    const { owner } = program();
    const manager = await buildUser({ vendor });
    const reader = await buildUser({ vendor, role: 'staff', permissions: ['read_orders'] });
    await buildUser({ vendor, role: 'staff', permissions: ['read_products'] });
    const gone = await buildUser({ vendor });
    await owner.user.update({ where: { id: gone.id }, data: { disabledAt: services().clock.now() } });
    await owner.user.update({ where: { id: reader.id }, data: { locale: 'fr' } });
    await buildUser({ vendor: await buildVendor({ store: vendor.store }) });
    await queue(vendor.store, { template: 'order-placed', audience: { kind: 'vendor', vendorId: vendor.id } });
    await sendAll();
    expect(sentTo()).toEqual([manager.email, reader.email].sort());
    const subjects = new Map(smtp.mails.map((mail) => [mail.to?.[0]?.address, mail.subject]));
    expect(subjects.get(manager.email)).toBe('🛍️ New order #1042');
    expect(subjects.get(reader.email)).toBe('🛍️ Nouvelle commande #1042');
  });

  it('reach nobody of a vendor that the marketplace runs itself', async () => {
    const vendor = await buildVendor();
    await buildUser({ vendor });
    await program().owner.vendor.update({ where: { id: vendor.id }, data: { managedByMarketplace: true } });
    await queue(vendor.store, { template: 'order-placed', audience: { kind: 'vendor', vendorId: vendor.id } });
    await sendAll();
    expect(await states()).toEqual(['expanded']);
    expect(smtp.mails).toHaveLength(0);
  });

  it("reach the web admins and the store's own address, and nobody twice", async () => {
    const store = await buildStore();
    const { email } = await program().owner.store.findUniqueOrThrow({ where: { id: store.id } });
    const admin = await buildAdmin({ store });
    await buildAdmin({ store, email: email ?? '' });
    await queue(store, { template: 'marketplace-vendor-request', audience: { kind: 'admins' } });
    await sendAll();
    expect(sentTo()).toEqual([admin.email, email].sort());
  });

  it('send again only to those whose mail failed', async () => {
    const store = await buildStore();
    await buildAdmin({ store });
    await queue(store, { template: 'marketplace-vendor-request', audience: { kind: 'admins' } });
    smtp.refuseNext(1);
    await sendAll();
    expect(smtp.mails).toHaveLength(1);
    program().clock.advance({ minutes: 1 });
    await sendAll();
    expect(new Set(sentTo()).size).toBe(2);
    expect(smtp.mails).toHaveLength(2);
  });
});

describe("the store's own wording", () => {
  it('replaces the default, and the default is back once it is taken away', async () => {
    const store = await buildStore();
    const { owner } = program();
    const wording = { subject: '✉️ {{ params.vendor_name }}', htmlBody: '<p>Soon! {{ params.whatever }}</p>' };
    const key = { storeId: store.id, template: 'vendor-pending-approval' };
    await owner.mailTemplate.create({
      data: { ...key, ...wording, updatedAt: services().clock.now(), updatedBy: 'test' },
    });
    await queue(store, toApplicant('de'));
    await sendAll();
    expect(smtp.mails[0]?.subject).toBe('✉️ <Kiln>');
    expect(smtp.mails[0]?.text).toContain('Soon!');
    await owner.mailTemplate.deleteMany({ where: key });
    await queue(store, toApplicant('de'));
    await sendAll();
    expect(smtp.mails[1]?.subject).toBe('📬 Ihre Bewerbung ist eingegangen, <Kiln>');
  });
});
