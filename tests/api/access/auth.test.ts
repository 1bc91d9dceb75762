import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import {
  inviteUser,
  listUsers,
  disableUsersOfVendor,
  setPassword,
} from '#app/platform/identity/users/users.service.server.ts';
import { buildAdmin, buildStaff, buildUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import type { Answer } from '#tests/support/api.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

const PASSWORD = 'correct horse battery';
let smtp: MailServer;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.mails.length = 0;
  await program().owner.rateBucket.deleteMany();
});

async function buildMember(o: { vendor?: BuiltVendor; store?: BuiltStore } = {}) {
  const user = await buildUser(o);
  const store = await program().owner.store.findUniqueOrThrow({ where: { domain: user.store } });
  await setPassword(program().container.services, store.id as BuiltStore['id'], {
    email: user.email,
    password: PASSWORD,
  });
  return { ...user, storeId: store.id as BuiltStore['id'] };
}

const login = (o: { store: string; email: string; password?: string; cookie?: string }): Promise<Answer> =>
  api(o.cookie ? { cookie: o.cookie } : {}).post(
    '/auth/public/login',
    new URLSearchParams({ store: o.store, email: o.email, password: o.password ?? PASSWORD }).toString(),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  );
const refresh = (cookie: string) => api({ cookie }).post('/auth/public/refresh');
/** Whether somebody is signed in with these cookies: a call that needs it. */
const isSignedIn = async (cookie: string) =>
  (await api({ cookie }).put('/session/locale', { locale: 'nl' })).status === 200;
