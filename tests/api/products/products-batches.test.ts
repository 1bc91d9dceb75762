import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { markItem } from '#app/features/batches/batches.repo.server.ts';
import {
  BATCH_STEP,
  resumeBatches,
  runBatchStep,
  sweepBatches,
} from '#app/features/batches/run-batch.service.server.ts';
import { changeProducts } from '#app/features/products/listing/change-products.service.server.ts';
import type { BatchDto } from '#app/features/products/listing/batches.contract.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'In numbers' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  if (!found) throw new Error('the sandbox has the store');
  return found;
};

/** Drafts at the platform and in the mirror, as a reading would have left them. */
async function buildDrafts(count: number, of = vendor): Promise<string[]> {
  const template = Object.values(shop().products)[0];
  if (!template) throw new Error('the demo store has products');
  const ids = await buildMirrored(
    of,
    Array.from({ length: count }, (_one, index) => ({ title: `Draft ${index}` })),
  );
  for (const id of ids) {
    shop().products[String(id)] = {
      ...structuredClone(template),
      id: Number(id),
      handle: `draft-${id}`,
      vendor: of.name,
      status: 'DRAFT',
      tags: [],
      variants: [],
      publishedOn: [],
    };
  }
  return ids.map(String);
}

/** Runs the steps of batches that are due, as a worker would, until none is. */
async function work(): Promise<void> {
  const { services } = program().container;
  const handlers = scheduledJobHandlers(services).filter(({ kind }) => kind.startsWith('batches.'));
  const runner = createJobRunner({ ...services, handlers });
  while (await runner.runNext());
}

