import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { MailTemplateName } from '#app/platform/mails/mail.ts';
import { MAIL_VARIABLES } from '#app/platform/mails/mail-variables.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { createMailSender, mailVariables } from '#app/platform/mails/sending.service.server.ts';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

let smtp: MailServer;
let store: BuiltStore;
let noor: BuiltUser;
let ada: BuiltUser;

const sampleOf = (template: 'marketplace-duty-digest' | 'order-reminder-1' | 'order-placed') =>
  mailVariables(template, () => Promise.resolve(MAIL_VARIABLES[template].sample as never));
const sources = {
  ...mailSources,
  variables: [sampleOf('marketplace-duty-digest'), sampleOf('order-reminder-1'), sampleOf('order-placed')],
};

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url, worker: false, screens: await openScreens() });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.mails.length = 0;
  store = await buildStore();
  [noor, ada] = [await buildAdmin({ store }), await buildAdmin({ store })];
});

/** Mails a template to the admins, or to a vendor, and returns who got it. */
async function mail(template: MailTemplateName, vendorId?: bigint): Promise<string[]> {
  const { services } = program().container;
  const at = services.clock.now();
  smtp.mails.length = 0;
  await services.db.fast(marketplaceScope(store.id), (tx) =>
    queueMails(tx, services, [
      {
        dedupeKey: `test:${nextNumber()}`,
        template,
        params: {},
        dueAt: at,
        createdAt: at,
        audience: vendorId === undefined ? { kind: 'admins' } : { kind: 'vendor', vendorId: vendorId as never },
      },
    ]),
  );
  const sender = createMailSender(services, sources);
  while (await sender.sendSome());
  return smtp.mails.map((one) => one.to?.[0]?.address ?? '');
}
const headerOf = (address: string, key: string) =>
  smtp.mails
    .find((one) => one.to?.[0]?.address === address)
    ?.headers.find((header) => header.key === key)
    ?.value.replace(/\s+/g, '') ?? '';
/** Where somebody leaves the mail that was sent last, on the program under test. */
function linkOf(address: string): string {
  const url = new URL(headerOf(address, 'list-unsubscribe').slice(1, -1));
  return `${program().url}${url.pathname}${url.search}`;
}
/** What a mail program sends for its reader (RFC 8058): no cookie, one field. */
const oneClick = (link: string) =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
const show = async (link: string) => (await fetch(link, { headers: { accept: 'text/html' } })).text();
const noticesOf = async (user: BuiltUser) => (await api(user).get('/account/notices')).body;

