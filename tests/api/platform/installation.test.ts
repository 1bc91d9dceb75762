import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { program, startProgram } from '#tests/support/program.ts';

describe('an installation from the store admin', () => {
  beforeAll(async () => {
    await startProgram({ sandbox: true });
  });
  afterAll(async () => {
    await program().stop();
  });

  it('is known with the facts of the shop, and its access tokens are kept encrypted', async () => {
    const store = await installDemoStore();
    expect(store).toMatchObject({ domain: 'demo.myshopify.com', currency: 'USD', timezone: 'Europe/Amsterdam' });
    const session = await program().owner.session.findFirstOrThrow({ where: { shop: store.domain, isOnline: false } });
    expect(session.accessToken).toMatch(/^sealed:/);
    expect(session.refreshToken).toMatch(/^sealed:/);
  });

  it('speaks to the Admin API of the shop', async () => {
    const platform = await program().container.services.adapters.platform('demo.myshopify.com');
    const { shop } = await platform.query<{ shop: { name: string } }>('query ShopName { shop { name } }');
    expect(shop.name).toBe('Fjord & Field');
  });
});
