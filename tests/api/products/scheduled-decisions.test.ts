import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { executeDecision } from '#app/features/products/decisions/execute-decision.service.server.ts';
import { readHome } from '#app/features/home/home.service.server.ts';
import { action } from '#app/features/products/routes/product-decision.ts';
import { ctxFor, screenContext } from '#app/main/ctx.server.ts';
import type { FormAnswer } from '#app/ui/forms/answer.ts';
import { updateProduct } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail, readStorefront } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let seller: BuiltUser;
let ada: BuiltUser;
let ben: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  ada = await buildAdmin({ store, name: 'Ada' });
  ben = await buildAdmin({ store, name: 'Ben' });
  await drainJobs();
});
afterEach(() => {
  sandbox().running.faults.clear();
});
afterAll(() => program().stop());

const sandbox = () => {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[store.domain];
  if (!running || !shop) throw new Error('the sandbox has the store');
  return { running, shop };
};
const atPlatform = (id: string) => {
  const product = sandbox().shop.products[id];
  if (!product) throw new Error('the platform has the product');
  return product;
};

async function submit(): Promise<string> {
  const answer = await api(seller).put('/products-v2', { product: buildProductInput() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await drainJobs();
  return answer.as<{ productId: string }>().productId;
}

/** What the screens' own action answers to somebody. */
async function act(productId: string, body: object, by: BuiltUser): Promise<{ status: number; answer: FormAnswer }> {
  const { url } = program();
  const headers = { cookie: by.cookie, origin: url, 'content-type': 'application/json' };
  const request = new Request(`${url}/app/products/${productId}/decision`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const { data, init } = await action({ request, params: { productId }, context: { nonce: '', ...screenContext } });
  return { status: init?.status ?? 200, answer: data };
}
type Decision = { action: 'approve' | 'unapprove'; note?: string; seen?: string };
async function decide(productId: string, decision: Decision, by = ada) {
  const seen = decision.seen ?? (await readDetail(productId, by)).product.version;
  return act(productId, { intent: 'decide', note: '', ...decision, seen }, by);
}
/** Schedules a decision and returns its id. */
async function schedule(productId: string, decision: Decision, by = ada): Promise<string> {
  const { status, answer } = await decide(productId, decision, by);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.ok ? (answer.value as { id: string }).id : '';
}
const undo = (productId: string, decisionId: string, by = ada) => act(productId, { intent: 'undo', decisionId }, by);
const refusal = (reason: string) => ({ status: 409, answer: { ok: false, code: 'invalid_state', reason } });
const execute = async () => {
  program().clock.advance({ seconds: 13 });
  await drainJobs();
};
const stateOf = async (id: string) =>
  (await program().owner.scheduledDecision.findUniqueOrThrow({ where: { id: BigInt(id) } })).state;
const mailsOf = async (productId: string) =>
  (await program().owner.mail.findMany({ where: { audience: 'vendor' } })).filter(
    (mail) => (mail.params as { productId?: string }).productId === productId,
  ).length;
const logOf = async (id: string, by = ada) =>
  (await readDetail(id, by)).logs.map(({ action: what, actor }) => `${what} ${actor.name}`);
const noticesOf = async (id: string) =>
  (await program().owner.notice.findMany({ where: { subjectId: BigInt(id), kind: { startsWith: 'decision' } } })).map(
    ({ kind }) => kind,
  );
const waiting = async () =>
  (await readHome(await ctxFor(new Request(`${program().url}/app`, { headers: { cookie: ada.cookie } })))) as {
    productsToApprove?: number;
  };

describe('a decision that an admin makes on a screen', () => {
  it('leaves the queue at once, and is carried out once after its seconds as who decided', async () => {
    const id = await submit();
    const before = (await readDetail(id, ada)).queue.waiting;
    const decisionId = await schedule(id, { action: 'approve' });
    expect((await readDetail(id, ada)).queue.waiting).toBe(before - 1);
    expect((await waiting()).productsToApprove).toBe(before - 1);
    await drainJobs();
    expect(atPlatform(id).status).toBe('DRAFT');
    expect(await mailsOf(id)).toBe(0);
    await execute();
    const { product } = await readDetail(id, seller);
    expect(product).toMatchObject({ status: 'ACTIVE', submission: 'approved' });
    expect(await readStorefront(store, product.handle)).toContain(product.title);
    expect((await logOf(id))[0]).toBe('approved Ada');
    await executeDecision(program().container.services, store.id, BigInt(decisionId));
    expect(await mailsOf(id)).toBe(1);
    expect(await stateOf(decisionId)).toBe('done');
    expect(await undo(id, decisionId)).toMatchObject(refusal('decision_effective'));
  });

  it('is taken back whole, twice is once, by any admin; the log says by whom, to admins alone', async () => {
    const id = await submit();
    const { queue } = await readDetail(id, ada);
    const decisionId = await schedule(id, { action: 'unapprove', note: 'Too dark.' });
    for (const by of [ben, ada]) expect((await undo(id, decisionId, by)).status).toBe(200);
    await execute();
    expect(await stateOf(decisionId)).toBe('undone');
    const detail = await readDetail(id, ada);
    expect(detail).toMatchObject({ queue, notes: [], product: { status: 'DRAFT', submission: 'awaiting' } });
    expect(await mailsOf(id)).toBe(0);
    expect((await logOf(id)).slice(0, 2)).toEqual(['send_back_undone Ben', 'send_back_scheduled Ada']);
    expect((await logOf(id, seller)).join()).not.toContain('send_back');
    // It can be decided anew, and the first undo does not take that back.
    const again = await schedule(id, { action: 'unapprove', note: 'Too dark.' });
    expect((await undo(id, decisionId)).status).toBe(200);
    expect(await stateOf(again)).toBe('scheduled');
    await execute();
    expect(await readDetail(id, seller)).toMatchObject({
      product: { submission: 'sent_back' },
      notes: [{ text: 'Too dark.', author: 'Ada' }],
    });
  });

  it('is one when it is sent twice; another one in between is refused (409), a call of the API wins', async () => {
    const id = await submit();
    const decisionId = await schedule(id, { action: 'approve' });
    expect(await schedule(id, { action: 'approve' })).toBe(decisionId);
    expect(await decide(id, { action: 'unapprove', note: 'No' }, ben)).toMatchObject(refusal('decision_scheduled'));
    const answer = await api(ben).patch(`/product-v2/${id}/unapprove`, { note: 'Not yet' });
    expect(answer.status).toBe(200);
    expect(await stateOf(decisionId)).toBe('superseded');
    await execute();
    expect((await readDetail(id, ada)).product).toMatchObject({ status: 'DRAFT', submission: 'sent_back' });
    expect(await mailsOf(id)).toBe(1);
  });

  it('is not carried out on what was changed since it was opened; the product waits again, with a notice', async () => {
    const id = await submit();
    const { product, queue } = await readDetail(id, ada);
    await schedule(id, { action: 'approve' });
    const own = (await readDetail(id, seller)).product;
    const changed = await api(seller).put('/products-v2', { product: { ...own, title: 'Something else' } });
    expect(changed.status).toBe(200);
    expect((await decide(id, { action: 'approve', seen: product.version })).answer).toMatchObject({ code: 'conflict' });
    await execute();
    expect(atPlatform(id).status).toBe('DRAFT');
    expect(await noticesOf(id)).toEqual(['decisionOutdated']);
    expect((await readDetail(id, ada)).queue.waiting).toBe(queue.waiting);
    expect((await logOf(id))[0]).toBe('approval_failed Ada');
  });

  it('that the platform refuses, or of somebody who may not decide any more, leaves the product waiting, with a notice', async () => {
    const [id, other] = [await submit(), await submit()];
    await schedule(id, { action: 'approve' });
    const carl = await buildAdmin({ store });
    await schedule(other, { action: 'approve' }, carl);
    await program().owner.user.update({ where: { id: carl.id }, data: { permissions: [], role: 'staff' } });
    const fault = { target: 'shopify', operation: null, kind: 'error', status: 500 } as const;
    sandbox().running.faults.add({ ...fault, remaining: null, delayMs: 0 });
    await execute();
    for (const one of [id, other]) {
      expect(atPlatform(one).status).toBe('DRAFT');
      expect(await noticesOf(one)).toEqual(['decisionFailed']);
      expect((await readDetail(one, ada)).product).toMatchObject({ status: 'DRAFT', submission: 'awaiting' });
    }
  });

  it('is gone on with after a worker was killed in it, once, and can neither be taken back nor overtaken then', async () => {
    const id = await submit();
    const decisionId = await schedule(id, { action: 'approve' });
    program().clock.advance({ seconds: 13 });
    const where = { where: { id: BigInt(decisionId) } };
    await program().owner.scheduledDecision.update({ ...where, data: { state: 'executing' } });
    // The platform had done it, and told us, before the worker was killed.
    updateProduct(sandbox().running, sandbox().shop, atPlatform(id), { status: 'ACTIVE' });
    expect(await undo(id, decisionId)).toMatchObject(refusal('decision_effective'));
    const overtaking = await api(ben).patch(`/product-v2/${id}/unapprove`, { note: 'No' });
    expect(overtaking.body).toMatchObject({ code: 'invalid_state', reason: 'decision_in_progress' });
    const { services } = program().container;
    const twice = [1, 2].map(() => executeDecision(services, store.id, BigInt(decisionId)));
    await Promise.all(twice);
    await drainJobs();
    expect(await stateOf(decisionId)).toBe('done');
    expect(await mailsOf(id)).toBe(1);
    expect((await logOf(id)).filter((entry) => entry === 'approved Ada')).toHaveLength(1);
  });

  it('is the marketplace’s: vendors are refused (403), another store finds nothing (404)', async () => {
    const id = await submit();
    const decisionId = await schedule(id, { action: 'approve' });
    const { version } = (await readDetail(id, ada)).product;
    const outsider = await buildAdmin();
    for (const body of [
      { intent: 'decide', action: 'approve', seen: version },
      { intent: 'undo', decisionId },
    ]) {
      expect((await act(id, body, seller)).status).toBe(403);
      expect((await act(id, body, outsider)).status).toBe(404);
    }
    const foreign = await submit();
    expect((await undo(foreign, decisionId)).status).toBe(404);
    expect(await stateOf(decisionId)).toBe('scheduled');
  });
});
