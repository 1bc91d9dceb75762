import { AppError, invalidInput } from '#app/core/errors.ts';
import { can, marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  restartSession,
  freshSession,
  listDevicesOf,
  renewedSession,
  signOutDevice,
  signOutEverywhere,
  type Headers,
} from '#app/platform/identity/auth/devices.service.server.ts';
import { readDevice } from '#app/platform/identity/auth/device.ts';
import { demandsSecondFactor, requirePerson } from '#app/platform/identity/auth/policy.service.server.ts';
import * as factor from '#app/platform/identity/auth/second-factor.service.server.ts';
import * as throttle from '#app/platform/identity/auth/throttle.server.ts';
import { moveChoices } from '#app/platform/mails/notices/notices.service.server.ts';
import { findPendingEmail, mailVerifyCode, proveEmail } from '#app/platform/identity/users/codes.service.server.ts';
import {
  findMember,
  findMemberIn,
  isCurrentPassword,
  listUsers,
  renameUser,
  storePassword,
  type Member,
} from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { hashPassword } from '#app/server/passwords.server.ts';
import type { AccountDto } from './account.contract.ts';

const toScope = (ctx: Ctx) => marketplaceScope(ctx.viewer.store.id);

/** Everything that somebody sees of their own account. */
export async function readAccount(ctx: Ctx): Promise<AccountDto> {
  const { viewer } = ctx;
  return ctx.db.fast(toScope(ctx), async (tx) => ({
    name: viewer.actor.name,
    email: viewer.email,
    locale: viewer.locale,
    person: viewer.actor.kind === 'person' ? await readPerson(ctx, tx, BigInt(viewer.actor.id)) : null,
    devices: (await listDevicesOf(ctx, tx)).map((device) => ({
      id: device.familyId,
      ...readDevice(device.agent),
      signedInAt: device.signedInAt.toISOString(),
      lastUsedAt: device.lastUsedAt.toISOString(),
      current: device.familyId === viewer.sessionId,
    })),
    admins: can(viewer, 'switch_vendor') ? await readAdmins(tx, viewer.actor) : [],
    secondFactorRequired: await demandsSecondFactor(tx),
  }));
}

/** The other admins who sign in on the web, and whether a lost phone can keep them out. */
async function readAdmins(tx: SqlTx, self: Actor): Promise<AccountDto['admins']> {
  const people = (await listUsers(tx, null)).filter(
    (person) => person.disabledAt === null && !(self.kind === 'person' && self.id === String(person.id)),
  );
  const guarded = await factor.listWithSecondFactor(
    tx,
    people.map((person) => person.id),
  );
  return people.map(({ id, name, email }) => ({ id: String(id), name, email, hasSecondFactor: guarded.has(id) }));
}

async function readPerson(ctx: Ctx, tx: SqlTx, userId: bigint): Promise<NonNullable<AccountDto['person']>> {
  const { since, codesLeft } = await factor.readSecondFactor(tx, userId);
  return {
    pendingEmail: (await findPendingEmail(ctx, tx, userId)) ?? null,
    secondFactor: { since: since?.toISOString() ?? null, recoveryCodesLeft: codesLeft },
  };
}

/** Changes one's own name; the cookies of a session that says so. */
export async function rename(ctx: Ctx, input: { name: string }, info: RequestInfo): Promise<Headers> {
  const userId = requirePerson(ctx);
  await ctx.db.fast(toScope(ctx), (tx) => renameUser(tx, userId, input.name));
  return renewedSession(ctx, await getMember(ctx, userId), info);
}

/** Changes one's own password; every other device is signed out, this one begins anew. Throws invalid_password (422). */
export async function changeOwnPassword(
  ctx: Ctx,
  input: { current: string; password: string },
  info: RequestInfo,
): Promise<Headers> {
  const userId = await proveSelf(ctx, input.current, 'current');
  const hash = await hashPassword(input.password);
  const at = ctx.clock.now();
  const refresh = await ctx.db.fast(toScope(ctx), async (tx) => {
    await storePassword(tx, userId, hash, at);
    await note(ctx, tx, userId, 'password_set', at);
    return restartSession(ctx, tx, userId, info);
  });
  return freshSession(ctx, await getMember(ctx, userId), refresh, info);
}

/** Mails a code to another address; the answer does not tell whether somebody has it. Throws invalid_password (422). */
export async function changeEmail(ctx: Ctx, input: { email: string; password: string }): Promise<void> {
  const userId = await proveSelf(ctx, input.password, 'password');
  await ctx.db.fast(toScope(ctx), (tx) =>
    mailVerifyCode(ctx, tx, { userId, email: input.email, locale: ctx.viewer.locale }),
  );
}

