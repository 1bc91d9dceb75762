import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallationDto } from '#app/features/app-plan/app-plan.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
const PATH = '/admin/installation';

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  cancelDemoPlan();
  admin = await buildAdmin({ store });
  await forgetProducts();
});
afterAll(() => program().stop());

/** The demo shop has a plan from the start. */
function cancelDemoPlan(): void {
  const shop = program().sandbox?.sandbox.state.shops[store.domain];
  if (shop) shop.appCharges = [];
}

/** The store's own products are too many for small plans. They are read first, and once more where a clock was moved by days. */
async function forgetProducts(): Promise<void> {
  await program().drain();
  await program().owner.product.deleteMany({ where: { storeId: store.id } });
}

const read = async (): Promise<InstallationDto> => (await api(admin).get(PATH)).as<InstallationDto>();
const change = (plan: string, addons: string[] = []) => api(admin).put(PATH, { plan, addons });
const decide = async (url: string, decision: string): Promise<void> => {
  const sandbox = new URL(program().sandbox?.url ?? '');
  const answer = await fetch(new URL(new URL(url).pathname, sandbox), {
    method: 'POST',
    body: new URLSearchParams({ decision }),
    headers: { origin: sandbox.origin },
    redirect: 'manual',
  });
  expect(answer.headers.get('location')).toContain('/apps/souk/admin/settings/plan');
};

describe('the plan of the app', () => {
  it('is free at first, and the marketplace’s alone', async () => {
    const found = await read();
    expect(found).toMatchObject({ plan: 'free', addons: [], status: 'none', pending: null, trialDays: 14 });
    expect(found.price).toEqual({ amount: '0.00', currency: 'USD' });
    const seller = await buildUser({ vendor: await buildVendor({ store }) });
    expect((await api(seller).get(PATH)).status).toBe(403);
    expect((await api(seller).put(PATH, { plan: 'scale' })).status).toBe(403);
  });

  it('changes once the platform says that it was approved, and not before', async () => {
    const { url } = (await change('starter', ['orders'])).as<{ url: string }>();
    expect(await read()).toMatchObject({ plan: 'free', pending: { plan: 'starter', addons: ['orders'] } });
    await decide(url, 'approve');
    expect(await read()).toMatchObject({
      plan: 'starter',
      addons: ['orders'],
      status: 'ACTIVE',
      pending: null,
      trialDays: 0,
      price: { amount: '58.00', currency: 'USD' },
      limits: { vendors: 10, orders: 1250, products: 1000 },
    });
  });

  it('stays as it is where the change is declined', async () => {
    await decide((await change('growth')).as<{ url: string }>().url, 'decline');
    expect(await read()).toMatchObject({ plan: 'starter', status: 'ACTIVE' });
    program().clock.advance({ hours: 49 });
    admin = await buildAdmin({ store });
    expect(await read()).toMatchObject({ plan: 'starter', pending: null });
  });

  it('holds what is in use, or is refused', async () => {
    for (let number = 0; number < 12; number++) await buildVendor({ store });
    const found = await read();
    expect(found.usage.vendors).toBeGreaterThan(found.limits.vendors);
    expect(found.plans.map(({ name, fits }) => [name, fits])).toEqual([
      ['free', false],
      ['starter', false],
      ['growth', true],
      ['scale', true],
    ]);
    expect(await change('starter')).toMatchObject({ status: 409, body: { reason: 'plan_too_small' } });
    expect((await change('starter', ['vendors'])).status).toBe(200);
  });

  it('ends at once where it costs nothing', async () => {
    await forgetProducts();
    await program().owner.vendor.updateMany({
      where: { storeId: store.id },
      data: { deletedAt: program().clock.now() },
    });
    expect((await change('free')).as<{ url: string }>().url).toContain('/admin/settings/plan');
    expect(await read()).toMatchObject({ plan: 'free', status: 'none', trialDays: 0 });
    expect(await change('free')).toMatchObject({ status: 409, body: { reason: 'plan_not_offered' } });
    const events = await program().owner.auditEvent.findMany({
      where: { storeId: store.id, action: 'plan.requested' },
    });
    expect(events.length).toBeGreaterThan(3);
  });
});