const codeIn = (mail: Email) => new URL(/https?:\/\/[^\s"]+/.exec(mail.text ?? '')?.[0] ?? '').searchParams;

async function invite(vendor: BuiltVendor, email = `invited-${nextNumber()}@souk.test`) {
  const { services } = program().container;
  const scope = marketplaceScope(vendor.store.id);
  await services.db.unit(scope, (tx) =>
    inviteUser(services, tx, { vendorId: vendor.id, email, name: 'Noor', role: 'manager' }),
  );
  const mail = await waitFor('the invitation', () => smtp.mails.find((one) => one.to?.[0]?.address === email));
  return { email, mail, code: codeIn(mail).get('code') ?? '' };
}

const setNew = (store: BuiltStore, o: { email: string; code: string; password?: string }, cookie = '') =>
  api({ store: store.domain, ...(cookie ? { cookie } : {}) }).post('/auth/public/change-password/update', {
    password: 'a new password',
    ...o,
  });

describe('signing in', () => {
  it('sets a session that says who it is for, and lets its owner in', async () => {
    const user = await buildMember();
    const answer = await login(user);
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    const token = /souk_session=([^;]+)/.exec(answer.cookies())?.[1] ?? '';
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64').toString());
    expect(claims).toMatchObject({ email: user.email, store: user.store, admin: false, sub: String(user.id) });
    expect(await isSignedIn(answer.cookies())).toBe(true);
  });

  it('marks its cookies as the house wants them', async () => {
    const answer = await login(await buildMember());
    const cookies = answer.headers.getSetCookie();
    const named = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
    expect(named('souk_session')).toMatch(/Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(named('souk_frame')).toMatch(
      /HttpOnly; Secure; SameSite=None; Partitioned|HttpOnly; Secure; Partitioned; SameSite=None/,
    );
    expect(named('souk_refresh')).toMatch(/Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
  });

  it('refuses a wrong password, an unknown address, a person without a password and one of another store alike (401)', async () => {
    const user = await buildMember();
    const other = await buildMember();
    const unset = await buildUser();
    const answers = await Promise.all([
      login({ ...user, password: 'not the password' }),
      login({ store: user.store, email: 'nobody@souk.test' }),
      login({ store: unset.store, email: unset.email }),
      login({ store: user.store, email: other.email }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 401,
        body: { message: 'The e-mail address or the password is not right', code: 'wrong_credentials' },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('names the fields that are wrong (422)', async () => {
    const answer = await login({ store: 'demo', email: 'no address', password: 'short' });
    expect(answer.status).toBe(404);
    const { domain } = await buildStore();
    const wrong = await login({ store: domain, email: 'no address', password: 'short' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(wrong.as<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toEqual(['email', 'password']);
  });

  it('refuses a person whose vendor was deleted, at once in an open session too', async () => {
    const vendor = await buildVendor();
    const user = await buildMember({ vendor });
    const { services } = program().container;
    const cookies = (await login(user)).cookies();
    await services.db.fast(marketplaceScope(vendor.store.id), (tx) =>
      disableUsersOfVendor(tx, vendor.id, services.clock.now()),
    );
    expect((await login(user)).status).toBe(401);
    expect(await isSignedIn(cookies)).toBe(false);
    expect((await refresh(cookies)).status).toBe(401);
  });

  it('refuses a request from a foreign page that carries cookies (403)', async () => {
    const user = await buildMember();
    const { cookie } = user;
    const foreign = { headers: { origin: 'https://evil.example' } };
    for (const path of ['/auth/public/logout', '/auth/public/refresh']) {
      expect((await api({ cookie }).post(path, {}, foreign)).status).toBe(403);
    }
    expect((await api({ cookie }).put('/session/locale', { locale: 'de' }, foreign)).status).toBe(403);
  });
});

describe('limits of signing in', () => {
  it('stops guessing one account from one address after ten failures (429), and says for how long', async () => {
    const user = await buildMember();
    for (let guess = 1; guess <= 10; guess++)
      expect((await login({ ...user, password: 'guess me not' })).status).toBe(401);
    const stopped = await login(user);
    expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(800);
    program().clock.advance({ minutes: 16 });
    expect((await login(user)).status).toBe(200);
  });

  it('does not count sign-ins that succeed', async () => {
    const user = await buildMember();
    for (let time = 1; time <= 12; time++) expect((await login(user)).status).toBe(200);
  });

  it('lets the owner in on a device that signed in before, while others guess the account', async () => {
    const user = await buildMember();
    const device = (await login(user)).cookies();
    await program().owner.rateBucket.deleteMany();
    const { limits } = program().container.services;
    for (let guess = 0; guess < 100; guess++) await limits.hit(`sign-in|${user.storeId}|${user.email}`, 1000, 3600);
    expect((await login(user)).status).toBe(429);
    expect((await login({ ...user, cookie: device })).status).toBe(200);
  });
});

describe('a session over time', () => {
  it('ends after fifteen minutes and is renewed by the refresh cookie, which changes', async () => {
    const first = (await login(await buildMember())).cookies();
    program().clock.advance({ minutes: 16 });
    expect(await isSignedIn(first)).toBe(false);
    const renewed = await refresh(first);
    expect(renewed).toMatchObject({ status: 200, body: { ok: true } });
    expect(await isSignedIn(renewed.cookies())).toBe(true);
    expect(/souk_refresh=([^;]+)/.exec(renewed.cookies())?.[1]).not.toBe(/souk_refresh=([^;]+)/.exec(first)?.[1]);
  });

  it('takes the previous refresh cookie for 30 seconds, for two tabs at once', async () => {
    const first = (await login(await buildMember())).cookies();
    const both = await Promise.all([refresh(first), refresh(first)]);
    expect(both.map((answer) => answer.status)).toEqual([200, 200]);
    program().clock.advance({ seconds: 25 });
    expect((await refresh(first)).status).toBe(200);
    for (const answer of both) expect((await refresh(answer.cookies())).status).toBe(200);
  });

  it('ends every session of the sign-in when a used refresh cookie comes back later', async () => {
    const user = await buildMember();
    const first = (await login(user)).cookies();
    const otherSession = (await login(user)).cookies();
    const second = (await refresh(first)).cookies();
    program().clock.advance({ seconds: 31 });
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(second)).status).toBe(401);
    expect((await refresh(otherSession)).status).toBe(200);
  });

  it('ends after thirty days without a visit', async () => {
    const first = (await login(await buildMember())).cookies();
    program().clock.advance({ days: 30, minutes: 1 });
    expect((await refresh(first)).status).toBe(401);
  });

  it('keeps of a refresh cookie only its hash, and takes none of another store', async () => {
    const user = await buildMember();
    const cookies = (await login(user)).cookies();
    const value = /souk_refresh=(\d+)\.([^;]+)/.exec(cookies);
    const rows = await program().owner.refreshToken.findMany({ where: { userId: user.id } });
    expect(JSON.stringify(rows, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one))).not.toContain(
      value?.[2],
    );
    const other = await buildStore();
    expect((await refresh(`souk_store=${other.domain}; souk_refresh=${other.id}.${value?.[2] ?? ''}`)).status).toBe(
      401,
    );
  });

  it('ends on signing out, on this device only', async () => {
    const user = await buildMember();
    const here = (await login(user)).cookies();
    const there = (await login(user)).cookies();
    const answer = await api({ cookie: here }).post('/auth/public/logout');
    expect(answer.status).toBe(200);
    expect(answer.cookies()).toContain('souk_session=;');
    expect((await refresh(here)).status).toBe(401);
    expect((await refresh(there)).status).toBe(200);
  });
});

describe('setting a password from an invitation', () => {
  it('mails a link that sets the password, signs in, and works once', async () => {
    const vendor = await buildVendor({ name: `Kiln ${nextNumber()}` });
    const { email, mail, code } = await invite(vendor);
    expect(mail.subject).toBe(
      `👋 Set your password for ${(await program().owner.store.findUniqueOrThrow({ where: { id: vendor.store.id } })).name}`,
    );
    expect(codeIn(mail).get('email')).toBe(email);
    expect(codeIn(mail).get('store')).toBe(vendor.store.domain);
    expect(Buffer.from(code, 'base64url')).toHaveLength(16);
    const answer = await setNew(vendor.store, { email, code });
    expect(answer).toMatchObject({ status: 201, body: { ok: true } });
    expect(await isSignedIn(answer.cookies())).toBe(true);
    expect((await setNew(vendor.store, { email, code })).body).toMatchObject({ code: 'invalid_code' });
    expect((await login({ store: vendor.store.domain, email, password: 'a new password' })).status).toBe(200);
  });

  it('keeps the code nowhere in the clear', async () => {
    const vendor = await buildVendor();
    const { email, code } = await invite(vendor);
    const kept = await program().owner.$queryRaw<{ text: string }[]>`
      SELECT (SELECT string_agg(m::text, '') FROM mails m) || (SELECT string_agg(c::text, '') FROM user_codes c) AS text`;
    expect(code).not.toBe('');
    expect(kept[0]?.text).toContain(email);
    expect(kept[0]?.text).not.toContain(code);
  });

  it('refuses it after fourteen days (422), and a code of six digits helps then', async () => {
    const vendor = await buildVendor();
    const { email, code } = await invite(vendor);
    program().clock.advance({ days: 14, minutes: 1 });
    expect((await setNew(vendor.store, { email, code })).status).toBe(422);
    await api({ store: vendor.store.domain }).post('/auth/public/change-password/request', { email });
    const mail = await waitFor('the code', () => smtp.mails.find((one) => one.subject?.startsWith('🔑')));
    const digits = /\d{6}/.exec(mail.subject ?? '')?.[0] ?? '';
    expect((await setNew(vendor.store, { email, code: digits })).status).toBe(201);
  });

  it('voids the earlier link when somebody is invited again', async () => {
    const vendor = await buildVendor();
    const first = await invite(vendor);
    smtp.mails.length = 0;
    const second = await invite(vendor, first.email);
    expect((await setNew(vendor.store, first)).status).toBe(422);
    expect((await setNew(vendor.store, second)).status).toBe(201);
  });

  it('refuses an address that belongs to another vendor of the store, and takes it in another store', async () => {
    const vendor = await buildVendor();
    const user = await buildUser({ vendor });
    const rival = await buildVendor({ store: vendor.store });
    await expect(invite(rival, user.email.toUpperCase())).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'email' }],
    });
    expect((await invite(await buildVendor(), user.email)).code).not.toBe('');
  });

  it('ends every earlier session of the person', async () => {
    const user = await buildMember();
    const before = (await login(user)).cookies();
    program().clock.advance({ seconds: 2 });
    const store = await program().owner.store.findUniqueOrThrow({ where: { domain: user.store } });
    await api({ store: user.store }).post('/auth/public/change-password/request', { email: user.email });
    const mail = await waitFor('the code', () => smtp.mails.find((one) => one.to?.[0]?.address === user.email));
    const code = /\d{6}/.exec(mail.subject ?? '')?.[0] ?? '';
    const { status } = await setNew(store as unknown as BuiltStore, { email: user.email, code });
    expect(status).toBe(201);
    expect(await isSignedIn(before)).toBe(false);
    expect((await refresh(before)).status).toBe(401);
  });

  it('wants eight to two hundred characters (422 at password)', async () => {
    const { store } = await buildVendor();
    for (const password of ['seven77', 'x'.repeat(201)]) {
      const answer = await setNew(store, { email: 'a@souk.test', code: '123456', password });
      expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'password' }] } });
    }
  });
});

