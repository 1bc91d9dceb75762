import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { disableUsersOfVendor, inviteUser } from '#app/platform/identity/users/users.service.server.ts';
import { buildAdmin, buildStaff } from '#tests/factories/people.ts';
import { buildSecondFactor, codeOf } from '#tests/factories/second-factors.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import {
  buildMember,
  isSignedIn,
  login,
  mailedCode,
  mergeCookies,
  PASSWORD,
  refresh,
  type SigningMember,
} from '#tests/support/sign-in.ts';

let smtp: MailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url });
});
afterAll(async () => {
  await program().stop();
  await smtp.stop();
});
beforeEach(() => program().owner.rateBucket.deleteMany());

type Enrolment = { secret: string; address: string; qr: { size: number; path: string } };
const step = (cookie: string, code: string) => api({ cookie }).post('/auth/public/second-factor', { code });

/** Sets a second factor up on the account's screen, as a person does; its secret and recovery codes. */
async function enrol(user: SigningMember): Promise<{ secret: string; codes: string[]; cookie: string }> {
  const cookie = (await login(user)).cookies();
  const started = await api({ cookie }).post('/account/second-factor', { password: PASSWORD });
  expect(started.status).toBe(200);
  const { secret } = started.as<Enrolment>();
  const confirmed = await api({ cookie }).post('/account/second-factor/confirm', { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  return { secret, codes: confirmed.as<{ recoveryCodes: string[] }>().recoveryCodes, cookie };
}

describe('setting a second factor up', () => {
  it('takes the password and a first code, shows ten recovery codes once, and keeps neither in the clear', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    const wrong = await api({ cookie }).post('/account/second-factor', { password: 'not my password' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_password', issues: [{ path: 'password' }] } });
    const { secret, codes } = await enrol(user);
    expect(codes).toHaveLength(10);
    const kept = await program().owner.$queryRaw<{ text: string }[]>`
      SELECT (SELECT string_agg(f::text, '') FROM second_factors f) || (SELECT string_agg(c::text, '') FROM recovery_codes c) AS text`;
    for (const shown of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(kept[0]?.text).not.toContain(shown);
    }
    const account = (await api({ cookie }).get('/account')).body;
    expect(account).toMatchObject({ person: { secondFactor: { recoveryCodesLeft: 10 } } });
    expect(JSON.stringify(account)).not.toContain(secret);
  });

  it('is not in force before its first code, and a wrong one does not put it in force', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    await api({ cookie }).post('/account/second-factor', { password: PASSWORD });
    expect((await api({ cookie }).post('/account/second-factor/confirm', { code: '000000' })).body).toMatchObject({
      code: 'invalid_code',
    });
    expect((await login(user)).body).toEqual({ ok: true });
  });

  it('is not replaced by beginning again while it is in force (404)', async () => {
    const user = await buildMember();
    const { cookie, secret } = await enrol(user);
    expect((await api({ cookie }).post('/account/second-factor', { password: PASSWORD })).status).toBe(404);
    const challenge = (await login(user)).cookies();
    expect((await step(challenge, codeOf(secret, 1))).status).toBe(200);
  });
});

describe('signing in with a second factor', () => {
  it('gives a password no session, only the step that comes next', async () => {
    const user = await buildMember();
    await buildSecondFactor(user.builtStore, user.id);
    const answer = await login(user);
    expect(answer).toMatchObject({ status: 200, body: { ok: true, next: 'second-factor' } });
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['souk_step']);
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly/);
    expect(await isSignedIn(answer.cookies())).toBe(false);
    expect((await refresh(answer.cookies())).status).toBe(401);
    expect((await api({ cookie: answer.cookies() }).get('/auth/public/second-factor')).body).toEqual({
      step: 'second-factor',
    });
  });

  it('takes a code once: not again in its half minute, and not the one before it', async () => {
    const user = await buildMember();
    const secret = await buildSecondFactor(user.builtStore, user.id);
    const code = codeOf(secret);
    const first = await step((await login(user)).cookies(), code);
    expect(first).toMatchObject({ status: 200, body: { ok: true } });
    expect(await isSignedIn(first.cookies())).toBe(true);
    const again = (await login(user)).cookies();
    expect((await step(again, code)).body).toMatchObject({ code: 'invalid_code' });
    expect((await step(again, codeOf(secret, -1))).body).toMatchObject({ code: 'invalid_code' });
    expect((await step(again, codeOf(secret, 1))).status).toBe(200);
  });

  it('takes the same code for one of two sign-ins at the same moment', async () => {
    const user = await buildMember();
    const secret = await buildSecondFactor(user.builtStore, user.id);
    const [one, two] = [(await login(user)).cookies(), (await login(user)).cookies()];
    const answers = await Promise.all([step(one, codeOf(secret)), step(two, codeOf(secret))]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const user = await buildMember();
    const { codes } = await enrol(user);
    const [code = ''] = codes;
    const typed = code.toUpperCase().replace('-', ' ');
    expect((await step((await login(user)).cookies(), typed)).status).toBe(200);
    expect((await step((await login(user)).cookies(), code)).status).toBe(422);
    const cookie = (await step((await login(user)).cookies(), codes[1] ?? '')).cookies();
    expect((await api({ cookie }).get('/account')).body).toMatchObject({
      person: { secondFactor: { recoveryCodesLeft: 8 } },
    });
  });

  it('ends the challenge after five wrong codes, also for the right one', async () => {
    const user = await buildMember();
    const secret = await buildSecondFactor(user.builtStore, user.id);
    const challenge = (await login(user)).cookies();
    for (let guess = 1; guess <= 5; guess++) expect((await step(challenge, '00000a')).status).toBe(422);
    expect(await step(challenge, codeOf(secret))).toMatchObject({ status: 401, body: { code: 'challenge_expired' } });
    expect((await step((await login(user)).cookies(), codeOf(secret))).status).toBe(200);
  });

  it('ends the challenge after ten minutes, after its use, with a new password, and in another store', async () => {
    const user = await buildMember();
    const secret = await buildSecondFactor(user.builtStore, user.id);
    const old = (await login(user)).cookies();
    program().clock.advance({ minutes: 10, seconds: 1 });
    expect((await step(old, codeOf(secret))).status).toBe(401);
    const used = (await login(user)).cookies();
    expect((await step(used, codeOf(secret))).status).toBe(200);
    expect((await step(used, codeOf(secret, 1))).status).toBe(401);
    const before = (await login(user)).cookies();
    await program().owner.user.update({
      where: { id: user.id },
      data: { passwordChangedAt: new Date(program().clock.now().getTime() + 1) },
    });
    expect((await step(before, codeOf(secret, 1))).status).toBe(401);
    const foreign = await buildVendor();
    const there = `souk_store=${foreign.store.domain}; ${before}`;
    expect((await step(there, codeOf(secret, 1))).status).toBe(401);
  });

  it('guesses of many sign-ins are limited by address and account (429)', async () => {
    const user = await buildMember();
    await buildSecondFactor(user.builtStore, user.id);
    const seen: number[] = [];
    for (let round = 1; round <= 3; round++) {
      const challenge = (await login(user)).cookies();
      for (let guess = 1; guess <= 4; guess++) seen.push((await step(challenge, '00000a')).status);
    }
    expect(seen.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(seen.slice(10)).toEqual([429, 429]);
  });

  it('is asked for after a password was set by a code too', async () => {
    const user = await buildMember();
    const secret = await buildSecondFactor(user.builtStore, user.id);
    await api({ store: user.store }).post('/auth/public/change-password/request', { email: user.email });
    const code = await mailedCode(smtp, user.email);
    const answer = await api({ store: user.store }).post('/auth/public/change-password/update', {
      email: user.email,
      code,
      password: 'a new password',
    });
    expect(answer).toMatchObject({ status: 201, body: { ok: true, next: 'second-factor' } });
    expect(await isSignedIn(answer.cookies())).toBe(false);
    expect(await isSignedIn((await step(answer.cookies(), codeOf(secret))).cookies())).toBe(true);
  });
});

describe('living with a second factor', () => {
  it('gives ten new recovery codes, which void the old ones', async () => {
    const user = await buildMember();
    const { codes, cookie } = await enrol(user);
    const renewed = await api({ cookie }).post('/account/recovery-codes', { password: PASSWORD });
    const [fresh = ''] = renewed.as<{ recoveryCodes: string[] }>().recoveryCodes;
    expect((await step((await login(user)).cookies(), codes[0] ?? '')).status).toBe(422);
    expect((await step((await login(user)).cookies(), fresh)).status).toBe(200);
  });

  it('is given up with the password alone, and is not asked for from then on', async () => {
    const user = await buildMember();
    const { cookie } = await enrol(user);
    const path = '/account/second-factor/disable';
    expect((await api({ cookie }).post(path, { password: 'not my password' })).status).toBe(422);
    expect((await api({ cookie }).post(path, { password: PASSWORD })).status).toBe(200);
    expect((await login(user)).body).toEqual({ ok: true });
    expect(await program().owner.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is gone for somebody who was removed and is invited again, as after a lost phone', async () => {
    const user = await buildMember();
    await enrol(user);
    const { services } = program().container;
    const { vendorId } = await program().owner.user.findUniqueOrThrow({ where: { id: user.id } });
    await services.db.unit(marketplaceScope(user.builtStore.id), async (tx) => {
      await disableUsersOfVendor(tx, vendorId ?? 0n, services.clock.now());
      await inviteUser(services, tx, { vendorId, email: user.email, name: 'Noor', role: 'staff' });
    });
    const mail = await program().owner.mail.findFirstOrThrow({
      where: { toAddress: user.email, template: 'auth-invite' },
    });
    const code = services.vault.openText((mail.params as { code: string }).code);
    const answer = await api({ store: user.store }).post('/auth/public/change-password/update', {
      email: user.email,
      code,
      password: PASSWORD,
    });
    expect(answer).toMatchObject({ status: 201, body: { ok: true } });
    expect(await isSignedIn(answer.cookies())).toBe(true);
  });

  it('does not let a session in the wrong hands guess the password for ever (429)', async () => {
    const user = await buildMember();
    const cookie = (await login(user)).cookies();
    const guess = () => api({ cookie }).post('/account/second-factor', { password: 'guess me not' });
    for (let time = 1; time <= 10; time++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
  });
});

describe('a store that demands a second factor', () => {
  const demand = (who: Parameters<typeof api>[0], required: boolean) =>
    api(who).put('/account/second-factor/policy', { required });

  it('ends the sessions of those who have none at once, and leads them to one at the next sign-in', async () => {
    const user = await buildMember();
    const staff = await buildStaff({ store: user.builtStore });
    const open = (await login(user)).cookies();
    const safe = await buildMember({ vendor: await buildVendor({ store: user.builtStore }) });
    const { cookie: kept } = await enrol(safe);
    expect((await demand(staff, true)).body).toEqual({ required: true });
    expect([await isSignedIn(open), (await refresh(open)).status]).toEqual([false, 401]);
    expect(await isSignedIn(kept)).toBe(true);

    const challenge = await login(user);
    expect(challenge.body).toEqual({ ok: true, next: 'enrol' });
    const opened = (await api({ cookie: challenge.cookies() }).get('/auth/public/second-factor')).as<{
      step: string;
      enrolment: Enrolment;
    }>();
    expect(opened.step).toBe('enrol');
    expect((await step(challenge.cookies(), '000000')).status).toBe(422);
    const done = await step(challenge.cookies(), codeOf(opened.enrolment.secret));
    expect(done.as<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10);
    expect(await isSignedIn(mergeCookies(challenge, done))).toBe(true);
    const drop = await api({ cookie: done.cookies() }).post('/account/second-factor/disable', { password: PASSWORD });
    expect(drop).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    expect((await login(user)).body).toEqual({ ok: true, next: 'second-factor' });
    expect((await demand(staff, false)).status).toBe(200);
  });

  it('is decided by admins, who on the web need one themselves first (409)', async () => {
    const user = await buildMember();
    const admin = await buildAdmin({ store: user.builtStore });
    expect((await demand({ cookie: (await login(user)).cookies() }, true)).status).toBe(403);
    expect(await demand(admin, true)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await buildSecondFactor(user.builtStore, admin.id);
    expect((await demand(admin, true)).status).toBe(200);
    expect(await isSignedIn(admin.cookie)).toBe(true);
    const events = await program().owner.auditEvent.findMany({ where: { subject: 'settings', subjectId: 'sign-in' } });
    expect(events.at(-1)).toMatchObject({ action: 'settings_changed', detail: { requireSecondFactor: [false, true] } });
  });

  it('does not ask the staff of the store, whom the platform signs in', async () => {
    const staff = await buildStaff();
    expect((await demand(staff, true)).status).toBe(200);
    expect((await api(staff).get('/account')).body).toMatchObject({ person: null, secondFactorRequired: true });
    expect((await api(staff).post('/account/second-factor', { password: 'x' })).status).toBe(404);
  });
});
