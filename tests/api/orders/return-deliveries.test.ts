import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';

const DEMO = 'demo.myshopify.com';
let store: BuiltStore;

const sandbox = () => {
  const running = program().sandbox;
  if (!running) throw new Error('the program was started with the sandbox');
  return running;
};
const requested = (operation: string) =>
  sandbox()
    .sandbox.log.list('shopify')
    .filter((one) => one.operation === operation).length;

/** Sends a delivery and returns how it ended. */
async function deliver(topic: string, payload: object) {
  const webhookId = randomUUID();
  await deliverWebhook({ shop: DEMO, topic, payload, webhookId });
  await program().drain();
  const row = await program().owner.webhookDelivery.findFirstOrThrow({ where: { webhookId } });
  return { state: row.state, error: row.error };
}

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  const { scopes } = sandbox().sandbox.app;
  await sandbox().control('POST', '/scopes', {
    shop: DEMO,
    scopes: [...scopes, 'write_returns', 'write_draft_orders'],
  });
  await sandbox().control('POST', '/drain', { app: false });
  await program().drain();
}, 90_000);
afterAll(() => program().stop());

describe('deliveries about returns as the platform publishes them', () => {
  it('are handled where only the id of the API names the return (returns/update)', async () => {
    const before = requested('return');
    const payload = {
      admin_graphql_api_id: 'gid://shopify/Return/7731',
      return_line_items: { removals: [{ admin_graphql_api_id: 'gid://shopify/ReturnLineItem/1', delta: 1 }] },
    };
    expect(await deliver('returns/update', payload)).toEqual({ state: 'done', error: null });
    expect(requested('return') - before).toBe(1);
  });

  it('have the open returns read again where they name none (returns/process), and ended ones are left alone', async () => {
    const now = program().clock.now();
    const build = (id: bigint, endedAt: Date | null) =>
      program().owner.orderReturn.create({
        data: {
          storeId: store.id,
          id,
          ownerId: 0n,
          orderId: id,
          status: endedAt ? 'closed' : 'open',
          name: `#R${id}`,
          lines: [],
          requestedAt: now,
          readAt: now,
          endedAt,
        },
      });
    await build(881_001n, null);
    await build(881_002n, now);
    const reads = () =>
      sandbox()
        .sandbox.log.list('shopify')
        .filter(({ body }) => body.includes('OrderReturns('))
        .map(({ body }) => /Order\/(\d+)/.exec(body)?.[1]);
    expect(await deliver('returns/process', {})).toEqual({ state: 'done', error: null });
    expect(reads()).toContain('881001');
    expect(reads()).not.toContain('881002');
  });

  it.each([
    ['draft_orders/update', { admin_graphql_api_id: 'gid://shopify/DraftOrder/4411' }],
    ['inventory_levels/connect', {}],
    ['inventory_levels/update', { inventory_item_id: 4412, location_id: 4413 }],
  ])('of another kind need no field that is not used: %s', async (topic, payload) => {
    expect(await deliver(topic, payload)).toEqual({ state: 'done', error: null });
  });
});
