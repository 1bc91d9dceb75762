import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { HolidayDto, HolidaysDto } from '#app/features/holidays/holidays.contract.ts';
import { switchHolidays } from '#tests/factories/holidays.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const [AWAY, STAYS] = ['Nordlys Ceramics', 'Fjell Woolens'];
let store: BuiltStore;
let admin: BuiltUser;
let potter: BuiltUser;
let clerk: BuiltUser;
let weaver: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await program().drain();
  admin = await buildAdmin({ store });
  const vendorOf = async (name: string) => {
    const row = await program().owner.vendor.findFirst({ where: { storeId: store.id, name } });
    return row ? { ...(row as never as Awaited<ReturnType<typeof buildVendor>>), store } : buildVendor({ store, name });
  };
  const vendor = await vendorOf(AWAY);
  potter = await buildUser({ vendor });
  clerk = await buildUser({ vendor, role: 'staff', permissions: ['read_settings'] });
  weaver = await buildUser({ vendor: await vendorOf(STAYS) });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await switchHolidays(admin, true);
  for (const by of [admin, potter, weaver]) await save(by, { enabled: false, message: '' });
  await program().drain();
});

const save = (by: BuiltUser, body: object) => api(by).put('/settings/holidays', body);
const read = async (by: BuiltUser) => (await api(by).get('/settings/holidays')).as<HolidaysDto>();
const day = (days: number): string => dayOf(new Date(program().clock.now().getTime() + days * DAY_MS), store.timezone);
const away = (from: number, to: number, message = 'Back soon') => ({
  enabled: true,
  from: day(from),
  to: day(to),
  message,
});

/** The page of a product of a vendor as buyers see it. */
async function productPage(vendor: string): Promise<string> {
  const shop = program().sandbox?.sandbox.state.shops[store.domain];
  const product = Object.values(shop?.products ?? {}).find((one) => one.vendor === vendor && one.status === 'ACTIVE');
  if (!shop || !product) throw new Error(`${vendor} sells something`);
  const answer = await fetch(`${program().sandbox?.url ?? ''}/store/${shop.handle}/products/${product.handle}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('holiday mode', () => {
  it('off hides it from vendors, and its messages from buyers', async () => {
    expect((await save(potter, away(0, 2, 'Gone fishing'))).status).toBe(200);
    await program().drain();
    expect(await productPage(AWAY)).toContain('Gone fishing');
    await switchHolidays(admin, false);
    await program().drain();
    expect(await productPage(AWAY)).not.toContain('Gone fishing');
    expect(await api(potter).get('/settings/holidays')).toMatchObject({
      status: 404,
      body: { code: 'feature_disabled' },
    });
    expect((await save(potter, away(0, 2))).status).toBe(404);
    const rows = (await api(potter).get('/settings')).as<{ rows: { id: string }[] }>().rows;
    expect(rows.map(({ id }) => id)).not.toContain('holidays');
  });

  it.each([
    ['a day is missing', { from: '' }, 'from', 'Required field'],
    ['the last day is missing', { to: '' }, 'to', 'Required field'],
    ['the message is missing', { message: '  ' }, 'message', 'Required field'],
    ['it ends before it begins', { from: '2027-02-02', to: '2027-02-01' }, 'to', 'Should be before the start date'],
    ['a day is none', { from: '2027-02-30', to: '2027-03-02' }, 'from', 'must be a date such as 2026-11-21'],
    ['the message is too long', { message: 'a'.repeat(501) }, 'message', 'should have at most 500 characters'],
  ])('is refused where %s', async (_what, over, path, message) => {
    const answer = await save(potter, { ...away(0, 2), ...over });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path, message }] } });
    expect((await read(potter)).holiday).toMatchObject({ enabled: false });
  });

  it('may be one day, and is saved over the version that was read', async () => {
    const first = (
      await save(potter, { ...away(1, 1), version: (await read(potter)).holiday.version })
    ).as<HolidayDto>();
    expect(first).toMatchObject({ enabled: true, from: day(1), to: day(1), state: 'upcoming' });
    const again = { ...away(0, 1), version: first.version };
    const both = await Promise.all([save(potter, again), save(potter, { ...again, message: 'Another' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    // The same once more changes nothing.
    const now = (await read(potter)).holiday;
    expect((await save(potter, { ...again, message: now.message, version: now.version })).body).toEqual(now);
  });

  it('is a vendor’s own: staff read it, only who manages the vendor changes it, and no other vendor meets it', async () => {
    await save(potter, away(0, 2, 'Only ours'));
    expect(await read(clerk)).toMatchObject({ canEdit: false, holiday: { message: 'Only ours', state: 'now' } });
    expect(await save(clerk, away(0, 3))).toMatchObject({
      status: 403,
      body: {
        code: 'missing_permission',
        reason: 'managers_only',
        message: 'Only an owner of the vendor account can do this',
      },
    });
    expect(JSON.stringify(await read(weaver))).not.toContain('Only ours');
    expect((await read(admin)).vendors).toEqual([
      { vendor: AWAY, from: day(0), to: day(2), message: 'Only ours', state: 'now' },
    ]);
  });

  it('shows what a vendor and the marketplace say on the vendor’s products, as text, and nothing on others’', async () => {
    await save(potter, away(0, 2, '<img src=x onerror=alert(1)>\nBack on Monday'));
    await save(admin, away(0, 1, 'All orders ship later'));
    await program().drain();
    const [own, other] = [await productPage(AWAY), await productPage(STAYS)];
    expect(own).toContain('All orders ship later');
    expect(own).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(own).not.toContain('<img src=x');
    expect(other).toContain('All orders ship later');
    expect(other).not.toContain('Back on Monday');
  });

  it('ends by itself when its last day is over in the store’s zone, without any job', async () => {
    await save(potter, away(0, 1, 'Over tomorrow'));
    await save(weaver, away(2, 4, 'Begins later'));
    await program().drain();
    const jobs = await program().owner.scheduledJob.count({ where: { kind: 'holidays.show', doneAt: null } });
    expect(jobs).toBe(0);
    expect(await productPage(AWAY)).toContain('Over tomorrow');
    expect(await productPage(STAYS)).not.toContain('Begins later');
    program().clock.advance({ days: 2 });
    expect(await productPage(AWAY)).not.toContain('Over tomorrow');
    expect(await productPage(STAYS)).toContain('Begins later');
    program().clock.advance({ days: -2 });
  });

  it('follows a vendor to another name, and goes with a vendor that is deleted', async () => {
    await save(potter, away(0, 2, 'Moving workshop'));
    const renamed = await api(admin).put('/vendors/rename', { oldVendor: AWAY, newVendor: 'Nordlys Studio' });
    expect(renamed.status).toBe(200);
    await program().drain();
    expect(await productPage('Nordlys Studio')).toContain('Moving workshop');
    await api(admin).put('/vendors/rename', { oldVendor: 'Nordlys Studio', newVendor: AWAY });
    await program().drain();
  });

  it('is tried again until the platform takes it', async () => {
    await program().sandbox?.control('POST', '/faults', {
      target: 'shopify',
      operation: 'metafieldsSet',
      kind: 'error',
      times: 8,
    });
    await save(potter, away(0, 2, 'Through the storm'));
    await program().drain();
    await program().sandbox?.control('DELETE', '/faults');
    program().clock.advance({ hours: 1 });
    await program().drain();
    expect(await productPage(AWAY)).toContain('Through the storm');
  });
});
