import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import { listDeadJobs, retryDeadJobs } from '#app/server/scheduled-jobs.server.ts';
import type { StartedWorkflow } from '#sandbox/core/state.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { openOffers, buildOfferRow } from '#tests/factories/offers.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { openCrashSite, type CrashSite } from '#tests/support/crash-site.ts';
import { program } from '#tests/support/program.ts';
import { isProof, noteCount, scaled } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

const KILLS = scaled(100, 4);
/** Events between two kills. */
const EVENTS = 5;
const LIMIT_MS = isProof ? 3_600_000 : 240_000;
/** The jobs of a worker that was killed are free again after its lease. */
const REACH_MS = 60_000;
/** What is left at the end is told one after the other, each call held up for as long as the platform was told to. */
const REST_MS = KILLS * EVENTS * 1_000;

let site: CrashSite;
let store: BuiltStore;
let offerId: bigint;
let vendorId: bigint;

beforeAll(async () => {
  site = await openCrashSite();
  store = await installDemoStore();
  const vendor = await buildVendor({ store });
  vendorId = vendor.id;
  await openOffers(store, await buildAdmin({ store }));
  offerId = await buildOfferRow(vendor, { productId: 77n });
  await control('POST', '/flow/triggers/souk-offer-received', { on: true });
}, 180_000);
afterAll(() => site.stop());

function record(key: string): Promise<void> {
  const { services } = program().container;
  const offer = { topic: 'offer.received', vendorId, subject: 'offer', subjectId: offerId, key } as const;
  return services.db.fast(marketplaceScope(store.id), (tx) =>
    recordWebhookMessages(tx, services, [offer], services.clock.now()),
  );
}
const listStarted = async (): Promise<StartedWorkflow[]> =>
  (await control<{ started: StartedWorkflow[] }>('GET', '/flow/started')).started;

/** A job that its worker was killed over eight times is given up; whoever looks after the store has it tried again. */
async function retryGivenUp(): Promise<void> {
  const { services } = program().container;
  await services.db.fast(marketplaceScope(store.id), async (tx) => {
    const given = await listDeadJobs(tx, KILLS * EVENTS);
    noteCount('given up', given.length);
    await retryDeadJobs(
      tx,
      given.map(({ id }) => id),
      services.clock.now(),
    );
  });
}

test(
  `${String(KILLS)} kills of the worker amid its calls: workflows start for each event, once but where its answer was lost`,
  { timeout: LIMIT_MS },
  async () => {
    const expected: string[] = [];
    for (let round = 0; round < KILLS; round++) {
      const before = (await listStarted()).length;
      // The platform has taken what the worker is killed over, or has not heard of it, by turns.
      const operation = 'flowTriggerReceive';
      await control('POST', '/faults', { target: 'shopify', operation, kind: 'delay', delayMs: 400, times: EVENTS });
      for (let at = 0; at < EVENTS; at++) {
        const key = `kill/${String(round)}/${String(at)}`;
        await record(key);
        expected.push(`souk-offer-received/${key}`);
      }
      await waitFor('the worker tells', async () => (await listStarted()).length > before, REACH_MS);
      await site.kill('worker');
      noteCount('kills', 1);
      await site.restart('worker');
    }
    const countOpen = () =>
      program().owner.scheduledJob.count({ where: { storeId: store.id, kind: 'flow.start', doneAt: null } });
    const isAllDone = async () => {
      await retryGivenUp();
      return (await countOpen()) === 0;
    };
    await waitFor('all was told', isAllDone, REACH_MS * 2 + REST_MS);
    const ids = (await listStarted()).map(({ payload }) => payload['Event ID']);
    expect(new Set(ids)).toEqual(new Set(expected));
    // A worker tells of one event of a store at a time: so each kill can repeat one at most.
    expect(ids.length - expected.length).toBeLessThanOrEqual(KILLS);
    noteCount('repeated', ids.length - expected.length);
  },
);
