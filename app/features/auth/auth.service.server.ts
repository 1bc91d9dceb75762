import { randomUUID } from 'node:crypto';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { mailResetCode, matchCode } from '#app/features/users/codes.service.server.ts';
import { normaliseEmail } from '#app/features/users/user.ts';
import {
  findCredentials,
  findMember,
  findMemberIn,
  storePassword,
  type Member,
} from '#app/features/users/users.service.server.ts';
import type { Ctx, RequestInfo, Services } from '#app/server/context.server.ts';
import { hashToken, randomToken } from '#app/server/crypto.server.ts';
import { planDueWork, type DueWorkHandler } from '#app/server/due-work.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { checkPassword, hashPassword } from '#app/server/passwords.server.ts';
import { readCookie, REFRESH_COOKIE, REFRESH_DAYS } from '#app/server/session.server.ts';
import type { SetPassword, SignIn } from './auth.contract.ts';
import { signedInHeaders, signedOutHeaders, type Headers } from './cookies.server.ts';
import * as repo from './refresh-tokens.repo.server.ts';
import { isOlderThanPassword, judgeRefresh } from './sign-in.ts';
import * as throttle from './throttle.server.ts';

const DAY_MS = 86_400_000;

/**
 * Signs a person in: the cookies to set. Whoever is unknown, disabled, of another store or without a password gets the
 * same refusal after the same time as a wrong password (401).
 */
export async function signIn(ctx: Ctx, input: SignIn, info: RequestInfo): Promise<Headers> {
  const { store } = ctx.viewer;
  const email = normaliseEmail(input.email);
  const device = readCookie(info.headers, throttle.DEVICE_COOKIE);
  const buckets = throttle.signInBuckets({
    storeId: store.id,
    email,
    address: info.address,
    isKnownDevice: throttle.isDeviceMark(ctx, store.id, email, device),
  });
  await throttle.spend(ctx, buckets);
  const isThisStore = input.store === store.domain;
  const known = isThisStore ? await findCredentials(ctx, store.id, email) : undefined;
  const fits = await checkPassword(input.password, known?.passwordHash);
  const member = known && fits ? await findMember(ctx, store.id, known.id) : undefined;
  if (!member) throw new AppError('wrong_credentials');
  await throttle.giveBack(ctx, buckets);
  const refresh = await ctx.db.fast(marketplaceScope(store.id), (tx) => issueToken(ctx, tx, member.id, randomUUID()));
  return signedInHeaders(ctx, store, member, refresh, info);
}

/** Ends the sign-in that the refresh cookie belongs to, on this device; the cookies to clear. */
export async function signOut(ctx: Ctx, info: RequestInfo): Promise<Headers> {
  const { store } = ctx.viewer;
  const token = tokenOf(info, store.id);
  if (token) {
    await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
      const row = await repo.lockToken(tx, hashToken(token));
      if (row) await repo.revokeFamily(tx, row.familyId, ctx.clock.now());
    });
  }
  return signedOutHeaders(ctx, info);
}

/**
 * Gives a fresh session for the refresh cookie and replaces it. The token just replaced is still taken for 30 seconds;
 * later use ends the whole family, since two parties hold it. Throws not_signed_in (401).
 */
export async function refreshSession(ctx: Ctx, info: RequestInfo): Promise<Headers> {
  const { store } = ctx.viewer;
  const token = tokenOf(info, store.id);
  if (!token) throw new AppError('not_signed_in');
  // The refusal is raised after the commit, because a reused token's family must stay revoked.
  const renewed = await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const row = await repo.lockToken(tx, hashToken(token));
    if (!row) return undefined;
    const now = ctx.clock.now();
    const worth = judgeRefresh(row, now);
    if (worth === 'reused') await repo.revokeFamily(tx, row.familyId, now);
    if (worth !== 'good') return undefined;
    const member = await findMemberIn(tx, row.userId);
    if (!member || isOlderThanPassword(row.createdAt, member.passwordChangedAt)) return undefined;
    await repo.markUsed(tx, row.id, now);
    return { member, refresh: await issueToken(ctx, tx, member.id, row.familyId) };
  });
  if (!renewed) throw new AppError('not_signed_in');
  return signedInHeaders(ctx, store, renewed.member, renewed.refresh, info);
}

