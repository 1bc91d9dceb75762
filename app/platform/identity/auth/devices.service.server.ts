import { AppError, stateRefuses } from '#app/core/errors.ts';
import { signStaffOut } from '#app/platform/stores/store-staff.service.server.ts';
import type { Member } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { renewedSessionHeaders, signedInHeaders, signedOutHeaders, type Headers } from './cookies.server.ts';
import { revokeAllSessions, endLiveSession } from './revoke-sessions.service.server.ts';
import * as repo from './refresh-tokens.repo.server.ts';
import { issueToken } from './sessions.service.server.ts';
import { closeChallenges } from './challenges.repo.server.ts';

export type { Headers } from './cookies.server.ts';

function buildHolder(ctx: Ctx): repo.Holder {
  const { actor } = ctx.viewer;
  if (actor.kind === 'person') return { userId: BigInt(actor.id) };
  if (actor.kind === 'staff') return { staffId: actor.id };
  throw new AppError('not_found');
}

/** Where the viewer is signed in on the web, last used first. */
export function listDevicesOf(ctx: Ctx, tx: SqlTx): Promise<repo.SignedInDevice[]> {
  return repo.listDevices(tx, buildHolder(ctx), ctx.clock.now());
}

/**
 * Ends one sign-in of the viewer on another device, whose session is void at once. Throws not_found (404) for one that is
 * not theirs or not open, invalid_state (409) for the device that asks: there one signs out.
 */
export async function signOutDevice(ctx: Ctx, tx: SqlTx, familyId: string): Promise<void> {
  if (familyId === ctx.viewer.sessionId) throw stateRefuses('present_device');
  const holder = buildHolder(ctx);
  if (!(await repo.revokeOwnFamily(tx, holder, familyId, ctx.clock.now()))) throw new AppError('not_found');
  await endLiveSession(tx, { userId: null, staffId: null, ...holder, familyId });
}

/** Ends every session of the viewer on the web at once; the cookies to clear on this device. */
export async function signOutEverywhere(ctx: Ctx, tx: Tx, info: RequestInfo): Promise<Headers> {
  const at = ctx.clock.now();
  const holder = buildHolder(ctx);
  if ('userId' in holder) await revokeAllSessions(tx, holder.userId, at);
  else {
    await repo.revokeTokens(tx, holder, at);
    await signStaffOut(tx, holder.staffId, at);
  }
  return signedOutHeaders(ctx, info);
}

/** Ends every sign-in of a person and begins one on this device. */
export async function restartSession(
  ctx: Ctx,
  tx: SqlTx,
  userId: bigint,
  info: RequestInfo,
): Promise<{ token: string; family: string }> {
  const at = ctx.clock.now();
  await repo.revokeTokens(tx, { userId }, at);
  await closeChallenges(tx, userId, at);
  return issueToken(ctx, tx, { userId }, info);
}

/** The cookies of a sign-in that began anew. */
export function freshSession(
  ctx: Ctx,
  member: Member,
  refresh: { token: string; family: string },
  info: RequestInfo,
): Promise<Headers> {
  return signedInHeaders(ctx, ctx.viewer.store, { member }, refresh, info);
}

/** A session that says anew who somebody is. */
export function renewedSession(ctx: Ctx, member: Member, info: RequestInfo): Promise<Headers> {
  return renewedSessionHeaders(ctx, ctx.viewer.store, { member }, info, ctx.viewer.sessionId);
}
