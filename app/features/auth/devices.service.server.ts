import { AppError } from '#app/core/errors.ts';
import { signStaffOut } from '#app/features/stores/staff.service.server.ts';
import { signOutUser, type Member } from '#app/features/users/users.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { renewedSessionHeaders, signedInHeaders, signedOutHeaders, type Headers } from './cookies.server.ts';
import * as repo from './refresh-tokens.repo.server.ts';
import { issueToken } from './sessions.service.server.ts';
import { closeTickets } from './tickets.repo.server.ts';

export type { Headers } from './cookies.server.ts';

function holderOf(ctx: Ctx): repo.Holder {
  const { actor } = ctx.viewer;
  if (actor.kind === 'person') return { userId: BigInt(actor.id) };
  if (actor.kind === 'staff') return { staffId: actor.id };
  throw new AppError('not_found');
}

/** Where the viewer is signed in on the web, last used first. */
export function listDevicesOf(ctx: Ctx, tx: SqlTx): Promise<repo.SignedInDevice[]> {
  return repo.listDevices(tx, holderOf(ctx), ctx.clock.now());
}

/** Ends every session of the viewer on the web at once; the cookies to clear on this device. */
export async function signOutEverywhere(ctx: Ctx, tx: Tx, info: RequestInfo): Promise<Headers> {
  const at = ctx.clock.now();
  const holder = holderOf(ctx);
  await repo.revokeOf(tx, holder, at);
  if ('staffId' in holder) await signStaffOut(tx, holder.staffId, at);
  else {
    await signOutUser(tx, holder.userId, at);
    await closeTickets(tx, holder.userId, at);
  }
  return signedOutHeaders(ctx, info);
}

/** Ends every sign-in of a person and begins one on this device. */
export async function beginAnew(
  ctx: Ctx,
  tx: SqlTx,
  userId: bigint,
  info: RequestInfo,
): Promise<{ token: string; family: string }> {
  const at = ctx.clock.now();
  await repo.revokeOf(tx, { userId }, at);
  await closeTickets(tx, userId, at);
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
