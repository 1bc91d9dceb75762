import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStaffIn } from '#app/platform/stores/store-staff.service.server.ts';
import { normaliseEmail } from '#app/core/text/email-address.ts';
import {
  findCredentials,
  findMember,
  findMemberIn,
  type Member,
} from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { checkPassword } from '#app/server/passwords.server.ts';
import { readCookie, REFRESH_COOKIE } from '#app/server/session.server.ts';
import type { SignIn } from './auth.contract.ts';
import { signedInHeaders, signedOutHeaders, type Headers } from './cookies.server.ts';
import { revokeSession } from './revoke-sessions.service.server.ts';
import * as repo from './refresh-tokens.repo.server.ts';
import {
  buildSignInResponse,
  issueChallenge,
  issueToken,
  lockChallenge,
  createSession,
  openStep,
  staffHeaders,
  type SignedIn,
} from './sessions.service.server.ts';
import { isRevoked, judgeRefresh } from './sign-in.ts';
import * as throttle from './throttle.server.ts';
import { useChallenge } from './challenges.repo.server.ts';

/**
 * Signs a person in: the cookies to set, of a session or of the step that comes first. Whoever is unknown, disabled, of
 * another store or without a password gets the same refusal after the same work as a wrong password (401).
 */
export async function signIn(ctx: Ctx, input: SignIn, info: RequestInfo): Promise<SignedIn> {
  const member = await checkCredentials(ctx, input, info);
  const opened = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => createSession(ctx, tx, member, info));
  return buildSignInResponse(ctx, member, opened, info);
}

/**
 * Signs in from inside a frame, whose cookies the browser keeps apart: besides the frame's own session, a value for one use
 * within a minute, which the page hands to a tab of its own (`continueSignIn`).
 */
export async function signInFramed(
  ctx: Ctx,
  input: SignIn,
  info: RequestInfo,
): Promise<{ headers: Headers; handover: string }> {
  const { store } = ctx.viewer;
  const member = await checkCredentials(ctx, input, info);
  const opened = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const handover = await issueChallenge(ctx, tx, member.id, 'handover');
    // Where a second step is open, it is taken in the tab: the frame gets no session by a password alone.
    const step = await openStep(tx, member);
    return { handover, refresh: step ? undefined : await issueToken(ctx, tx, { userId: member.id }, info) };
  });
  const { handover, refresh } = opened;
  return { handover, headers: refresh ? await signedInHeaders(ctx, store, { member }, refresh, info) : [] };
}

/** Goes on in a tab of its own with the value that the frame handed over. Throws challenge_expired (401). */
export async function continueSignIn(ctx: Ctx, input: { token: string }, info: RequestInfo): Promise<SignedIn> {
  const { member, opened } = await ctx.db.unit(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const token = await lockChallenge(ctx, tx, input.token, ['handover']);
    const found = await memberOfChallenge(tx, token);
    await useChallenge(tx, token.id, ctx.clock.now());
    return { member: found, opened: await createSession(ctx, tx, found, info) };
  });
  return buildSignInResponse(ctx, member, opened, info);
}

/** The person of a ticket, unless their password changed or they signed out everywhere since. Throws challenge_expired (401). */
export async function memberOfChallenge(tx: Tx, token: { userId: bigint; createdAt: Date }): Promise<Member> {
  const member = await findMemberIn(tx, token.userId);
  if (!member || isRevoked(token.createdAt, member)) throw new AppError('challenge_expired');
  return member;
}

/** The person whose address and password these are. Throws wrong_credentials (401), rate_limited (429). */
async function checkCredentials(ctx: Ctx, input: SignIn, info: RequestInfo): Promise<Member> {
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
  await throttle.refund(ctx, buckets);
  return member;
}

/** Ends the sign-in that the refresh cookie belongs to, on this device; the cookies to clear. */
export async function signOut(ctx: Ctx, info: RequestInfo): Promise<Headers> {
  const { store } = ctx.viewer;
  const token = computeToken(info, store.id);
  if (token) {
    await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
      const row = await repo.lockToken(tx, hashToken(token));
      if (row) await revokeSession(tx, row, ctx.clock.now());
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
  const token = computeToken(info, store.id);
  if (!token) throw new AppError('not_signed_in');
  // The refusal is raised after the commit, because a reused token's family must stay revoked.
  const renewed = await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const row = await repo.lockToken(tx, hashToken(token));
    if (!row) return undefined;
    const now = ctx.clock.now();
    const worth = judgeRefresh(row, now);
    if (worth === 'reused') await revokeSession(tx, row, now);
    if (worth !== 'good') return undefined;
    const headers = await renew(ctx, tx, row, info);
    if (headers) await repo.markUsed(tx, row.id, now);
    return headers;
  });
  if (!renewed) throw new AppError('not_signed_in');
  return renewed;
}

/** The cookies that follow a good refresh token; undefined when its holder may not go on. */
async function renew(ctx: Ctx, tx: Tx, row: repo.RefreshToken, info: RequestInfo): Promise<Headers | undefined> {
  if (row.staffId !== null) {
    const staff = await findStaffIn(tx, row.staffId);
    if (!staff || isRevoked(row.createdAt, staff)) return undefined;
    return staffHeaders(
      ctx,
      staff,
      await issueToken(ctx, tx, { staffId: row.staffId }, info, row),
      row.signedInAt,
      info,
    );
  }
  const member = row.userId === null ? undefined : await findMemberIn(tx, row.userId);
  if (!member || isRevoked(row.createdAt, member)) return undefined;
  const refresh = await issueToken(ctx, tx, { userId: member.id }, info, row);
  return signedInHeaders(ctx, ctx.viewer.store, { member }, refresh, info);
}

/** The refresh cookie when it belongs to this store. */
function computeToken(info: RequestInfo, storeId: StoreId): string | undefined {
  const value = readCookie(info.headers, REFRESH_COOKIE);
  return value?.startsWith(`${storeId}.`) ? value : undefined;
}
