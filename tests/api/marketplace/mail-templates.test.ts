import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { MailTemplateName } from '#app/platform/mails/mail.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Template = {
  subject: string;
  htmlBody: string;
  defaultHtml: string;
  isEdited: boolean;
  isOnlyLocale: boolean;
  unknownVariables: string[];
  preview: { subject: string; html: string; text: string };
};

const PATH = '/notifications/templates/product-approved';
let smtp: MailServer;
let store: BuiltStore;
let admin: BuiltUser;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url, worker: false });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.mails.length = 0;
  store = await buildStore({ name: 'Kiln Market' });
  admin = await buildAdmin({ store });
});

const read = async (locale = 'en') => (await api(admin).get(`${PATH}?locale=${locale}`)).as<Template>();
const save = (body: object) => api(admin).put(PATH, body);
const overrides = () => program().owner.mailTemplate.findMany({ where: { storeId: store.id } });

describe('a mail template', () => {
  test('shows its default in the language asked for, with a preview of its example', async () => {
    const [english, german] = [await read('en'), await read('de')];
    expect(english.isEdited).toBe(false);
    expect(english.htmlBody).toBe(english.defaultHtml);
    expect(english.preview.subject).toBe('✅ Stoneware mug is live');
    expect(german.preview.subject).not.toBe(english.preview.subject);
    expect(english.preview.text).toContain('Kiln Market');
  });

  test('keeps the store’s own wording apart from the default, and goes back to it', async () => {
    const { defaultHtml } = await read();
    const saved = await save({
      htmlBody: '<p>{{ params.product_title }} is yours, {{ params.nobody }}</p>',
      defaultHtml,
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.as<Template>()).toMatchObject({ isEdited: true, defaultHtml, unknownVariables: ['nobody'] });
    expect((await read('de')).preview.html).toContain('Stoneware mug is yours');
    for (const htmlBody of [defaultHtml, '']) {
      await save({ htmlBody: '<p>Once more</p>' });
      expect((await save({ htmlBody, defaultHtml })).as<Template>()).toMatchObject({ isEdited: false });
      expect(await overrides()).toEqual([]);
    }
    const audit = await program().owner.auditEvent.findMany({ where: { storeId: store.id } });
    expect(audit.map((event) => event.action)).toContain('mail_template.reset');
  });

  test('refuses a wording that cannot be read or rendered, and keeps what was there', async () => {
    await save({ htmlBody: '<p>Kept</p>' });
    for (const [htmlBody, subject] of [
      ['{% if params.note %}open', ''],
      ['{{ params.note | upcase }}', ''],
      ['{% include "secrets" %}', ''],
      ['{% for a in (1..9999999) %}{% for b in (1..9999999) %}x{% endfor %}{% endfor %}', ''],
      ['<p>Good</p>', '{% if %}'],
    ]) {
      const answer = await save({ htmlBody, subject });
      expect(answer.status, htmlBody).toBe(422);
      expect(answer.as<{ issues: { path: string }[] }>().issues[0]?.path).toBe(subject === '' ? 'htmlBody' : 'subject');
    }
    expect((await overrides()).map((one) => one.htmlBody)).toEqual(['<p>Kept</p>']);
    expect((await save({ htmlBody: 'x'.repeat(100_001) })).status).toBe(422);
  });

  test('keeps a wording for one language beside the one for all, and each goes back alone', async () => {
    await save({ htmlBody: '<p>For all</p>' });
    await save({ htmlBody: '<p>Nur Deutsch</p>', locale: 'de', onlyLocale: true });
    const texts = async () => {
      const found = await Promise.all(['en', 'de', 'fr'].map(read));
      return found.map(({ htmlBody, isOnlyLocale }) => [htmlBody, isOnlyLocale]);
    };
    expect(await texts()).toEqual([
      ['<p>For all</p>', false],
      ['<p>Nur Deutsch</p>', true],
      ['<p>For all</p>', false],
    ]);
    const test = await api(admin).post(`${PATH}/test-email`, { email: 'me@souk.test', locale: 'de' });
    expect([test.status, smtp.mails[0]?.html]).toMatchObject([200, expect.stringContaining('Nur Deutsch')]);
    // In one language the default stands again, although all have a wording of the store's own.
    const { defaultHtml } = await read('de');
    const standard = await save({ htmlBody: defaultHtml, defaultHtml, locale: 'de', onlyLocale: true });
    expect(standard.as<Template>()).toMatchObject({ htmlBody: defaultHtml, isOnlyLocale: true });
    await save({ htmlBody: '', locale: 'de', onlyLocale: true });
    expect((await texts())[1]).toEqual(['<p>For all</p>', false]);
    await save({ htmlBody: '' });
    expect((await Promise.all(['en', 'de'].map(read))).map(({ isEdited }) => isEdited)).toEqual([false, false]);
    expect(await overrides()).toEqual([]);
  });

  test('is previewed with the newest mail of its kind, and never with a mail that holds somebody’s own link', async () => {
    const wording = { htmlBody: '<p>{{ params.vendor_name }} by {{ params.created_by }}</p>', data: 'latest' };
    const preview = async (template: string, body: object = wording) =>
      (await api(admin).post(`/notifications/templates/${template}/preview`, body)).as<
        Template & { isReal: boolean }
      >();
    expect(await preview('marketplace-new-vendor')).toMatchObject({ isReal: false });
    const vendor = await buildVendor({ store, name: 'Atelier <Nour>' });
    const { services } = program().container;
    const at = services.clock.now();
    const queue = (template: MailTemplateName, params: object, of: BuiltStore = store) =>
      services.db.fast(marketplaceScope(of.id), (tx) =>
        queueMails(tx, services, [
          { dedupeKey: `test/${template}`, template, params, dueAt: at, createdAt: at, audience: { kind: 'admins' } },
        ]),
      );
    await queue('marketplace-new-vendor', { vendorId: String(vendor.id), by: 'Mira' });
    const shown = await preview('marketplace-new-vendor');
    expect(shown).toMatchObject({ isReal: true });
    expect(shown.preview.html).toContain('Atelier &lt;Nour&gt; by Mira');
    // What another store was told of stays there, and so does what is gone.
    const other = await buildStore();
    await queue('marketplace-data-request', {}, other);
    await program().owner.mail.updateMany({
      where: { storeId: store.id },
      data: { params: { vendorId: '999999999', by: 'x' } },
    });
    expect(await preview('marketplace-new-vendor')).toMatchObject({ isReal: false });
    for (const template of [
      'auth-invite',
      'auth-change-password',
      'buyer-new-message',
      'offer-received',
      'doc-packing-slip',
    ]) {
      expect(await preview(template, { htmlBody: '<p>x</p>', data: 'latest' }), template).toMatchObject({
        isReal: false,
      });
    }
  });

  test('writes values as text, never as markup or as a template', async () => {
    await save({ htmlBody: '<p>{{ params.product_title }}</p>', subject: '{{ params.product_title }}' });
    const params = { product_title: '<script>alert(1)</script>{{ store.name }}\r\nBcc: spy@souk.test' };
    const answer = await api(admin).post(`${PATH}/test-email`, { email: 'me@souk.test', params });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [mail] = smtp.mails;
    expect(mail?.html).toContain('&lt;script&gt;');
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.subject).toContain('{{ store.name }} Bcc: spy@souk.test');
    expect(mail?.bcc ?? []).toEqual([]);
  });

  test('is sent as a test to the address that was named, with the example where nothing is given', async () => {
    expect((await api(admin).post(`${PATH}/test-email`, { email: 'me@souk.test', locale: 'nl' })).status).toBe(200);
    expect(smtp.mails.map((mail) => mail.to?.[0]?.address)).toEqual(['me@souk.test']);
    expect(smtp.mails[0]?.subject).toContain('Stoneware mug');
    const wrong = await api(admin).post(`${PATH}/test-email`, { email: 'me@souk.test', params: { product_title: 7 } });
    expect([wrong.status, wrong.as<{ issues: { path: string }[] }>().issues[0]?.path]).toEqual([
      422,
      'params.product_title',
    ]);
    for (const template of ['nothing', '__proto__', 'constructor']) {
      expect((await api(admin).get(`/notifications/templates/${template}`)).status).toBe(404);
    }
  });
});

