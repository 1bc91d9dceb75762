import { AppError } from '#app/core/errors.ts';
import { can } from '#app/core/viewer.ts';
import type { Headers } from '#app/platform/identity/auth/devices.service.server.ts';
import { demandSecondFactor } from '#app/platform/identity/auth/policy.service.server.ts';
import { changeOwnNotice } from '#app/platform/mails/notices/notices.service.server.ts';
import { resetMemberFactor } from '#app/features/team/second-factor-reset.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import type { AccountAction, AccountOutcome } from './account.contract.ts';
import * as account from './account.service.server.ts';

/** Does what one card of the account's screen asks for: what the screen shows next, and cookies to set. */
export async function runAccountAction(
  ctx: Ctx,
  action: AccountAction,
  info: RequestInfo,
): Promise<{ outcome: AccountOutcome; headers: Headers }> {
  const done = (headers: Headers = []) => ({ outcome: {}, headers });
  switch (action.intent) {
    case 'rename':
      return done(await account.rename(ctx, action, info));
    case 'password':
      return done(await account.changeOwnPassword(ctx, action, info));
    case 'email':
      await account.changeEmail(ctx, action);
      return done();
    case 'prove-email':
      return done((await account.proveOwnEmail(ctx, action, info)).headers);
    case 'begin-factor':
      return { outcome: { enrolment: await account.startSecondFactor(ctx, action) }, headers: [] };
    case 'confirm-factor':
      return { outcome: { recoveryCodes: await account.confirmSecondFactor(ctx, action) }, headers: [] };
    case 'drop-factor':
      await account.giveUpSecondFactor(ctx, action);
      return done();
    case 'renew-codes':
      return { outcome: { recoveryCodes: await account.renewCodes(ctx, action) }, headers: [] };
    case 'sign-out-device':
      await account.endDevice(ctx, action);
      return done();
    case 'reset-factor':
      await resetMemberFactor(ctx, action.id);
      return done();
    case 'policy':
      if (!can(ctx.viewer, 'switch_vendor')) throw new AppError('missing_permission', { permission: 'switch_vendor' });
      await demandSecondFactor(ctx, action);
      return done();
    case 'notice':
      await changeOwnNotice(ctx, action);
      return done();
  }
}
