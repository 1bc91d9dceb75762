import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAdmin, buildStaff, buildUser } from '#tests/factories/people.ts';
import { buildStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

describe('the running program', () => {
  beforeAll(async () => {
    await startProgram();
  });
  afterAll(async () => {
    await program().stop();
  });

  it('says that it is healthy and ready', async () => {
    for (const [path, status] of [
      ['/health', 'ok'],
      ['/ready', 'ready'],
    ] as const) {
      const answer = await fetch(program().url + path);
      expect([answer.status, await answer.json()]).toEqual([200, { status }]);
    }
  });

  it('answers an unknown call with 404 for everybody', async () => {
    const store = await buildStore();
    for (const caller of [
      undefined,
      await buildUser({ store }),
      await buildAdmin({ store }),
      await buildStaff({ store }),
    ]) {
      expect((await api(caller).get('/no-such-call')).body).toEqual({ message: 'Not found', code: 'not_found' });
    }
  });

  it('refuses a delivery with a wrong signature (401) and stores nothing of it', async () => {
    const { domain } = await buildStore();
    const payload = { id: 1, admin_graphql_api_id: 'gid://shopify/Order/1' };
    expect(await deliverWebhook({ shop: domain, topic: 'orders/create', payload, secret: 'another' })).toBe(401);
    expect(await program().owner.webhookDelivery.count({ where: { shop: domain } })).toBe(0);
  });

  it('stores a delivery that comes three times once', async () => {
    const { domain } = await buildStore();
    const delivery = { shop: domain, topic: 'test/unhandled', payload: { id: 2 }, webhookId: 'same' };
    expect(await Promise.all([1, 2, 3].map(() => deliverWebhook(delivery)))).toEqual([200, 200, 200]);
    expect(await program().owner.webhookDelivery.count({ where: { shop: domain } })).toBe(1);
  });
});
