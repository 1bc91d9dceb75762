import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import type { StaffMember } from '#app/platform/stores/store-staff.service.server.ts';
import type { Member } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import { hashToken, randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readCookie, REFRESH_DAYS, STEP_COOKIE } from '#app/server/session.server.ts';
import { signedInHeaders, stepHeaders, type Headers } from './cookies.server.ts';
import { AGENT_MAX } from './device.ts';
import { demandsSecondFactor } from './policy.service.server.ts';
import * as tokens from './refresh-tokens.repo.server.ts';
import { startEnrolment } from './second-factor.service.server.ts';
import { confirmedSince } from './second-factors.repo.server.ts';
import {
  nextStep,
  PLATFORM_SIGN_IN_HOURS,
  CHALLENGE_SECONDS,
  MAX_CHALLENGE_TRIES,
  type SignInStep,
  type ChallengePurpose,
} from './sign-in.ts';
import * as challenges from './challenges.repo.server.ts';

/** What signing in came to: cookies to set, and the step that is still open. */
export type SignedIn = { headers: Headers; next?: SignInStep };

/** What a transaction of signing in leaves for the answer, whose cookies are made after the commit. */
export type Opened =
  { step: SignInStep; ticket: string } | { refresh: { token: string; family: string }; step?: undefined };

/** Which step is still open for somebody whose password or code was right. */
export async function openStep(tx: SqlTx, member: Member): Promise<SignInStep | undefined> {
  const hasSecondFactor = (await confirmedSince(tx, member.id)) !== undefined;
  return nextStep({ hasSecondFactor, isDemanded: !hasSecondFactor && (await demandsSecondFactor(tx)) });
}

/** Opens a session for a person, or a ticket for the step that comes first. */
export async function createSession(ctx: Ctx, tx: SqlTx, member: Member, info: RequestInfo): Promise<Opened> {
  const step = await openStep(tx, member);
  if (!step) return { refresh: await issueToken(ctx, tx, { userId: member.id }, info) };
  if (step === 'enrol') await startEnrolment(ctx, tx, ctx.viewer.store, member);
  return { step, ticket: await issueChallenge(ctx, tx, member.id, step) };
}

/** The answer to what was opened. */
export async function buildSignInResponse(
  ctx: Ctx,
  member: Member,
  opened: Opened,
  info: RequestInfo,
): Promise<SignedIn> {
  if (opened.step) {
    return { headers: stepHeaders(info, opened.ticket, CHALLENGE_SECONDS[opened.step]), next: opened.step };
  }
  return { headers: await signedInHeaders(ctx, ctx.viewer.store, { member }, opened.refresh, info) };
}

/** Begins the first link of a new family, or adds one to a family. The value names its store, and only its hash is kept. */
export async function issueToken(
  ctx: Ctx,
  tx: SqlTx,
  holder: tokens.Holder,
  info: RequestInfo,
  of?: { familyId: string; signedInAt: Date },
): Promise<{ token: string; family: string }> {
  const token = `${ctx.viewer.store.id}.${randomToken(32)}`;
  const at = ctx.clock.now();
  const family = of ?? { familyId: randomUUID(), signedInAt: at };
  const end = at.getTime() + REFRESH_DAYS * 24 * HOUR_MS;
  const expiresAt = new Date('staffId' in holder ? staffEnd(family.signedInAt).getTime() : end);
  const agent = (info.headers.get('user-agent') ?? '').slice(0, AGENT_MAX);
  await tokens.insertToken(tx, { holder, ...family, tokenHash: hashToken(token), agent, at, expiresAt });
  return { token, family: family.familyId };
}

/** When a sign-in through the platform ends, however often it is refreshed. */
function staffEnd(signedInAt: Date): Date {
  return new Date(signedInAt.getTime() + PLATFORM_SIGN_IN_HOURS * HOUR_MS);
}

/** The cookies of a member of the store's staff, whose refresh cookie ends with the day. */
export function staffHeaders(
  ctx: Ctx,
  staff: StaffMember,
  refresh: { token: string; family: string },
  signedInAt: Date,
  info: RequestInfo,
): Promise<Headers> {
  const seconds = Math.max(0, Math.floor((staffEnd(signedInAt).getTime() - ctx.clock.now().getTime()) / 1000));
  return signedInHeaders(ctx, ctx.viewer.store, { staff }, { ...refresh, seconds }, info);
}

/** A value for one use, which names its store; only its hash is kept. */
export async function issueChallenge(ctx: Ctx, tx: SqlTx, userId: bigint, purpose: ChallengePurpose): Promise<string> {
  const value = `${ctx.viewer.store.id}.${randomToken(24)}`;
  const at = ctx.clock.now();
  await challenges.deleteOldChallenges(tx, new Date(at.getTime() - 24 * HOUR_MS));
  const expiresAt = new Date(at.getTime() + CHALLENGE_SECONDS[purpose] * 1000);
  await challenges.insertChallenge(tx, { userId, purpose, tokenHash: hashToken(value), at, expiresAt });
  return value;
}

/** The ticket of a value, locked, when it holds for one of the purposes. Throws challenge_expired (401). */
export async function lockChallenge(
  ctx: Ctx,
  tx: SqlTx,
  value: string | undefined,
  purposes: readonly ChallengePurpose[],
): Promise<challenges.Challenge> {
  const isOurs = value?.startsWith(`${ctx.viewer.store.id}.`);
  const token = isOurs && value ? await challenges.lockChallenge(tx, hashToken(value), ctx.clock.now()) : undefined;
  if (!token || !purposes.includes(token.purpose) || token.tries >= MAX_CHALLENGE_TRIES)
    throw new AppError('challenge_expired');
  return token;
}

/** The ticket of the open step that this browser holds. */
export function toChallenge(info: RequestInfo): string | undefined {
  return readCookie(info.headers, STEP_COOKIE);
}