const start = async (body: object, by = admin) => {
  const answer = await api(by).post('/products/bulk', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.as<BatchDto>();
};
const read = async (id: string, by = admin) => (await api(by).get(`/products/bulk/${id}`)).as<BatchDto>();
const mailsOf = (ids: readonly string[], template: string) =>
  program()
    .owner.mail.findMany({ where: { template } })
    .then((mails) =>
      mails.map((mail) => (mail.params as { productId: string }).productId).filter((id) => ids.includes(id)),
    );

describe('several products at once', () => {
  it(
    'approves 250, names the one that is refused with its reason, and approves it when it is tried again',
    {
      timeout: 120_000,
    },
    async () => {
      const ids = await buildDrafts(250);
      const [refused = ''] = ids;
      const product = shop().products[refused];
      if (product) Reflect.deleteProperty(shop().products, refused);
      const first = ids[1] ?? '';
      // It is approved meanwhile by somebody else: then this batch has nothing to do there, and says so.
      await api(admin).patch(`/product-v2/${first}/approve`);
      const batch = await start({ action: 'approve', ids });
      expect(batch).toMatchObject({ state: 'running', total: 250, done: 0, failed: 0 });
      await work();
      const ended = await read(batch.id);
      expect(ended).toMatchObject({ state: 'done', done: 249, failed: 1, trouble: null });
      expect(ended.failures).toMatchObject([{ productId: first, title: 'Draft 1', code: 'invalid_state' }]);
      expect(ids.slice(2).every((id) => shop().products[id]?.status === 'ACTIVE')).toBe(true);

      expect(new Set(await mailsOf(ids, 'product-approved')).size).toBe(249);
      await api(admin).patch(`/product-v2/${first}/unapprove`, { note: 'Not yet' });
      const again = await api(admin).post(`/products/bulk/${batch.id}/retry`);
      expect(again.status).toBe(202);
      await work();
      expect(await read(batch.id)).toMatchObject({ state: 'done', done: 250, failed: 0, failures: [] });
      expect(shop().products[first]?.status).toBe('ACTIVE');
      const nothing = await api(admin).post(`/products/bulk/${batch.id}/retry`);
      expect(nothing.body).toMatchObject({ state: 'done', done: 250 });
    },
  );

  it('goes on where a worker was killed, and does nothing twice', async () => {
    const ids = await buildDrafts(30);
    const batch = await start({ action: 'approve', ids });
    const { services } = program().container;
    const payload = { batchId: batch.id, round: 0, step: 0, troubles: 0 };
    // Killed before its end is written.
    await runBatchStep(services, [changeProducts], { storeId: store.id, payload });
    const half = await read(batch.id);
    expect(half).toMatchObject({ state: 'running', done: 20 });
    // One more was done at the platform and noted, but the worker died before it could say so.
    const [open] = await program().owner.batchItem.findMany({
      where: { batchId: BigInt(batch.id), state: 'waiting' },
      take: 1,
    });
    await api(admin).patch(`/product-v2/${open?.subjectId ?? 0n}/approve`);
    await program().owner.batchItem.updateMany({
      where: { batchId: BigInt(batch.id), subjectId: open?.subjectId ?? 0n },
      data: { state: 'begun', tries: 1 },
    });
    await work();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 30, failed: 0 });
    const mails = await mailsOf(ids, 'product-approved');
    expect(mails).toHaveLength(30);
    expect(new Set(mails).size).toBe(30);
  });

  it('waits out a platform that fails, and goes on by itself', async () => {
    const ids = await buildDrafts(3);
    const batch = await start({ action: 'approve', ids });
    const fault = { target: 'shopify', operation: 'productUpdate', kind: 'error', status: 500, times: 12 };
    await program().sandbox?.control('POST', '/faults', fault);
    await work();
    const onHold = await read(batch.id);
    expect(onHold.state).toBe('running');
    expect(onHold.trouble).not.toBeNull();
    await program().sandbox?.control('DELETE', '/faults');
    program().clock.advance({ minutes: 10 });
    await work();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 3, failed: 0, trouble: null });
  });

  it('sends back with a note, adds and takes off tags, and deletes', async () => {
    const ids = await buildDrafts(3);
    await start({ action: 'approve', ids });
    await work();
    await start({ action: 'unapprove', ids, note: 'Add a size' });
    await work();
    const notes = await program().owner.productNote.findMany({ where: { productId: { in: ids.map(BigInt) } } });
    expect(notes.map((note) => note.text)).toEqual(['Add a size', 'Add a size', 'Add a size']);
    expect(ids.every((id) => shop().products[id]?.status === 'DRAFT')).toBe(true);

    await start({ action: 'add_tags', ids, tags: ['Winter', 'Wool'] });
    await start({ action: 'remove_tags', ids: ids.slice(0, 1), tags: ['Wool'] });
    await work();
    expect(ids.map((id) => shop().products[id]?.tags)).toEqual([['Winter'], ['Winter', 'Wool'], ['Winter', 'Wool']]);
    const tagged = await api(admin).get('/products-v2', { query: { tag: 'Wool' } });
    expect(
      tagged
        .as<{ products: { id: string }[] }>()
        .products.map((one) => one.id)
        .sort(),
    ).toEqual(ids.slice(1).sort());

    await start({ action: 'delete', ids }, seller);
    await work();
    expect(ids.some((id) => shop().products[id])).toBe(false);
  });

  it('can be everything that a list finds, at most 250', async () => {
    const many = await buildVendor({ store, name: 'Everything' });
    await buildDrafts(4, many);
    const batch = await start({
      action: 'add_tags',
      tags: ['All'],
      matching: { vendor: 'Everything', status: 'DRAFT' },
    });
    expect(batch.total).toBe(4);
    await work();
    expect(await read(batch.id)).toMatchObject({ done: 4 });
    const none = await api(admin).post('/products/bulk', {
      action: 'approve',
      matching: { q: 'nothing is called so' },
    });
    expect(none.status).toBe(404);
  });

  it('is refused whole for a foreign id (404), for more than 250 (422) and for what only admins do (403)', async () => {
    const own = await buildDrafts(2);
    const foreign = await buildMirrored(await buildVendor({ store, name: 'Other' }), [{ title: 'Foreign' }]);
    const before = await program().owner.batch.count();
    const mixed = await api(seller).post('/products/bulk', { action: 'delete', ids: [...own, ...foreign.map(String)] });
    expect(mixed.status).toBe(404);
    for (const action of ['approve', 'unapprove', 'add_tags']) {
      const answer = await api(seller).post('/products/bulk', { action, ids: own, tags: ['x'] });
      expect(answer.status, action).toBe(403);
    }
    const tooMany = Array.from({ length: 251 }, (_one, index) => String(index + 1));
    expect((await api(admin).post('/products/bulk', { action: 'approve', ids: tooMany })).status).toBe(422);
    expect((await api(admin).post('/products/bulk', { action: 'add_tags', ids: own })).status).toBe(422);
    expect((await api(admin).post('/products/bulk', { action: 'approve' })).status).toBe(422);
    expect(await program().owner.batch.count()).toBe(before);
    expect(own.every((id) => shop().products[id])).toBe(true);
  });

  it('is one batch of a request that comes twice under one key, and is seen by nobody else (404)', async () => {
    const ids = await buildDrafts(1);
    const headers = { 'idempotency-key': 'bulk-once-1' };
    const body = { action: 'delete', ids };
    const first = await api(seller).post('/products/bulk', body, { headers });
    const second = await api(seller).post('/products/bulk', body, { headers });
    expect(second.body).toEqual(first.body);
    const { id } = first.as<BatchDto>();
    for (const other of [rival, admin]) {
      expect((await api(other).get(`/products/bulk/${id}`)).status).toBe(404);
      expect((await api(other).post(`/products/bulk/${id}/retry`)).status).toBe(404);
    }
    expect((await api(seller).delete(`/products/bulk/${id}`)).status).toBe(409);
    await work();
    expect((await api(seller).delete(`/products/bulk/${id}`)).status).toBe(200);
  });

  it('goes on when the store comes back, by one chain of steps however often that is asked', async () => {
    const ids = await buildDrafts(2);
    const batch = await start({ action: 'approve', ids });
    const { services } = program().container;
    const steps = { where: { kind: BATCH_STEP, key: { startsWith: `${batch.id}:` } } };
    await resumeBatches(services, store.id);
    expect(await program().owner.scheduledJob.findMany(steps)).toMatchObject([{ key: `${batch.id}:0:0` }]);
    await program().owner.scheduledJob.deleteMany({ where: { kind: BATCH_STEP } });
    await resumeBatches(services, store.id);
    program().clock.advance({ seconds: 1 });
    await resumeBatches(services, store.id);
    expect(await program().owner.scheduledJob.count(steps)).toBe(1);
    await work();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 2 });
  });

  it('is ended, and nothing of it done, when it stood still for more than a day; it can be tried again', async () => {
    const ids = await buildDrafts(2);
    const [begun = ''] = ids;
    const batch = await start({ action: 'approve', ids });
    const id = BigInt(batch.id);
    // One was approved, but the answer was lost with the worker; then the store was gone for two days.
    await api(admin).patch(`/product-v2/${begun}/approve`);
    const { owner, clock, container } = program();
    await owner.batchItem.updateMany({
      where: { batchId: id, subjectId: BigInt(begun) },
      data: { state: 'begun', tries: 1 },
    });
    const startedAt = new Date(clock.now().getTime() - 2 * DAY_MS);
    await owner.batch.update({ where: { id }, data: { startedAt } });
    await resumeBatches(container.services, store.id);
    await work();
    const ended = await read(batch.id);
    expect(ended).toMatchObject({ state: 'done', done: 0, failed: 2 });
    expect(ended.failures.map(({ code }) => code)).toEqual(['platform_failed', 'store_uninstalled']);
    expect(ids.map((one) => shop().products[one]?.status)).toEqual(['ACTIVE', 'DRAFT']);
    expect((await api(admin).post(`/products/bulk/${batch.id}/retry`)).status).toBe(202);
    await work();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 2, failed: 0 });
    expect(await mailsOf(ids, 'product-approved')).toHaveLength(2);
  });

  it('goes on by the hourly look when its work was given up, and is ended after a day', async () => {
    const ids = await buildDrafts(2);
    const batch = await start({ action: 'approve', ids });
    const { owner, clock, container } = program();
    const sweep = () =>
      container.services.db.fast(marketplaceScope(store.id), (tx) => sweepBatches(container.services, tx, store.id));
    const steps = {
      where: { kind: BATCH_STEP, key: { startsWith: `${batch.id}:` }, doneAt: null, attempts: { lt: 8 } },
    };
    await sweep();
    expect(await owner.scheduledJob.count(steps)).toBe(1);
    // The platform was silent through every try.
    await owner.scheduledJob.updateMany({ where: { kind: BATCH_STEP }, data: { attempts: 8 } });
    await sweep();
    await sweep();
    expect(await owner.scheduledJob.count(steps)).toBe(1);
    await work();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 2 });
    const old = await start({ action: 'approve', ids: await buildDrafts(1) });
    await owner.scheduledJob.updateMany({ where: { kind: BATCH_STEP, doneAt: null }, data: { attempts: 8 } });
    const startedAt = new Date(clock.now().getTime() - 2 * DAY_MS);
    await owner.batch.update({ where: { id: BigInt(old.id) }, data: { startedAt } });
    await sweep();
    expect(await read(old.id)).toMatchObject({ state: 'done', failed: 1, failures: [{ code: 'platform_failed' }] });
  });

  it('does nothing more by a worker that fell behind, once it has ended or was started again', async () => {
    const [id = ''] = await buildDrafts(1);
    const batch = await start({ action: 'approve', ids: [id] });
    const { owner, container } = program();
    const item = { batchId: BigInt(batch.id), subjectId: BigInt(id), partId: 0n };
    const mark = (round: number) =>
      container.services.db.fast(marketplaceScope(store.id), (tx) => markItem(tx, { ...item, round, state: 'begun' }));
    expect(await mark(0)).toBe(true);
    await owner.batch.update({ where: { id: item.batchId }, data: { round: 1 } });
    expect(await mark(0)).toBe(false);
    expect(await mark(1)).toBe(true);
    await owner.batch.update({ where: { id: item.batchId }, data: { finishedAt: program().clock.now() } });
    expect(await mark(1)).toBe(false);
  });

  it('keeps what was done, whatever a worker that fell behind says of it', async () => {
    const [id = ''] = await buildDrafts(1);
    const batch = await start({ action: 'approve', ids: [id] });
    await work();
    const late = { batchId: BigInt(batch.id), round: 0, subjectId: BigInt(id), partId: 0n };
    await program().container.services.db.fast(marketplaceScope(store.id), async (tx) => {
      await markItem(tx, { ...late, state: 'begun' });
      await markItem(tx, { ...late, state: 'failed' });
    });
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 1, failed: 0 });
  });

  it('is one of ten at most that run for a vendor or for the marketplace, also where many are asked for at once', async () => {
    const ids = await buildDrafts(1);
    const failed = await start({ action: 'approve', ids });
    await api(admin).patch(`/product-v2/${ids[0] ?? ''}/approve`);
    await work();
    expect(await read(failed.id)).toMatchObject({ state: 'done', failed: 1 });
    const body = { action: 'add_tags', ids, tags: ['Often'] };
    const answers = await Promise.all(Array.from({ length: 12 }, () => api(admin).post('/products/bulk', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(202), 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('10 changes') as string,
    });
    expect((await api(admin).post(`/products/bulk/${failed.id}/retry`)).status).toBe(409);
    expect(await read(failed.id)).toMatchObject({ state: 'done', failed: 1 });
    // The vendor's own are counted by themselves.
    await start({ action: 'delete', ids: await buildDrafts(1) }, seller);
    await work();
    expect((await api(admin).post(`/products/bulk/${failed.id}/retry`)).status).toBe(202);
    await work();
  });
});

