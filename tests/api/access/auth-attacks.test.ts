import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { inviteUser } from '#app/platform/identity/users/users.service.server.ts';
import { buildUser } from '#tests/factories/people.ts';
import { buildVendor, nextNumber } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { buildMember, isSignedIn, login, mailedCode, mergeCookies, refresh } from '#tests/support/sign-in.ts';

// The library does its own work here; it is only watched, because equal work is what makes equal times.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

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

/** How often passwords were hashed and compared while something ran. */
async function workOf(act: () => Promise<unknown>): Promise<{ hashed: number; compared: number }> {
  const before = {
    hashed: vi.mocked(argon2.hash).mock.calls.length,
    compared: vi.mocked(argon2.verify).mock.calls.length,
  };
  await act();
  return {
    hashed: vi.mocked(argon2.hash).mock.calls.length - before.hashed,
    compared: vi.mocked(argon2.verify).mock.calls.length - before.compared,
  };
}

const requestCode = (store: string, email: string, cookie?: string) =>
  api(cookie ? { cookie, store } : { store }).post('/auth/public/change-password/request', { email });
const setNew = (store: string, email: string, code: string, cookie?: string) =>
  api(cookie ? { cookie, store } : { store }).post('/auth/public/change-password/update', {
    email,
    code,
    password: 'a new password',
  });

describe('who has an account here', () => {
  it('is not revealed by the answer or by the work of signing in', async () => {
    const user = await buildMember();
    const unset = await buildUser({ vendor: await buildVendor({ store: user.builtStore }) });
    const disabled = await buildMember({ vendor: await buildVendor({ store: user.builtStore }) });
    await program().owner.user.update({ where: { id: disabled.id }, data: { disabledAt: program().clock.now() } });
    const otherMember = await buildMember();
    await login({ ...user, password: 'the first costs the dummy' });
    const seen = [];
    for (const email of [user.email, unset.email, disabled.email, otherMember.email, 'nobody@souk.test']) {
      let answer: Awaited<ReturnType<typeof login>> | undefined;
      const work = await workOf(async () => {
        answer = await login({ store: user.store, email, password: 'not the password' });
      });
      seen.push({ status: answer?.status, body: answer?.body, cookies: answer?.cookies(), work });
    }
    expect(seen[0]).toMatchObject({ status: 401, cookies: '', work: { hashed: 0, compared: 1 } });
    for (const one of seen) expect(one).toEqual(seen[0]);
  });

  it('is not revealed by asking for a code, nor by trying one', async () => {
    const user = await buildMember();
    const requested = [];
    const tried = [];
    for (const email of [user.email, 'nobody@souk.test']) {
      let answer: Awaited<ReturnType<typeof requestCode>> | undefined;
      const work = await workOf(async () => {
        answer = await requestCode(user.store, email);
      });
      const rows = await program().owner.scheduledJob.count({ where: { kind: 'auth.reset-code' } });
      requested.push({
        status: answer?.status,
        body: answer?.body,
        cookies: answer?.cookies(),
        work,
        rows: rows - requested.length,
      });
    }
    expect(requested[0]).toMatchObject({ status: 201, work: { hashed: 0, compared: 0 } });
    expect(requested[1]).toEqual(requested[0]);
    await program().drain();
    for (const email of [user.email, 'nobody@souk.test']) {
      let answer: Awaited<ReturnType<typeof setNew>> | undefined;
      const work = await workOf(async () => {
        answer = await setNew(user.store, email, '000000x');
      });
      tried.push({ status: answer?.status, body: answer?.body, cookies: answer?.cookies(), work });
    }
    expect(tried[0]).toMatchObject({ status: 422, body: { code: 'invalid_code' }, work: { hashed: 1, compared: 0 } });
    expect(tried[1]).toEqual(tried[0]);
  });
});