describe('the link of a mail', () => {
  it('stands in the headers and the text of summaries and reminders, and in no mail about orders', async () => {
    await mail('marketplace-duty-digest');
    expect(headerOf(noor.email, 'list-unsubscribe')).toMatch(
      /^<https?:\/\/[^>]+\/contact\/notices\?[^>]*token=[^>]+>$/,
    );
    expect(headerOf(noor.email, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(smtp.mails[0]?.text).toContain('Stop these emails: http');
    expect(linkOf(noor.email)).not.toBe(linkOf(ada.email));
    const vendor = await buildVendor({ store });
    const seller = await buildUser({ vendor });
    await mail('order-reminder-1', vendor.id);
    expect(headerOf(seller.email, 'list-unsubscribe')).toContain('/contact/notices');
    await mail('order-placed', vendor.id);
    expect(headerOf(seller.email, 'list-unsubscribe')).toBe('');
    expect(smtp.mails[0]?.text).not.toContain('Stop these emails');
  });

  it('leaves the summary by one click, once and twice, for its person alone', async () => {
    expect(await mail('marketplace-duty-digest')).toEqual(expect.arrayContaining([noor.email, ada.email]));
    const link = linkOf(noor.email);
    expect([(await oneClick(link)).status, (await oneClick(link)).status]).toEqual([200, 200]);
    const reached = await mail('marketplace-duty-digest');
    expect(reached).toContain(ada.email);
    expect(reached).not.toContain(noor.email);
    const [row] = await program().owner.mail.findMany({
      where: { storeId: store.id, toAddress: noor.email },
      orderBy: { id: 'desc' },
    });
    expect(row).toMatchObject({ state: 'suppressed', error: 'opted_out' });
    expect(await program().owner.mailOptOut.count({ where: { storeId: store.id } })).toBe(1);
    expect(await noticesOf(noor)).toEqual({ notices: [{ notice: 'digest', enabled: false }] });
    expect(await noticesOf(ada)).toEqual({ notices: [{ notice: 'digest', enabled: true }] });
  });

  it('shows a page that changes nothing until its button is pressed, which also works twice', async () => {
    await mail('marketplace-duty-digest');
    const link = linkOf(noor.email);
    expect(await show(link)).toContain('Stop the daily summary?');
    expect(await show(link)).toContain('Stop the daily summary?');
    expect(await program().owner.mailOptOut.count({ where: { storeId: store.id } })).toBe(0);
    const press = async (intent: string) =>
      (await fetch(link, { method: 'POST', body: new URLSearchParams({ intent }) })).text();
    for (const _time of [1, 2]) expect(await press('stop')).toContain('You no longer get the daily summary');
    expect(await show(link)).toContain('Get these emails again');
    for (const _time of [1, 2]) expect(await press('resume')).toContain('sends you these emails again');
    expect(await mail('marketplace-duty-digest')).toContain(noor.email);
  });

  it('that is forged, of another store or for another purpose is refused, and changes nothing', async () => {
    await mail('marketplace-duty-digest');
    const link = new URL(linkOf(noor.email));
    const token = link.searchParams.get('token') ?? '';
    const other = await buildStore();
    const withToken = (value: string, of = store) => {
      const url = new URL(link);
      url.searchParams.set('token', value);
      url.searchParams.set('store', of.domain);
      return url.toString();
    };
    const middle = Math.floor(token.length / 2);
    const changed = token[middle] === 'A' ? 'B' : 'A';
    const forged = [
      withToken(`${token.slice(0, middle)}${changed}${token.slice(middle + 1)}`),
      withToken(token, other),
      withToken(''),
      withToken('made-up'),
      withToken('x'.repeat(5_000)),
      withToken(Buffer.from(JSON.stringify({ purpose: 'notice', email: ada.email })).toString('base64url')),
    ];
    for (const address of forged) {
      expect(await show(address)).toContain('This link has expired');
      expect(await (await oneClick(address)).text()).toContain('This link has expired');
    }
    expect(await program().owner.mailOptOut.count({ where: { storeId: { in: [store.id, other.id] } } })).toBe(0);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(noor.email);
  });

  it('replayed by somebody else, signed in as they may be, changes its own person’s choice alone', async () => {
    await mail('marketplace-duty-digest');
    await fetch(linkOf(noor.email), {
      method: 'POST',
      headers: { cookie: ada.cookie, origin: program().url },
      body: new URLSearchParams({ intent: 'stop', email: ada.email, notice: 'reminders' }),
    });
    const rows = await program().owner.mailOptOut.findMany({ where: { storeId: store.id } });
    expect(rows).toMatchObject([{ email: noor.email, notice: 'digest' }]);
  });
});

describe('the choice in the account', () => {
  it('is turned off and on again, twice each, and decides who is reminded', async () => {
    const vendor = await buildVendor({ store });
    const seller = await buildUser({ vendor });
    const set = (enabled: boolean) => api(seller).put('/account/notices/reminders', { enabled });
    for (const _time of [1, 2]) {
      expect((await set(false)).body).toEqual({ notices: [{ notice: 'reminders', enabled: false }] });
    }
    expect(await mail('order-reminder-1', vendor.id)).toEqual([]);
    expect(await mail('order-placed', vendor.id)).toEqual([seller.email]);
    for (const _time of [1, 2]) expect((await set(true)).status).toBe(200);
    expect(await mail('order-reminder-1', vendor.id)).toEqual([seller.email]);
  });

  it('goes along to a new address', async () => {
    const { owner, container } = program();
    const password = 'a password of notices';
    await setPassword(container.services, store.id, { email: noor.email, password });
    await owner.user.update({ where: { id: noor.id }, data: { passwordChangedAt: null } });
    await api(noor).put('/account/notices/digest', { enabled: false });
    const email = `noor-${nextNumber()}@souk.test`;
    expect((await api(noor).post('/account/email', { email, password })).status).toBe(202);
    const mailed = await owner.mail.findFirstOrThrow({ where: { storeId: store.id, template: 'auth-verify' } });
    const code = container.services.vault.openText((mailed.params as { code: string }).code);
    expect((await api(noor).post('/account/email/confirm', { code })).body).toEqual({ email });
    const rows = await owner.mailOptOut.findMany({ where: { storeId: store.id } });
    expect(rows).toMatchObject([{ email, notice: 'digest' }]);
    expect(await mail('marketplace-duty-digest')).not.toContain(email);
  });

  it('is offered for what somebody gets, and is refused for the rest', async () => {
    const vendor = await buildVendor({ store });
    const packer = await buildUser({ vendor, role: 'staff', permissions: ['read_products'] });
    expect(await noticesOf(packer)).toEqual({ notices: [] });
    expect((await api(packer).put('/account/notices/reminders', { enabled: false })).status).toBe(404);
    expect((await api(noor).put('/account/notices/reminders', { enabled: false })).status).toBe(404);
  });
});
