import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '#tests/factories/people.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';
import { buildMember, isSignedIn, login, mailedCode, mergeCookies, PASSWORD, refresh } from '#tests/support/sign-in.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

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

type Device = { browser: string; system: string; signedInAt: string; lastUsedAt: string; current: boolean };
const devicesOf = async (cookie: string) => (await api({ cookie }).get('/account')).as<{ devices: Device[] }>().devices;

describe('the devices that somebody is signed in on', () => {
  it('are listed by browser and system with their last use, and this one is marked', async () => {
    const user = await buildMember();
    const desktop = (await login({ ...user, headers: { 'user-agent': FIREFOX } })).cookies();
    program().clock.advance({ hours: 3 });
    const phone = (await login({ ...user, headers: { 'user-agent': IPHONE } })).cookies();
    program().clock.advance({ minutes: 20 });
    const renewed = mergeCookies(
      desktop,
      await api({ cookie: desktop }).post('/auth/public/refresh', {}, { headers: { 'user-agent': FIREFOX } }),
    );
    const seen = await devicesOf(renewed);
    expect(seen.map(({ browser, system, current }) => [browser, system, current])).toEqual([
      ['Firefox', 'Linux', true],
      ['Safari', 'iPhone', false],
    ]);
    const [here] = seen;
    const apart = Date.parse(here?.lastUsedAt ?? '') - Date.parse(here?.signedInAt ?? '');
    expect(Math.round(apart / 60_000)).toBe(200);
    await api({ cookie: phone }).post('/auth/public/logout');
    expect(await devicesOf(renewed)).toHaveLength(1);
  });

  it("are nobody else's to see", async () => {
    const vendor = await buildVendor();
    const [mine, theirs] = [await buildMember({ vendor }), await buildMember({ vendor })];
    await login({ ...theirs, headers: { 'user-agent': FIREFOX } });
    const seen = await devicesOf((await login(mine)).cookies());
    expect(seen).toHaveLength(1);
  });

  it('are all signed out at once, also those whose session has not ended yet', async () => {
    const user = await buildMember();
    const [desktop, phone] = [(await login(user)).cookies(), (await login(user)).cookies()];
    const answer = await api({ cookie: desktop }).post('/account/sign-out-everywhere');
    expect(answer.status).toBe(200);
    expect(answer.cookies()).toContain('souk_session=;');
    for (const cookie of [desktop, phone]) {
      expect(await isSignedIn(cookie)).toBe(false);
      expect((await refresh(cookie)).status).toBe(401);
    }
    expect(await isSignedIn((await login(user)).cookies())).toBe(true);
  });
});

describe("one's own name and password", () => {
  it('changes the name, also in the session itself', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    const answer = await api({ cookie }).patch('/account', { name: '  Noor van Dijk ' });
    const token = /souk_session=[^.]+\.([^.]+)/.exec(answer.cookies())?.[1] ?? '';
    expect(JSON.parse(Buffer.from(token, 'base64url').toString())).toMatchObject({ name: 'Noor van Dijk' });
    for (const name of ['', '   ', 'x'.repeat(121)]) {
      expect(await api({ cookie }).patch('/account', { name })).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'name' }] },
      });
    }
  });

  it('changes the password with the one of now: other devices are signed out, this one goes on and can be refreshed', async () => {
    const user = await buildMember();
    const [here, there] = [(await login(user)).cookies(), (await login(user)).cookies()];
    const changed = await api({ cookie: here }).put('/account/password', {
      current: PASSWORD,
      password: 'a newer password',
    });
    expect(changed.status).toBe(200);
    const mine = mergeCookies(here, changed);
    expect([await isSignedIn(mine), await isSignedIn(there)]).toEqual([true, false]);
    expect([(await refresh(mine)).status, (await refresh(there)).status]).toEqual([200, 401]);
    expect((await login(user)).status).toBe(401);
    expect((await login({ ...user, password: 'a newer password' })).status).toBe(200);
  });

  it('refuses a wrong password of now, and says where (422)', async () => {
    const cookie = (await login(await buildMember())).cookies();
    const answer = await api({ cookie }).put('/account/password', {
      current: 'not mine',
      password: 'a newer password',
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_password', issues: [{ path: 'current' }] } });
  });
});

