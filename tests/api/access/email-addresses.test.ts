import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let smtp: MailServer;
let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let lead: BuiltUser;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url });
  store = await buildStore();
  admin = await buildAdmin({ store });
  vendor = await buildVendor({ store, handle: 'kiln' });
  lead = await buildUser({ vendor, role: 'manager' });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(() => program().owner.rateBucket.deleteMany());

/** As it is typed, and the one way in which it is kept. */
const ADDRESSES: [string, string][] = [
  ['Tom&Jerry@shop.example', 'tom&jerry@shop.example'],
  ['vera=1@shop.example', 'vera=1@shop.example'],
  ['info@Bücher.example', 'info@xn--bcher-kva.example'],
];
const WRONG = ['nobody', 'a@shop', 'a@[::1]', 'ana@shop.example, ben@shop.example'];
const rulesOf = (answer: { body: unknown }) =>
  (answer.body as { issues?: { rule: string }[] }).issues?.map(({ rule }) => rule);

it.each(ADDRESSES)(
  'whoever signs up, writes, subscribes, joins a team or is answered to as %s is taken',
  async (typed, kept) => {
    const shop = api({ store: store.domain });
    const domain = { store: store.domain };
    const application = { email: typed, vendorName: `Maker of ${typed}`, ...domain, fields: [] };
    expect((await shop.post('/vendor/application', application)).status).toBe(201);
    expect((await shop.post('/message/send', { email: typed, body: `Hello from ${typed}`, ...domain })).status).toBe(
      200,
    );
    const form = { data: { email: typed, question: `Do you deliver? ${typed}` }, vendor: 'kiln', ...domain };
    expect((await shop.post('/message/contact-form', form)).status).toBe(200);
    expect((await shop.post('/message/subscribe', { email: typed, ...domain })).status).toBe(200);
    const invited = await api(lead).post('/staff', { email: typed, name: 'Noor' });
    expect(invited.status).toBe(201);

    const { owner } = program();
    expect((await owner.vendorApplication.findFirstOrThrow({ orderBy: { id: 'desc' } })).email).toBe(kept);
    const letters = await owner.contactMessage.findMany({ orderBy: { id: 'desc' }, take: 2 });
    expect(letters.map(({ email }) => email)).toEqual([kept, kept]);
    expect((await owner.subscriber.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).email).toBe(kept);
    expect(invited.as<{ member: { email: string } }>().member.email).toBe(kept);
    await program().drain();
    expect(smtp.mails.flatMap(({ to }) => to?.map(({ address }) => address))).toContain(kept);
  },
);

it('who was invited under a domain of another script signs in with it, in either form', async () => {
  const known = await buildUser({ vendor, email: 'anna@xn--mller-kva.example' });
  const { services } = program().container;
  await setPassword(services, store.id, { email: known.email, password: 'correct horse battery' });
  for (const email of ['anna@müller.example', 'ANNA@MÜLLER.example', 'anna@xn--mller-kva.example']) {
    const answer = await api().post(
      '/auth/public/login',
      new URLSearchParams({ store: known.store, email, password: 'correct horse battery' }).toString(),
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    );
    expect([email, answer.status]).toEqual([email, 200]);
  }
});

it.each(WRONG)('%s is refused with one rule by every form', async (email) => {
  const shop = api({ store: store.domain });
  const domain = { store: store.domain };
  const refusals = [
    await shop.post('/vendor/application', { email, vendorName: 'Maker', ...domain, fields: [] }),
    await shop.post('/message/send', { email, body: 'Hello', ...domain }),
    await shop.post('/message/contact-form', { data: { email, question: 'Hello' }, ...domain }),
    await shop.post('/message/subscribe', { email, ...domain }),
    await api(lead).post('/staff', { email, name: 'Noor' }),
    await api(admin).post('/notifications/templates/auth-invite/test-email', { email }),
  ];
  expect(refusals.map((one) => [one.status, rulesOf(one)])).toEqual(refusals.map(() => [422, ['valid_email']]));
});
