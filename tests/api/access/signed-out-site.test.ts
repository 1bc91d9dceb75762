import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { sessionCtx } from '#app/main/ctx.server.ts';
import { shellData } from '#app/main/shell.server.ts';
import { EnvError, readEnv } from '#app/server/env.server.ts';
import { buildUser } from '#tests/factories/people.ts';
import { testEnvironment } from '#tests/support/environment.ts';
import { program, startProgram } from '#tests/support/program.ts';

beforeAll(() => startProgram());
afterAll(() => program().stop());

const readSites = (sites: string) => {
  const { databaseUrl, url } = program();
  return readEnv({ ...testEnvironment({ databaseUrl, appUrl: url }), SIGNED_OUT_SITES: sites }).SIGNED_OUT_SITES;
};

describe('where signing out leads', () => {
  it("is the portal, and for a store that says so its own site; no other store's", async () => {
    const [special, other] = [await buildUser(), await buildUser()];
    const sites = readSites(`${special.store}=https://special.example/bye?a=b, x.myshopify.com=https://x.example`);
    const urlFor = async ({ cookie }: { cookie: string }) => {
      const info = { requestId: '', address: '', origin: program().url, headers: new Headers({ cookie }) };
      const ctx = await sessionCtx(info);
      invariant(ctx, 'the person is signed in');
      const shown = { ...ctx, env: { ...ctx.env, SIGNED_OUT_SITES: sites } };
      return (await shellData(shown, new Request(`${program().url}/app`))).signedOutUrl;
    };
    expect(await urlFor(special)).toBe('https://special.example/bye?a=b');
    expect(await urlFor(other)).toBeUndefined();
  });

  it.each(['shop=https://site.example', 'a.myshopify.com=javascript:alert(1)', 'a.myshopify.com'])(
    'is refused at the start of the program when it says %j',
    (sites) => {
      expect(() => readSites(sites)).toThrow(EnvError);
    },
  );
});
