import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './auth.contract.ts';
import * as auth from './auth.service.server.ts';
import { chooseLocale, chooseVendor } from './acting-vendor.service.server.ts';
import { changePassword, requestCode } from './codes.service.server.ts';
import type { Headers } from './cookies.server.ts';
import type { SignedIn } from './sessions.service.server.ts';
import { finishStep, readStep } from './sign-in-step.service.server.ts';

const done = async (headers: Promise<Headers>) => new Reply({ ok: true as const }, { headers: await headers });

const signedIn = async (outcome: Promise<SignedIn>, status?: number) => {
  const { headers, next } = await outcome;
  return new Reply({ ok: true as const, ...(next ? { next } : {}) }, { headers, ...(status ? { status } : {}) });
};

export const authApi: readonly Implementation[] = [
  implement(contract.loginEndpoint, (ctx, { body }, info) => signedIn(auth.signIn(ctx, body, info))),
  implement(contract.proxyLoginEndpoint, async (ctx, { body }, info) => {
    const { headers, handover } = await auth.signInFramed(ctx, body, info);
    return new Reply({ ok: true as const, handover }, { headers });
  }),
  implement(contract.continueEndpoint, (ctx, { body }, info) => signedIn(auth.continueSignIn(ctx, body, info))),
  implement(contract.readStepEndpoint, (ctx, _input, info) => readStep(ctx, info)),
  implement(contract.finishStepEndpoint, async (ctx, { body }, info) => {
    const { headers, recoveryCodes } = await finishStep(ctx, body, info);
    return new Reply({ ok: true as const, ...(recoveryCodes ? { recoveryCodes } : {}) }, { headers });
  }),
  implement(contract.logoutEndpoint, (ctx, _input, info) => done(auth.signOut(ctx, info))),
  implement(contract.refreshEndpoint, (ctx, _input, info) => done(auth.refreshSession(ctx, info))),
  implement(contract.requestCodeEndpoint, async (ctx, { body }, info) => {
    await requestCode(ctx, body, info);
    return { ok: true as const };
  }),
  implement(contract.setPasswordEndpoint, (ctx, { body }, info) => signedIn(changePassword(ctx, body, info), 201)),
  implement(contract.chooseVendorEndpoint, async (ctx, { body }, info) => {
    const { vendor, headers } = await chooseVendor(ctx, body, info);
    return new Reply({ vendor }, { headers });
  }),
  implement(contract.chooseLocaleEndpoint, (ctx, { body }) => chooseLocale(ctx, body)),
];