/**
 * Asks for a code by mail. The answer is the same, after the same work, for every address: who it belongs to is looked up
 * by the worker.
 */
export async function requestCode(ctx: Ctx, input: { email: string }, info: RequestInfo): Promise<void> {
  const email = normaliseEmail(input.email);
  const { store } = ctx.viewer;
  await throttle.spend(ctx, throttle.requestBuckets({ address: info.address }));
  try {
    await throttle.spend(ctx, throttle.codeMailBuckets({ storeId: store.id, email }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return;
    throw error;
  }
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await planDueWork(tx, {
      kind: RESET_CODE_WORK,
      key: randomToken(12),
      payload: { email: ctx.vault.sealText(email) },
      dueAt: ctx.clock.now(),
    });
    tx.afterCommit(() => {
      ctx.jobs.wake('due');
    });
  });
}

const RESET_CODE_WORK = 'auth.reset-code';

/** Makes and mails the codes that were asked for. */
export function resetCodeWork(services: Services): DueWorkHandler {
  return {
    kind: RESET_CODE_WORK,
    handle: (tx, _storeId, { payload }) =>
      mailResetCode(services, tx, services.vault.openText((payload as { email: string }).email)),
  };
}

/**
 * Sets a password with an invitation or a mailed code and signs in: the cookies to set. The code works once; every session
 * of the person from before ends. Throws code_wrong (422), also for an address that nobody has.
 */
export async function changePassword(ctx: Ctx, input: SetPassword, info: RequestInfo): Promise<Headers> {
  const { store } = ctx.viewer;
  const email = normaliseEmail(input.email);
  const buckets = throttle.codeBuckets({ storeId: store.id, email, address: info.address });
  await throttle.spend(ctx, buckets);
  const passwordHash = await hashPassword(input.password);
  // A wrong code counts as a try, so the unit commits before the refusal is raised.
  const done = await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const userId = await matchCode(ctx, tx, { email, code: input.code });
    const member = userId === undefined ? undefined : await findMemberIn(tx, userId);
    if (!member) return undefined;
    const now = ctx.clock.now();
    await storePassword(tx, member.id, passwordHash, now);
    await repo.revokeOfUser(tx, member.id, now);
    await recordAudit(tx, [
      {
        subject: 'user',
        subjectId: String(member.id),
        vendorId: member.vendor?.id ?? null,
        action: 'password_set',
        actor: actorOf(member),
        at: now,
      },
    ]);
    return { member, refresh: await issueToken(ctx, tx, member.id, randomUUID()) };
  });
  if (!done) throw new AppError('code_wrong');
  await throttle.giveBack(ctx, buckets);
  return signedInHeaders(ctx, store, done.member, done.refresh, info);
}

const actorOf = (member: Member): Actor => ({
  kind: 'person',
  id: String(member.id),
  name: member.name,
  role: member.role,
});

/** Adds a token to a family; the value names its store, and only its hash is kept. */
async function issueToken(ctx: Ctx, tx: SqlTx, userId: bigint, familyId: string): Promise<string> {
  const value = `${ctx.viewer.store.id}.${randomToken(32)}`;
  const at = ctx.clock.now();
  const expiresAt = new Date(at.getTime() + REFRESH_DAYS * DAY_MS);
  await repo.insertToken(tx, { userId, familyId, tokenHash: hashToken(value), at, expiresAt });
  return value;
}

/** The refresh cookie when it belongs to this store. */
function tokenOf(info: RequestInfo, storeId: StoreId): string | undefined {
  const value = readCookie(info.headers, REFRESH_COOKIE);
  return value?.startsWith(`${storeId}.`) ? value : undefined;
}