describe('the template', () => {
  const path = '/notifications/templates/doc-packing-slip';

  test('of a document has a default in five languages, a preview, unknown variables and a test mail, and goes back to its default', async () => {
    const titles = new Set<string>();
    const bowls = {
      en: 'Serving bowl',
      nl: 'Serveerschaal',
      de: 'Servierschale',
      fr: 'Saladier',
      es: 'Fuente de servir',
    };
    for (const [locale, bowl] of Object.entries(bowls)) {
      for (const name of ['doc-customer-invoice', 'doc-credit-note', 'doc-packing-slip']) {
        const template = (await api(admin).get(`/notifications/templates/${name}?locale=${locale}`)).as<Template>();
        expect(template).toMatchObject({ isEdited: false, unknownVariables: [] });
        expect(template.htmlBody).toBe(template.defaultHtml);
        expect(template.preview.html).toContain(bowl);
        titles.add(template.preview.subject);
      }
    }
    expect(titles.size).toBe(15);
    const wording = { htmlBody: '<b>{{ params.order_number }}{{ params.total }}</b>', subject: 'Slip', locale: 'de' };
    const seen = await api(admin).post(`${path}/preview`, wording);
    expect(seen.as<Template>()).toMatchObject({ unknownVariables: ['total'], preview: { subject: 'Slip' } });
    expect(seen.as<Template>().preview.html).toContain('<b>#1042</b>');
    expect(await overrides()).toEqual([]);
    expect((await api(admin).post(`${path}/preview`, { htmlBody: '{% if %}' })).status).toBe(422);
    expect((await api(admin).put(path, wording)).as<Template>()).toMatchObject({ isEdited: true });
    expect((await api(admin).post(`${path}/test-email`, { email: 'me@souk.test' })).status).toBe(200);
    expect(smtp.mails[0]?.html).toContain('<b>#1042</b>');
    expect((await api(admin).put(path, { htmlBody: '' })).as<Template>()).toMatchObject({ isEdited: false });
  });
});