describe('guessing', () => {
  it('a code from many addresses ends after five tries, whoever made them', async () => {
    const user = await buildMember();
    await requestCode(user.store, user.email);
    const code = await mailedCode(smtp, user.email);
    const wrong = code === '999999' ? '999998' : '999999';
    for (let time = 1; time <= 5; time++) {
      await program().owner.rateBucket.deleteMany();
      expect((await setNew(user.store, user.email, wrong)).status).toBe(422);
    }
    expect((await setNew(user.store, user.email, code)).status).toBe(422);
    const [row] = await program().owner.userCode.findMany({ where: { userId: user.id } });
    expect(row?.tries).toBe(5);
  });

  it('by an anonymous user revokes a code neither for a device that signed in before nor for the link in the mail', async () => {
    const [user, other] = [await buildMember(), await buildMember()];
    const [device, otherDevice] = [(await login(user)).cookies(), (await login(other)).cookies()];
    for (const flow of ['device', 'link'] as const) {
      smtp.mails.length = 0;
      await requestCode(user.store, user.email);
      const code = await mailedCode(smtp, user.email);
      const mail = smtp.mails.findLast((one) => one.to?.[0]?.address === user.email);
      const url = new URL(/https?:\/\/[^\s"]+/.exec(mail?.text ?? '')?.[0] ?? '');
      const link = url.searchParams.get('code') ?? '';
      expect(Buffer.from(link, 'base64url').length).toBeGreaterThanOrEqual(16);
      expect(link).not.toContain(code);
      const wrong = code === '999999' ? '999998' : '999999';
      for (let time = 1; time <= 6; time++) {
        await program().owner.rateBucket.deleteMany();
        expect((await setNew(user.store, user.email, wrong)).status).toBe(422);
      }
      expect((await setNew(user.store, user.email, code)).status).toBe(422);
      // The mark of a device for another account is none for this one.
      expect((await setNew(user.store, user.email, code, otherDevice)).status).toBe(422);
      const answer =
        flow === 'device' ? setNew(user.store, user.email, code, device) : setNew(user.store, user.email, link);
      expect([flow, (await answer).status]).toEqual([flow, 201]);
      // It works once, and the other one of the mail ends with it.
      expect((await setNew(user.store, user.email, link)).status).toBe(422);
      expect((await setNew(user.store, user.email, code, device)).status).toBe(422);
    }
  });

  it('on a known device ends a code for that device after five tries too', async () => {
    const user = await buildMember();
    const device = (await login(user)).cookies();
    await requestCode(user.store, user.email);
    const code = await mailedCode(smtp, user.email);
    const wrong = code === '999999' ? '999998' : '999999';
    for (let time = 1; time <= 5; time++) await setNew(user.store, user.email, wrong, device);
    expect((await setNew(user.store, user.email, code, device)).status).toBe(422);
  });

  it('of five codes at the same moment counts each', async () => {
    const user = await buildMember();
    await requestCode(user.store, user.email);
    const code = await mailedCode(smtp, user.email);
    const guesses = ['111111', '222222', '333333', '444444', '555555'].filter((guess) => guess !== code);
    await Promise.all(guesses.map((guess) => setNew(user.store, user.email, guess)));
    const [row] = await program().owner.userCode.findMany({ where: { userId: user.id } });
    expect(row?.tries).toBe(guesses.length);
  });

  it('from the address that an owner shares does not lock the owner out of a known device', async () => {
    const user = await buildMember();
    const device = (await login(user)).cookies();
    for (let guess = 1; guess <= 12; guess++) await login({ ...user, password: 'guess me not' });
    expect((await login(user)).status).toBe(429);
    expect((await login({ ...user, cookie: device })).status).toBe(200);
  });

  it('an anonymous user who uses up the codes of a day leaves the owner theirs on a known device', async () => {
    const user = await buildMember();
    const device = (await login(user)).cookies();
    for (let time = 1; time <= 6; time++) await requestCode(user.store, user.email);
    const codes = () => smtp.mails.filter((mail) => mail.to?.[0]?.address === user.email);
    await program().drain();
    expect(codes()).toHaveLength(5);
    await requestCode(user.store, user.email, device);
    await program().drain();
    expect(codes()).toHaveLength(6);
  });

  it("a mark of a device is worth nothing for another's account", async () => {
    const vendor = await buildVendor();
    const [mine, theirs] = [await buildMember({ vendor }), await buildMember({ vendor })];
    const device = (await login(mine)).cookies();
    for (let guess = 1; guess <= 10; guess++) await login({ ...theirs, password: 'guess me not', cookie: device });
    expect((await login({ ...theirs, cookie: device })).status).toBe(429);
  });
});

describe('a session that somebody planted', () => {
  it('is not taken over by signing in: every cookie of it is new', async () => {
    const vendor = await buildVendor();
    const [attacker, victim] = [await buildMember({ vendor }), await buildMember({ vendor })];
    const planted = (await login(attacker)).cookies();
    const own = await login({ ...victim, cookie: planted });
    const account = await api({ cookie: mergeCookies(planted, own) }).get('/account');
    expect(account.as<{ email: string }>().email).toBe(victim.email);
    for (const name of ['souk_session', 'souk_refresh']) {
      const valueIn = (cookies: string) => new RegExp(`${name}=([^;]+)`).exec(cookies)?.[1];
      expect(valueIn(own.cookies())).toBeDefined();
      expect(valueIn(own.cookies())).not.toBe(valueIn(planted));
    }
    expect((await api({ cookie: planted }).get('/account')).as<{ email: string }>().email).toBe(attacker.email);
  });

  it('a family id that a client sends is none of ours', async () => {
    const user = await buildMember();
    await login({ ...user, cookie: 'souk_refresh=1.made-up; souk_session=made.up.token; souk_step=1.made-up' });
    const families = await program().owner.refreshToken.findMany({ where: { userId: user.id } });
    expect(families).toHaveLength(1);
    expect(families[0]?.familyId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a stolen refresh cookie', () => {
  it('ends the sign-in for both, thief and owner, whoever comes second', async () => {
    const user = await buildMember();
    const first = (await login(user)).cookies();
    const thief = (await refresh(first)).cookies();
    program().clock.advance({ minutes: 2 });
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(thief)).status).toBe(401);
    expect(await isSignedIn((await login(user)).cookies())).toBe(true);
  });
});

describe('an invitation', () => {
  async function invite() {
    const vendor = await buildVendor();
    const { services } = program().container;
    const email = `asked-${nextNumber()}@souk.test`;
    await services.db.unit(marketplaceScope(vendor.store.id), (tx) =>
      inviteUser(services, tx, { vendorId: vendor.id, email, name: 'Noor', role: 'manager' }),
    );
    const mail = await program().owner.mail.findFirstOrThrow({ where: { toAddress: email } });
    return { store: vendor.store.domain, email, code: services.vault.openText((mail.params as { code: string }).code) };
  }

  it('opens one account once, however many take it at the same moment', async () => {
    const { store, email, code } = await invite();
    const answers = await Promise.all([1, 2, 3].map(() => setNew(store, email, code)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
  });

  it('opens nothing for another address, in another store, or after its fourteen days', async () => {
    const [one, other] = [await invite(), await invite()];
    expect((await setNew(one.store, other.email, one.code)).status).toBe(422);
    expect((await setNew(other.store, one.email, one.code)).status).toBe(422);
    program().clock.advance({ days: 14, seconds: 1 });
    expect((await setNew(one.store, one.email, one.code)).status).toBe(422);
  });
});

describe('a foreign page', () => {
  it('signs nobody in to an account of its choice, also where the browser has no cookie yet (403)', async () => {
    const user = await buildMember();
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await login({ ...user, cookie: '', headers: { origin } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});
