import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let smtp: MailServer;
let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ sandbox: true, smtpUrl: smtp.url });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North & Co' }) });
  await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
  const { owner } = program();
  await owner.user.update({ where: { id: seller.id }, data: { locale: 'nl' } });
  await owner.user.update({ where: { id: admin.id }, data: { locale: 'de' } });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(async () => {
  await program().drain();
  smtp.mails.length = 0;
});

/** Everybody who got a mail since the test began, with what it says. */
async function readMails() {
  await program().drain();
  return smtp.mails.map((mail) => ({
    to: mail.to?.[0]?.address,
    subject: mail.subject,
    text: mail.text ?? '',
    link: /href="([^"]+\/app\/products\/[^"]+)"/.exec(mail.html ?? '')?.[1],
  }));
}
const mailTo = async (person: BuiltUser) => (await readMails()).filter((mail) => mail.to === person.email);

async function submit(title: string): Promise<string> {
  const answer = await api(seller).put('/products-v2', { product: buildProductInput({ title }) });
  expect(answer.status).toBe(200);
  return answer.as<{ productId: string }>().productId;
}
const linkTo = (id: string) => `${program().url}/app/products/${id}?store=${store.domain}`;

describe('mails about products', () => {
  it('tell the admins of a product that waits, in their language, and link to it', async () => {
    const id = await submit('Moon & vase');
    const mails = await readMails();
    const own = mails.find((mail) => mail.to === admin.email);
    expect(own).toMatchObject({ subject: '📦 North & Co hat Moon & vase eingereicht', link: linkTo(id) });
    expect(own?.text).toContain('North & Co hat den Artikel eingereicht');
    expect(mails.map((mail) => mail.to)).not.toContain(seller.email);
    // What the mail links to needs no other program than the one that answers.
    expect(new URL(own?.link ?? '').origin).toBe(program().url);
  });

  it('tell nobody of a product that an admin made for a vendor', async () => {
    const product = { ...buildProductInput({ title: 'Made by Mira' }), vendor: 'North & Co' };
    const made = await api(admin).put('/products-v2', { product });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { productId } = made.as<{ productId: string }>();
    const queued = await program().owner.mail.findMany({ where: { template: 'marketplace-on-product-submitted' } });
    expect(queued.map((mail) => (mail.params as { productId: string }).productId)).not.toContain(productId);
  });

  it('tell the vendor alone what it has to change, and the admins when it comes back', async () => {
    const id = await submit('Salt jar');
    await program().drain();
    smtp.mails.length = 0;
    const note = 'Please add a picture <from above>.';
    expect((await api(admin).patch(`/product-v2/${id}/unapprove`, { note })).status).toBe(200);
    const mails = await readMails();
    expect(mails).toMatchObject([{ to: seller.email, link: linkTo(id) }]);
    expect(mails[0]?.subject).toContain('Salt jar');
    expect(mails[0]?.text).toContain(note);

    smtp.mails.length = 0;
    const product = { ...buildProductInput({ title: 'Salt jar' }), id };
    expect((await api(seller).put('/products-v2', { product })).status).toBe(200);
    const [again] = await mailTo(admin);
    expect(again?.text).toContain('North & Co hat eine Änderung eingereicht');
  });

  it('tell the vendor that its product is live', async () => {
    const id = await submit('Tea bowl');
    await program().drain();
    smtp.mails.length = 0;
    expect((await api(admin).patch(`/product-v2/${id}/approve`, { note: 'Lovely!' })).status).toBe(200);
    // Those of the admins about the submission may come late.
    const mails = await mailTo(seller);
    expect(mails).toMatchObject([{ to: seller.email, subject: '✅ Tea bowl staat live', link: linkTo(id) }]);
    expect(mails[0]?.text).toContain('Lovely!');
  });
});
