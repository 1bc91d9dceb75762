import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { LOCALES, marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { mailResetCode, matchCode } from '#app/platform/identity/users/codes.service.server.ts';
import { normaliseEmail } from '#app/core/text/email-address.ts';
import { findMemberIn, storePassword } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx, RequestInfo, Services } from '#app/server/context.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { hashPassword } from '#app/server/passwords.server.ts';
import { readCookie } from '#app/server/session.server.ts';
import type { SetPassword } from './auth.contract.ts';
import { revokeTokens } from './refresh-tokens.repo.server.ts';
import { buildSignInResponse, createSession, type SignedIn } from './sessions.service.server.ts';
import * as throttle from './throttle.server.ts';
import { closeChallenges } from './challenges.repo.server.ts';

/**
 * Asks for a code by mail. The answer is the same, after the same work, for every address: who it belongs to is looked up
 * by the worker. A device that signed in to the account before has a share of its own, which nobody else can use up.
 */
export async function requestCode(ctx: Ctx, input: { email: string }, info: RequestInfo): Promise<void> {
  const email = normaliseEmail(input.email);
  const { store } = ctx.viewer;
  const device = readCookie(info.headers, throttle.DEVICE_COOKIE);
  const isKnownDevice = throttle.isDeviceMark(ctx, store.id, email, device);
  await throttle.spend(ctx, throttle.requestBuckets({ address: info.address }));
  try {
    await throttle.spend(ctx, throttle.codeMailBuckets({ storeId: store.id, email, isKnownDevice }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return;
    throw error;
  }
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await ctx.jobs.schedule(tx, {
      kind: RESET_CODE_WORK,
      key: randomToken(12),
      payload: { email: ctx.vault.sealText(email), locale: ctx.viewer.locale },
      dueAt: ctx.clock.now(),
    });
  });
}

const RESET_CODE_WORK = 'auth.reset-code';
/** Work that was planned before it kept a language is in English. */
const payloadSchema = z.object({ email: z.string(), locale: z.enum(LOCALES).default('en') });

/** Makes and mails the codes that were asked for. */
export function resetCodeWork(services: Services): ScheduledJobHandler {
  return {
    kind: RESET_CODE_WORK,
    handle: (tx, _storeId, { payload }) => {
      const { email, locale } = payloadSchema.parse(payload);
      return mailResetCode(services, tx, { email: services.vault.openText(email), locale });
    },
  };
}

/**
 * Sets a password with an invitation or a mailed code and signs in, as far as a password signs in. The code works once;
 * every session of the person from before ends. Throws invalid_code (422), also for an address that nobody has.
 */
export async function changePassword(ctx: Ctx, input: SetPassword, info: RequestInfo): Promise<SignedIn> {
  const { store } = ctx.viewer;
  const email = normaliseEmail(input.email);
  const device = readCookie(info.headers, throttle.DEVICE_COOKIE);
  const isKnownDevice = throttle.isDeviceMark(ctx, store.id, email, device);
  const buckets = throttle.codeBuckets({ storeId: store.id, email, address: info.address, isKnownDevice });
  await throttle.spend(ctx, buckets);
  const passwordHash = await hashPassword(input.password);
  // A wrong code counts as a try, so the unit commits before the refusal is raised.
  const done = await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const userId = await matchCode(ctx, tx, { email, code: input.code, isKnownDevice });
    const member = userId === undefined ? undefined : await findMemberIn(tx, userId);
    if (!member) return undefined;
    const now = ctx.clock.now();
    await storePassword(tx, member.id, passwordHash, now);
    await revokeTokens(tx, { userId: member.id }, now);
    await closeChallenges(tx, member.id, now);
    await recordAudit(tx, [
      {
        subject: 'user',
        subjectId: String(member.id),
        vendorId: member.vendor?.id ?? null,
        action: 'password_set',
        actor: { kind: 'person', id: String(member.id), name: member.name, role: member.role },
        at: now,
      },
    ]);
    return { member, opened: await createSession(ctx, tx, member, info) };
  });
  if (!done) throw new AppError('invalid_code');
  await throttle.refund(ctx, buckets);
  return buildSignInResponse(ctx, done.member, done.opened, info);
}
