import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildSecondFactor, buildUnconfirmedFactor, codeOf } from '#tests/factories/second-factors.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { buildMember, isSignedIn, login, PASSWORD, refresh, type SigningMember } from '#tests/support/sign-in.ts';
import { waitFor } from '#tests/support/wait.ts';

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

type Caller = Parameters<typeof api>[0];
const reset = (by: Caller, id: bigint) => api(by).post(`/staff/${String(id)}/second-factor/reset`);
const codeOfAnswer = (answer: { body: unknown }) => (answer.body as { code: string }).code;
const step = (cookie: string, code: string) => api({ cookie }).post('/auth/public/second-factor', { code });

/** Somebody of a vendor who is signed in with a second factor: their secret, and the cookies of their sign-in. */
async function guarded(o: Parameters<typeof buildMember>[0] = {}) {
  const user = await buildMember(o);
  const secret = await buildSecondFactor(user.builtStore, user.id);
  const cookie = (await step((await login(user)).cookies(), codeOf(secret))).cookies();
  expect(await isSignedIn(cookie)).toBe(true);
  return { user, secret, cookie };
}

/** An admin on the web who has a password and a second factor. */
async function guardedAdmin(store: SigningMember['builtStore']) {
  const admin = await buildAdmin({ store });
  await setPassword(program().container.services, store.id, { email: admin.email, password: PASSWORD });
  return { admin, secret: await buildSecondFactor(store, admin.id) };
}

describe('the second factor of somebody who lost it', () => {
  it('is reset by an admin: they are signed out at once, informed by mail, and sign in with the password', async () => {
    const { user, cookie } = await guarded();
    const admin = await buildAdmin({ store: user.builtStore });
    const waiting = (await login(user)).cookies();
    expect(await reset(admin, user.id)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await refresh(cookie)).status).toBe(401);
    expect((await step(waiting, '000000')).status).toBe(401);
    const again = await login(user);
    expect(again.body).toEqual({ ok: true });
    expect(await isSignedIn(again.cookies())).toBe(true);
    const { owner } = program();
    expect(await owner.secondFactor.count({ where: { userId: user.id } })).toBe(0);
    expect(await owner.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
    const mail = await waitFor('the mail', () => smtp.mails.find((one) => one.to?.[0]?.address === user.email));
    expect(mail.subject).toMatch(/^🔓 Your second factor for .+ was reset$/);
  });

  it('is written down, with who did it', async () => {
    const { user } = await guarded();
    const admin = await buildAdmin({ store: user.builtStore });
    await reset(admin, user.id);
    const events = await program().owner.auditEvent.findMany({ where: { storeId: user.builtStore.id } });
    const kept = events.map(({ subject, subjectId, action, actor }) => [
      subject,
      subjectId,
      action,
      (actor as { id: string }).id,
    ]);
    const { vendorId } = await program().owner.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(kept).toContainEqual(['user', String(user.id), 'second_factor_reset', String(admin.id)]);
    expect(kept).toContainEqual(['vendor', String(vendorId), 'user.factor.reset', String(admin.id)]);
  });

  it.each([
    ['nl', /^🔓 Je tweestapsverificatie/],
    ['de', /^🔓 Ihre Zwei-Faktor-Authentifizierung/],
    ['fr', /^🔓 Votre authentification à deux facteurs/],
    ['es', /^🔓 Su autenticación en dos pasos/],
  ])('is mailed in %s to whoever reads it', async (locale, subject) => {
    const { user } = await guarded();
    await program().owner.user.update({ where: { id: user.id }, data: { locale } });
    await reset(await buildAdmin({ store: user.builtStore }), user.id);
    const mail = await waitFor('the mail', () => smtp.mails.find((one) => one.to?.[0]?.address === user.email));
    expect(mail.subject).toMatch(subject);
  });

  it('is set up again at the next sign-in where the store demands one', async () => {
    const { user } = await guarded();
    const staff = await buildStaff({ store: user.builtStore });
    expect((await api(staff).put('/account/second-factor/policy', { required: true })).status).toBe(200);
    expect((await reset(staff, user.id)).status).toBe(200);
    const answer = await login(user);
    expect(answer.body).toEqual({ ok: true, next: 'enrol' });
    expect(await isSignedIn(answer.cookies())).toBe(false);
  });

  it('is reset by one who leads the vendor, whose list says who has one', async () => {
    const vendor = await buildVendor();
    const lead = await buildUser({ vendor, role: 'manager' });
    const { user } = await guarded({ vendor });
    const list = async () =>
      (await api(lead).get('/staff')).as<{ members: { id: string; hasSecondFactor: boolean }[] }>().members;
    const seen = async () => (await list()).find((member) => member.id === String(user.id))?.hasSecondFactor;
    expect(await seen()).toBe(true);
    expect((await reset(lead, user.id)).status).toBe(200);
    expect(await seen()).toBe(false);
  });
});

