import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './auth.contract.ts';
import * as auth from './auth.service.server.ts';
import { chooseLocale, chooseVendor } from './choices.service.server.ts';
import type { Headers } from './cookies.server.ts';

const done = async (headers: Promise<Headers>, status?: number) =>
  new Reply({ ok: true as const }, { headers: await headers, ...(status ? { status } : {}) });

export const authApi: readonly Implementation[] = [
  implement(contract.loginEndpoint, (ctx, { body }, info) => done(auth.signIn(ctx, body, info))),
  implement(contract.logoutEndpoint, (ctx, _input, info) => done(auth.signOut(ctx, info))),
  implement(contract.refreshEndpoint, (ctx, _input, info) => done(auth.refreshSession(ctx, info))),
  implement(contract.requestCodeEndpoint, async (ctx, { body }, info) => {
    await auth.requestCode(ctx, body, info);
    return { ok: true as const };
  }),
  implement(contract.setPasswordEndpoint, (ctx, { body }, info) => done(auth.changePassword(ctx, body, info), 201)),
  implement(contract.chooseVendorEndpoint, async (ctx, { body }, info) => {
    const { vendor, headers } = await chooseVendor(ctx, body, info);
    return new Reply({ vendor }, { headers });
  }),
  implement(contract.chooseLocaleEndpoint, (ctx, { body }) => chooseLocale(ctx, body)),
];
