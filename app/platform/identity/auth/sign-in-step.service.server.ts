import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Member } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { memberOfChallenge } from './auth.service.server.ts';
import { signedInHeaders, stepHeaders, type Headers } from './cookies.server.ts';
import { confirmEnrolment, readEnrolment, takeCode, type Enrolment } from './second-factor.service.server.ts';
import { issueToken, lockChallenge, toChallenge } from './sessions.service.server.ts';
import { SIGN_IN_STEPS, type SignInStep } from './sign-in.ts';
import * as throttle from './throttle.server.ts';
import { countChallengeTry, useChallenge, type Challenge } from './challenges.repo.server.ts';

/** The step that this browser's sign-in has come to, and what setting one up needs. Throws challenge_expired (401). */
export async function readStep(ctx: Ctx, info: RequestInfo): Promise<{ step: SignInStep; enrolment?: Enrolment }> {
  return ctx.db.unit(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const token = await lockChallenge(ctx, tx, toChallenge(info), SIGN_IN_STEPS);
    const member = await memberOfChallenge(tx, token);
    if (token.purpose !== 'enrol') return { step: 'second-factor' };
    return { step: 'enrol', enrolment: await readEnrolment(ctx, tx, ctx.viewer.store, member) };
  });
}

/**
 * Ends a sign-in by its second step: a code of the authenticator app or a recovery code, or the first code of one that is
 * being set up, which also yields the recovery codes. A ticket takes five wrong codes. Throws invalid_code (422),
 * challenge_expired (401), rate_limited (429).
 */
export async function finishStep(
  ctx: Ctx,
  input: { code: string },
  info: RequestInfo,
): Promise<{ headers: Headers; recoveryCodes?: string[] }> {
  const { store } = ctx.viewer;
  const scope = marketplaceScope(store.id);
  const { userId } = await ctx.db.fast(scope, (tx) => lockChallenge(ctx, tx, toChallenge(info), SIGN_IN_STEPS));
  const buckets = throttle.stepBuckets({ storeId: store.id, userId, address: info.address });
  await throttle.spend(ctx, buckets);
  // A wrong code counts as a try, so the unit commits before the refusal is raised.
  const done = await ctx.db.unit(scope, async (tx) => {
    const token = await lockChallenge(ctx, tx, toChallenge(info), SIGN_IN_STEPS);
    const member = await memberOfChallenge(tx, token);
    const taken = await takeStepCode(ctx, tx, token, member, input.code);
    if (!taken) {
      await countChallengeTry(tx, token.id);
      return undefined;
    }
    await useChallenge(tx, token.id, ctx.clock.now());
    return { member, ...taken, refresh: await issueToken(ctx, tx, { userId: member.id }, info) };
  });
  if (!done) throw new AppError('invalid_code');
  await throttle.refund(ctx, buckets);
  const headers = await signedInHeaders(ctx, store, { member: done.member }, done.refresh, info);
  const { recoveryCodes } = done;
  return { headers: [...headers, ...stepHeaders(info, '', 0)], ...(recoveryCodes ? { recoveryCodes } : {}) };
}

async function takeStepCode(
  ctx: Ctx,
  tx: Tx,
  token: Challenge,
  member: Member,
  code: string,
): Promise<{ recoveryCodes?: string[] } | undefined> {
  if (token.purpose === 'second-factor') return (await takeCode(ctx, tx, member, code)) ? {} : undefined;
  const recoveryCodes = await confirmEnrolment(ctx, tx, member, code);
  return recoveryCodes && { recoveryCodes };
}