describe('nobody resets a second factor', () => {
  it('of their own by this endpoint (409)', async () => {
    const { user, cookie, secret } = await guarded();
    const answer = await reset({ cookie }, user.id);
    expect([answer.status, codeOfAnswer(answer)]).toEqual([409, 'invalid_state']);
    const admin = await buildAdmin({ store: user.builtStore });
    await buildSecondFactor(user.builtStore, admin.id);
    expect((await reset(admin, admin.id)).status).toBe(409);
    expect((await login(user)).body).toMatchObject({ next: 'second-factor' });
    expect((await step((await login(user)).cookies(), codeOf(secret, 1))).status).toBe(200);
  });

  it('as staff of the vendor (403)', async () => {
    const vendor = await buildVendor();
    const { user } = await guarded({ vendor });
    const colleague = await buildUser({ vendor, role: 'staff' });
    expect((await reset(colleague, user.id)).status).toBe(403);
  });

  it("of another vendor's or another store's person, or of an admin without being one (404)", async () => {
    const vendor = await buildVendor();
    const lead = await buildUser({ vendor, role: 'manager' });
    const { admin } = await guardedAdmin(vendor.store);
    const there = await guarded({ vendor: await buildVendor({ store: vendor.store }) });
    const otherMember = await guarded();
    for (const id of [admin.id, there.user.id, otherMember.user.id]) expect((await reset(lead, id)).status).toBe(404);
    const foreign = await buildAdmin({ store: otherMember.user.builtStore });
    expect((await reset(foreign, there.user.id)).status).toBe(404);
    expect(await isSignedIn(there.cookie)).toBe(true);
  });

  it('that is not there, or that was only started (409): nobody is signed out for it', async () => {
    const user = await buildMember();
    const admin = await buildAdmin({ store: user.builtStore });
    const cookie = (await login(user)).cookies();
    expect((await reset(admin, user.id)).status).toBe(409);
    await buildUnconfirmedFactor(user.builtStore, user.id);
    expect((await reset(admin, user.id)).status).toBe(409);
    expect(await isSignedIn(cookie)).toBe(true);
    expect(smtp.mails).toEqual([]);
  });
});

it('one admin helps another, whom the account’s screen lists with who has a second factor', async () => {
  const { store } = await buildVendor();
  const { admin: lost } = await guardedAdmin(store);
  const helper: BuiltUser = await buildAdmin({ store });
  const admins = async () => (await api(helper).get('/account')).as<{ admins: object[] }>().admins;
  const { name } = await program().owner.user.findUniqueOrThrow({ where: { id: lost.id } });
  const row = { id: String(lost.id), name, email: lost.email };
  expect(await admins()).toEqual([{ ...row, hasSecondFactor: true }]);
  expect((await reset(helper, lost.id)).status).toBe(200);
  expect(await admins()).toEqual([{ ...row, hasSecondFactor: false }]);
  expect((await login({ store: store.domain, email: lost.email })).body).toEqual({ ok: true });
  const seller = await buildUser({ vendor: await buildVendor({ store }) });
  expect((await api(seller).get('/account')).body).toMatchObject({ admins: [] });
});