describe("changing one's own address", () => {
  it('takes effect with the code that was mailed to the new address, in the language of the person', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    await api({ cookie }).put('/session/locale', { locale: 'de' });
    const email = `new-${user.id}@souk.test`;
    const answer = await api({ cookie }).post('/account/email', { email: email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(202);
    const code = await mailedCode(smtp, email);
    const mails = smtp.mails.filter((mail) => mail.to?.[0]?.address === email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^✉️ \d{6} bestätigt Ihre Adresse/);
    expect((await api({ cookie }).get('/account')).body).toMatchObject({
      email: user.email,
      person: { pendingEmail: email },
    });
    expect((await login(user)).status).toBe(200);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await api({ cookie }).post('/account/email/confirm', { code: wrong })).status).toBe(422);
    const proved = await api({ cookie }).post('/account/email/confirm', { code });
    expect(proved).toMatchObject({ status: 200, body: { email } });
    expect((await login(user)).status).toBe(401);
    expect((await login({ ...user, email })).status).toBe(200);
    expect((await api({ cookie }).post('/account/email/confirm', { code })).status).toBe(422);
  });

  it('does not tell whether somebody has the address before the code proves whose it is', async () => {
    const user = await buildMember();
    const other = await buildUser({ vendor: await buildVendor({ store: user.builtStore }) });
    const cookie = (await login(user)).cookies();
    const ask = (email: string) => api({ cookie }).post('/account/email', { email, password: PASSWORD });
    const [free, taken] = [await ask('free@souk.test'), await ask(other.email)];
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    const code = await mailedCode(smtp, other.email);
    expect(await api({ cookie }).post('/account/email/confirm', { code })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'code', rule: 'email_taken' }] },
    });
    expect((await api({ cookie }).get('/account')).body).toMatchObject({ email: user.email });
  });

  it('voids an earlier code, and after five wrong ones this one too', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    const [one, two] = [`one-${user.id}@souk.test`, `two-${user.id}@souk.test`];
    await api({ cookie }).post('/account/email', { email: one, password: PASSWORD });
    const first = await mailedCode(smtp, one);
    await api({ cookie }).post('/account/email', { email: two, password: PASSWORD });
    const second = await mailedCode(smtp, two);
    expect((await api({ cookie }).post('/account/email/confirm', { code: first })).status).toBe(422);
    for (let guess = 1; guess <= 4; guess++) await api({ cookie }).post('/account/email/confirm', { code: '00000a' });
    expect((await api({ cookie }).post('/account/email/confirm', { code: second })).status).toBe(422);
    expect((await api({ cookie }).get('/account')).body).toMatchObject({
      email: user.email,
      person: { pendingEmail: null },
    });
  });

  it('needs the password, and a code of it sets no password (422)', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    const email = `safe-${user.id}@souk.test`;
    expect((await api({ cookie }).post('/account/email', { email, password: 'not mine' })).status).toBe(422);
    await api({ cookie }).post('/account/email', { email, password: PASSWORD });
    const code = await mailedCode(smtp, email);
    for (const address of [user.email, email]) {
      const stolen = await api({ store: user.store }).post('/auth/public/change-password/update', {
        email: address,
        code,
        password: 'a stolen account',
      });
      expect(stolen.status).toBe(422);
    }
    await waitFor('the mail', () => smtp.mails.length > 0);
  });
});

describe('the codes of a password', () => {
  it.each([
    ['nl', /^🔑 \d{6} is je code/],
    ['de', /^🔑 \d{6} ist Ihr Code/],
    ['fr', /^🔑 \d{6} est votre code/],
    ['es', /^🔑 \d{6} es su código/],
    ['en', /^🔑 \d{6} is your code/],
  ])('are mailed in %s to a browser that speaks it, and in their own to who chose one', async (locale, subject) => {
    const user = await buildMember();
    const ask = () =>
      api({ store: user.store }).post(
        '/auth/public/change-password/request',
        { email: user.email },
        { headers: { 'accept-language': `${locale},pl;q=0.5` } },
      );
    await ask();
    await mailedCode(smtp, user.email);
    expect(smtp.mails[0]?.subject).toMatch(subject);
    smtp.mails.length = 0;
    await program().owner.user.update({ where: { id: user.id }, data: { locale: 'nl' } });
    await ask();
    await mailedCode(smtp, user.email);
    expect(smtp.mails[0]?.subject).toMatch(/^🔑 \d{6} is je code/);
  });
});

describe('signing in inside a frame', () => {
  it("sets the frame's own cookie and hands the sign-in to a tab, once and within a minute", async () => {
    const user = await buildMember();
    const framed = await login(user, '/auth/proxy/login');
    const { handover } = framed.as<{ handover: string }>();
    expect(framed.headers.getSetCookie().find((cookie) => cookie.startsWith('souk_frame='))).toMatch(/Partitioned/);
    const go = (token: string, store = user.store) => api().post('/auth/public/continue', { store, token });
    const tab = await go(handover);
    expect(tab).toMatchObject({ status: 200, body: { ok: true } });
    expect(await isSignedIn(tab.cookies())).toBe(true);
    expect(await go(handover)).toMatchObject({ status: 401, body: { code: 'challenge_expired' } });
    const late = (await login(user, '/auth/proxy/login')).as<{ handover: string }>().handover;
    program().clock.advance({ seconds: 61 });
    expect((await go(late)).status).toBe(401);
  });

  it('hands nothing over to another store, and opens no second step with it', async () => {
    const user = await buildMember();
    const { handover } = (await login(user, '/auth/proxy/login')).as<{ handover: string }>();
    const { store } = await buildVendor();
    expect((await api().post('/auth/public/continue', { store: store.domain, token: handover })).status).toBe(401);
    const step = await api({ cookie: `souk_step=${handover}` }).post('/auth/public/second-factor', { code: '000000' });
    expect(step.status).toBe(401);
  });

  it('refuses a wrong password with the same words as outside', async () => {
    const user = await buildMember();
    const answer = await login({ ...user, password: 'not the password' }, '/auth/proxy/login');
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });
});