describe('codes of six digits', () => {
  const request = (store: string, email: string) =>
    api({ store }).post('/auth/public/change-password/request', { email });

  it('answers 201 for every address and mails only people', async () => {
    const user = await buildMember();
    const known = await request(user.store, user.email);
    const unknown = await request(user.store, 'nobody@souk.test');
    expect([known.status, unknown.status]).toEqual([201, 201]);
    expect(known.body).toEqual(unknown.body);
    const mailed = () => smtp.mails.map((mail) => mail.to?.[0]?.address);
    await waitFor('the code', () => mailed().includes(user.email));
    await program().drain();
    // A mail of the test before may still arrive.
    expect(mailed().filter((address) => address === user.email)).toHaveLength(1);
    expect(mailed()).not.toContain('nobody@souk.test');
  });

  it('takes five tries, then not even the right one', async () => {
    const user = await buildMember();
    const store = { domain: user.store } as BuiltStore;
    await request(user.store, user.email);
    const mail = await waitFor('the code', () => smtp.mails.find((one) => one.to?.[0]?.address === user.email));
    const code = /\d{6}/.exec(mail.subject ?? '')?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let time = 1; time <= 5; time++) {
      expect((await setNew(store, { email: user.email, code: wrong })).status).toBe(422);
    }
    expect((await setNew(store, { email: user.email, code })).body).toMatchObject({ code: 'invalid_code' });
    expect((await login(user)).status).toBe(200);
  });

  it('lives 24 hours', async () => {
    const user = await buildMember();
    await request(user.store, user.email);
    const mail = await waitFor('the code', () => smtp.mails.find((one) => one.to?.[0]?.address === user.email));
    const code = /\d{6}/.exec(mail.subject ?? '')?.[0] ?? '';
    program().clock.advance({ hours: 24, seconds: 5 });
    expect((await setNew({ domain: user.store } as BuiltStore, { email: user.email, code })).status).toBe(422);
  });

  it('mails at most five codes an hour to one account, and does not tell', async () => {
    const user = await buildMember();
    for (let time = 1; time <= 7; time++) expect((await request(user.store, user.email)).status).toBe(201);
    await program().drain();
    expect(smtp.mails.filter((mail) => mail.to?.[0]?.address === user.email)).toHaveLength(5);
  });

  it('stops guesses from one address (429)', async () => {
    const user = await buildMember();
    const store = { domain: user.store } as BuiltStore;
    for (let time = 1; time <= 10; time++) await setNew(store, { email: user.email, code: '111111' });
    expect((await setNew(store, { email: user.email, code: '111111' })).status).toBe(429);
  });
});

