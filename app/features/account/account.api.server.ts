import { demandSecondFactor } from '#app/platform/identity/auth/policy.service.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './account.contract.ts';
import * as account from './account.service.server.ts';

const DONE = { ok: true as const };
const done = async (headers: ReturnType<typeof account.rename>) => new Reply(DONE, { headers: await headers });

export const accountApi: readonly Implementation[] = [
  implement(contract.readAccountEndpoint, (ctx) => account.readAccount(ctx)),
  implement(contract.renameEndpoint, (ctx, { body }, info) => done(account.rename(ctx, body, info))),
  implement(contract.changeOwnPasswordEndpoint, (ctx, { body }, info) =>
    done(account.changeOwnPassword(ctx, body, info)),
  ),
  implement(contract.changeEmailEndpoint, async (ctx, { body }) => {
    await account.changeEmail(ctx, body);
    return DONE;
  }),
  implement(contract.proveEmailEndpoint, async (ctx, { body }, info) => {
    const { email, headers } = await account.proveOwnEmail(ctx, body, info);
    return new Reply({ email }, { headers });
  }),
  implement(contract.signOutEverywhereEndpoint, (ctx, _input, info) => done(account.endEverywhere(ctx, info))),
  implement(contract.signOutDeviceEndpoint, async (ctx, { params }) => {
    await account.endDevice(ctx, params);
    return DONE;
  }),
  implement(contract.startEnrolmentEndpoint, (ctx, { body }) => account.startSecondFactor(ctx, body)),
  implement(contract.confirmEnrolmentEndpoint, async (ctx, { body }) => ({
    recoveryCodes: await account.confirmSecondFactor(ctx, body),
  })),
  implement(contract.dropSecondFactorEndpoint, async (ctx, { body }) => {
    await account.giveUpSecondFactor(ctx, body);
    return DONE;
  }),
  implement(contract.renewRecoveryCodesEndpoint, async (ctx, { body }) => ({
    recoveryCodes: await account.renewCodes(ctx, body),
  })),
  implement(contract.demandSecondFactorEndpoint, (ctx, { body }) => demandSecondFactor(ctx, body)),
];