/** Takes the address that a mailed code proves. Throws invalid_code (422), and 422 at the code where it was given away meanwhile. */
export async function proveOwnEmail(
  ctx: Ctx,
  input: { code: string },
  info: RequestInfo,
): Promise<{ email: string; headers: Headers }> {
  const userId = requirePerson(ctx);
  const buckets = throttle.accountBuckets({ storeId: ctx.viewer.store.id, userId });
  await throttle.spend(ctx, buckets);
  // A wrong code counts as a try, so the transaction commits before the refusal is raised.
  const proved = await ctx.db.fast(toScope(ctx), async (tx) => {
    const outcome = await proveEmail(ctx, tx, { userId, code: input.code });
    if (typeof outcome === 'object') {
      await moveChoices(tx, ctx.viewer.email, outcome.email);
      await note(ctx, tx, userId, 'email_changed', ctx.clock.now());
    }
    return outcome;
  });
  if (proved === 'wrong') throw new AppError('invalid_code');
  if (proved === 'taken') {
    throw invalidInput([{ path: 'code', rule: 'email_taken', message: rule('email_taken') }]);
  }
  await throttle.refund(ctx, buckets);
  return { email: proved.email, headers: await renewedSession(ctx, await getMember(ctx, userId), info) };
}

/** Ends every session of the caller, on this device too; the cookies to clear. */
export async function endEverywhere(ctx: Ctx, info: RequestInfo): Promise<Headers> {
  return ctx.db.unit(toScope(ctx), (tx) => signOutEverywhere(ctx, tx, info));
}

/** Signs one other device of the caller out. Throws not_found (404), invalid_state (409) for the device that asks. */
export async function endDevice(ctx: Ctx, input: { id: string }): Promise<void> {
  await ctx.db.fast(toScope(ctx), (tx) => signOutDevice(ctx, tx, input.id));
}

/** Begins to set up a second factor; one that is in force stays as it is (404). Throws invalid_password (422). */
export async function startSecondFactor(ctx: Ctx, input: { password: string }): Promise<factor.Enrolment> {
  const userId = await proveSelf(ctx, input.password, 'password');
  return asSelf(ctx, userId, (tx, member) => factor.startEnrolment(ctx, tx, ctx.viewer.store, member));
}

/** Puts the begun second factor in force; the recovery codes. Throws invalid_code (422), not_found (404) where none was begun. */
export async function confirmSecondFactor(ctx: Ctx, input: { code: string }): Promise<string[]> {
  const userId = requirePerson(ctx);
  const buckets = throttle.accountBuckets({ storeId: ctx.viewer.store.id, userId });
  await throttle.spend(ctx, buckets);
  const codes = await asSelf(ctx, userId, (tx, member) => factor.confirmEnrolment(ctx, tx, member, input.code));
  if (!codes) throw new AppError('invalid_code');
  await throttle.refund(ctx, buckets);
  return codes;
}

/** Gives the second factor up. Throws invalid_password (422), invalid_state (409) while the store demands one. */
export async function giveUpSecondFactor(ctx: Ctx, input: { password: string }): Promise<void> {
  const userId = await proveSelf(ctx, input.password, 'password');
  await asSelf(ctx, userId, (tx, member) => factor.removeSecondFactor(ctx, tx, member));
}

/** Ten new recovery codes. Throws invalid_password (422). */
export async function renewCodes(ctx: Ctx, input: { password: string }): Promise<string[]> {
  const userId = await proveSelf(ctx, input.password, 'password');
  return asSelf(ctx, userId, (tx, member) => factor.renewRecoveryCodes(ctx, tx, member));
}

/** The person whose own password this is; guesses are counted, since a session may be in the wrong hands. */
async function proveSelf(ctx: Ctx, password: string, field: string): Promise<bigint> {
  const userId = requirePerson(ctx);
  const buckets = throttle.accountBuckets({ storeId: ctx.viewer.store.id, userId });
  await throttle.spend(ctx, buckets);
  if (!(await isCurrentPassword(ctx, ctx.viewer.store.id, userId, password))) {
    throw new AppError('invalid_password', {}, [{ path: field, rule: 'wrong', message: rule('not_your_password') }]);
  }
  await throttle.refund(ctx, buckets);
  return userId;
}

function asSelf<T>(ctx: Ctx, userId: bigint, work: (tx: Tx, member: Member) => Promise<T>): Promise<T> {
  return ctx.db.unit(toScope(ctx), async (tx) => {
    const member = await findMemberIn(tx, userId);
    if (!member) throw new AppError('not_signed_in');
    return work(tx, member);
  });
}

async function getMember(ctx: Ctx, userId: bigint): Promise<Member> {
  const member = await findMember(ctx, ctx.viewer.store.id, userId);
  if (!member) throw new AppError('not_signed_in');
  return member;
}

function note(ctx: Ctx, tx: SqlTx, userId: bigint, action: string, at: Date): Promise<void> {
  const { actor, vendorScope } = ctx.viewer;
  const vendorId = ctx.viewer.isAdmin || vendorScope === '*' ? null : vendorScope;
  return recordAudit(tx, [{ subject: 'user', subjectId: String(userId), vendorId, action, actor, at }]);
}