describe('choosing a vendor and a language', () => {
  const readActive = async (id: bigint) =>
    (await program().owner.user.findUniqueOrThrow({ where: { id } })).activeVendorId;

  it('lets a web admin act for a vendor, whatever the case of its name, and for all again', async () => {
    const vendor = await buildVendor({ name: `Ångström & Søn ${nextNumber()}` });
    const admin = await buildAdmin({ store: vendor.store });
    const chosen = await api(admin).put('/session/vendor', { vendor: vendor.name.toUpperCase() });
    expect(chosen).toMatchObject({ status: 200, body: { vendor: vendor.name } });
    expect(await readActive(admin.id)).toBe(vendor.id);
    const rival = await buildVendor({ store: vendor.store });
    expect((await api({ cookie: chosen.cookies() }).put('/session/vendor', { vendor: rival.name })).status).toBe(200);
    expect((await api(admin).put('/session/vendor', { vendor: '*' })).body).toEqual({ vendor: '*' });
    expect(await readActive(admin.id)).toBe(null);
  });

  it('lets staff of the store admin choose at their own entry point', async () => {
    const vendor = await buildVendor();
    const staff = await buildStaff({ store: vendor.store });
    expect((await api(staff).put('/session/vendor', { vendor: vendor.name })).status).toBe(200);
    const [row] = await program().owner.storeStaff.findMany({ where: { subjectId: staff.subjectId } });
    expect(row?.activeVendorId).toBe(vendor.id);
  });

  it('answers 404 for an unknown vendor and for one of another store, and changes nothing', async () => {
    const vendor = await buildVendor();
    const admin = await buildAdmin({ store: vendor.store });
    const foreign = await buildVendor();
    for (const name of ['Nobody at all', foreign.name]) {
      expect((await api(admin).put('/session/vendor', { vendor: name })).status).toBe(404);
    }
    expect(await readActive(admin.id)).toBe(null);
  });

  it('is refused to members of a vendor (403) and to anonymous users (401)', async () => {
    const user = await buildUser();
    expect((await api(user).put('/session/vendor', { vendor: '*' })).status).toBe(403);
    expect((await api({ store: user.store }).put('/session/vendor', { vendor: '*' })).status).toBe(401);
  });

  it('keeps a language with the person, and refuses one that we do not speak (422)', async () => {
    const user = await buildUser();
    expect((await api(user).put('/session/locale', { locale: 'fr' })).body).toEqual({ locale: 'fr' });
    expect((await program().owner.user.findUniqueOrThrow({ where: { id: user.id } })).locale).toBe('fr');
    expect((await api(user).put('/session/locale', { locale: 'sv' })).status).toBe(422);
  });
});

describe('the people of a vendor', () => {
  it('are listed to the vendor itself and to nobody else', async () => {
    const vendor = await buildVendor();
    await invite(vendor);
    const { services } = program().container;
    const seen = await services.db.fast({ storeId: vendor.store.id, vendor: vendor.id }, (tx) =>
      listUsers(tx, vendor.id),
    );
    expect(seen).toMatchObject([{ name: 'Noor', role: 'manager', hasPassword: false }]);
    const rival = await buildVendor({ store: vendor.store });
    const other = await services.db.fast({ storeId: vendor.store.id, vendor: rival.id }, (tx) =>
      listUsers(tx, vendor.id),
    );
    expect(other).toEqual([]);
  });
});