describe('whoever asked for a change of several products', () => {
  const gone = { code: 'invalid_state', reason: 'requester_removed' };

  /** What became of one product that somebody wanted deleted, and who it was by then. */
  async function deleteAfter(by: Parameters<typeof api>[0], change: () => Promise<unknown>) {
    const [id = ''] = await buildDrafts(1);
    const answer = await api(by).post('/products/bulk', { action: 'delete', ids: [id] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    await change();
    await work();
    const batchId = BigInt(answer.as<BatchDto>().id);
    const [item] = await program().owner.batchItem.findMany({ where: { batchId } });
    return { item, isDeleted: shop().products[id] === undefined };
  }

  it('is asked again what they may: who is of the vendor’s team', async () => {
    const { owner, clock } = program();
    const member = await buildUser({ vendor });
    const where = { id: member.id };
    const lost = await deleteAfter(member, () =>
      owner.user.update({ where, data: { permissions: ['read_products'] } }),
    );
    const lacks = { code: 'missing_permission', params: { permission: 'write_products' } };
    expect(lost).toMatchObject({ isDeleted: false, item: { state: 'failed', refusal: lacks } });
    await owner.user.update({ where, data: { permissions: ['read_products', 'write_products'] } });
    const disabledAt = clock.now();
    const left = await deleteAfter(member, () => owner.user.update({ where, data: { disabledAt } }));
    expect(left).toMatchObject({ isDeleted: false, item: { state: 'failed', refusal: gone } });
  });

  it('is asked again what they may: who is of the store’s staff', async () => {
    const staff = await buildStaff({ store });
    const stays = await deleteAfter(staff, () => Promise.resolve());
    expect(stays).toMatchObject({ isDeleted: true, item: { state: 'done' } });
    const left = await deleteAfter(staff, () =>
      program().owner.storeStaff.deleteMany({ where: { storeId: store.id, subjectId: staff.subjectId } }),
    );
    expect(left).toMatchObject({ isDeleted: false, item: { state: 'failed', refusal: gone } });
  });
});

describe('what the store says of itself', () => {
  it('is its locations, its channels and its languages', async () => {
    const answer = await api(seller).get('/app/info/shop');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { locations, publications, locales } = shop();
    expect(answer.body).toEqual({
      locations: [...locations]
        .filter((location) => location.active)
        .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
        .map(({ id, name, active, fulfillsOnlineOrders }) => ({
          id: String(id),
          name,
          isActive: active,
          fulfillsOnlineOrders,
        })),
      publications: publications.map(({ id, name }) => ({ id: String(id), name })),
      locales: locales.map(({ locale, primary, published }) => ({
        locale,
        name: expect.any(String) as string,
        primary,
        published,
      })),
    });
  });
});
