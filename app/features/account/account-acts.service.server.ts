import { AppError } from '#app/core/errors.ts';
import { can } from '#app/core/viewer.ts';
import type { Headers } from '#app/platform/identity/auth/devices.service.server.ts';
import { demandSecondFactor } from '#app/platform/identity/auth/policy.service.server.ts';
import { changeOwnNotice } from '#app/platform/mails/notices/notices.service.server.ts';
import { resetMemberFactor } from '#app/features/team/second-factor-reset.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import type { AccountAct, AccountOutcome } from './account.contract.ts';
import * as account from './account.service.server.ts';

/** Does what one card of the account's screen asks for: what the screen shows next, and cookies to set. */
export async function actOnAccount(
  ctx: Ctx,
  act: AccountAct,
  info: RequestInfo,
): Promise<{ outcome: AccountOutcome; headers: Headers }> {
  const done = (headers: Headers = []) => ({ outcome: {}, headers });
  switch (act.intent) {
    case 'rename':
      return done(await account.rename(ctx, act, info));
    case 'password':
      return done(await account.changeOwnPassword(ctx, act, info));
    case 'email':
      await account.changeEmail(ctx, act);
      return done();
    case 'prove-email':
      return done((await account.proveOwnEmail(ctx, act, info)).headers);
    case 'begin-factor':
      return { outcome: { enrolment: await account.beginSecondFactor(ctx, act) }, headers: [] };
    case 'confirm-factor':
      return { outcome: { recoveryCodes: await account.confirmSecondFactor(ctx, act) }, headers: [] };
    case 'drop-factor':
      await account.giveUpSecondFactor(ctx, act);
      return done();
    case 'renew-codes':
      return { outcome: { recoveryCodes: await account.renewCodes(ctx, act) }, headers: [] };
    case 'sign-out-device':
      await account.endDevice(ctx, act);
      return done();
    case 'reset-factor':
      await resetMemberFactor(ctx, act.id);
      return done();
    case 'policy':
      if (!can(ctx.viewer, 'switch_vendor')) throw new AppError('missing_permission', { permission: 'switch_vendor' });
      await demandSecondFactor(ctx, act);
      return done();
    case 'notice':
      await changeOwnNotice(ctx, act);
      return done();
  }
}
