import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildStaffToken } from '#tests/factories/people.ts';
import { buildStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { API_SECRET } from '#tests/support/environment.ts';
import { program, startProgram } from '#tests/support/program.ts';

const NEW_SECRET = 'the-next-api-secret-of-souk';
const OTHER_SECRET = 'a-secret-of-another-app-of-somebody';

afterEach(() => program().stop());

const deliver = async (secret: string): Promise<number> => {
  const { domain } = await buildStore();
  return deliverWebhook({ shop: domain, topic: 'shop/update', payload: { id: 1 }, secret });
};

async function askAsStaff(secret: string): Promise<number> {
  const { domain } = await buildStore();
  const token = await buildStaffToken({ domain, subjectId: '71', secret });
  const answer = await fetch(`${program().url}/api/settings`, {
    headers: { authorization: `Bearer ${token}`, 'x-souk-embedded': '1' },
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('while the client secret is changed', () => {
  test('what the platform signs with the old or the new one is believed, and nothing else', async () => {
    await startProgram({
      worker: false,
      variables: { SHOPIFY_API_SECRET: NEW_SECRET, SHOPIFY_API_SECRET_OLD: API_SECRET },
    });
    expect(await Promise.all([deliver(NEW_SECRET), deliver(API_SECRET), deliver(OTHER_SECRET)])).toEqual([
      200, 200, 401,
    ]);
    const requested = await Promise.all([askAsStaff(NEW_SECRET), askAsStaff(API_SECRET), askAsStaff(OTHER_SECRET)]);
    expect(requested[2]).toBe(401);
    expect(requested.slice(0, 2)).not.toContain(401);
  });

  test('the old one is nobody’s once it is taken out', async () => {
    await startProgram({ worker: false, variables: { SHOPIFY_API_SECRET: NEW_SECRET } });
    expect(await Promise.all([deliver(NEW_SECRET), deliver(API_SECRET)])).toEqual([200, 401]);
    expect(await askAsStaff(API_SECRET)).toBe(401);
  });

  test('a page of the store admin opens with a session token of the old one', async () => {
    const { databaseUrl, sandbox } = await startProgram({ sandbox: true, worker: false });
    await installDemoStore();
    await program().stop({ keepsSandbox: true });
    await startProgram({
      databaseUrl,
      ...(sandbox ? { sandbox } : {}),
      worker: false,
      variables: { SHOPIFY_API_SECRET: NEW_SECRET, SHOPIFY_API_SECRET_OLD: API_SECRET },
    });
    const token = await buildStaffToken({ domain: DEMO_SHOP, subjectId: '71', secret: API_SECRET });
    const query = new URLSearchParams({
      shop: DEMO_SHOP,
      host: Buffer.from('admin.shopify.com/store/demo').toString('base64url'),
      embedded: '1',
      id_token: token,
    });
    const { shopify } = program().container;
    const { sessionToken } = await shopify.authenticateAdmin(new Request(`${program().url}/admin?${query.toString()}`));
    expect(sessionToken.sub).toBe('71');
  });
});
