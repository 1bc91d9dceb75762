import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { WebhookEndpointDto } from '#app/features/webhook-endpoints/webhook-endpoints.contract.ts';
import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import type { WebhookEvent } from '#app/platform/webhook-messages/webhook-topic.ts';
import { isDatabaseAway } from '#app/server/db.server.ts';
import { switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { testEnvironment } from '#tests/support/environment.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { isProof, noteCount, scaled } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

const KILLS = scaled(200, 4);
/** Objects, and how often each changes between two kills. */
const OBJECTS = 12;
const CHANGES = 3;
const LIMIT_MS = isProof ? 3_600_000 : 120_000;
/** Every so many calls the receiver fails: those messages come again after a pause. */
const FAILS_EVERY = 17;

type Body = { sequence: number; data: { id: string } };

let store: BuiltStore;
let vendor: BuiltVendor;
let made: { endpoint: WebhookEndpointDto; secret: string };
let port: number;
let worker: ChildProcess;
const received: { id: string; body: Body }[] = [];
const forged: string[] = [];
let calls = 0;
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    if (req.url === '/hangs') return;
    calls += 1;
    const body = String(Buffer.concat(chunks));
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
    try {
      new Webhook(made.secret).verify(body, headers);
    } catch {
      forged.push(body);
    }
    // A receiver that fails may have taken the message all the same.
    if (calls % 2 === 0 || calls % FAILS_EVERY !== 0)
      received.push({ id: headers['webhook-id'] ?? '', body: JSON.parse(body) as Body });
    res.writeHead(calls % FAILS_EVERY === 0 ? 500 : 204).end();
  });
});

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  vendor = await buildVendor({ store });
  const seller = await buildUser({ vendor });
  await switchIntegrations(await buildAdmin({ store }), true);
  port = await new Promise((resolve) => {
    server.listen(0, '127.0.0.2', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
  const make = (path: string) =>
    api(seller).post('/webhook-endpoints', {
      url: `http://erp.test:${String(port)}${path}`,
      topics: ['order.updated'],
    });
  made = (await make('/erp')).as<typeof made>();
  await make('/hangs');
});
afterAll(async () => {
  worker.kill('SIGKILL');
  server.closeAllConnections();
  server.close();
  await program().stop();
});

function startWorker(): ChildProcess {
  const { databaseUrl, url } = program();
  const env = {
    ...process.env,
    ...testEnvironment({ databaseUrl, appUrl: url }),
    JOB_LEASE_SECONDS: '2',
    RECEIVER_PORT: String(port),
  };
  return spawn(process.execPath, ['tests/chaos/webhooks-out/run-from-source.ts'], { env, stdio: 'inherit' });
}

/** Something that happens to each object, in one transaction; again where the database was away, which changes nothing twice. */
async function record(events: readonly WebhookEvent[]): Promise<void> {
  const { services } = program().container;
  try {
    await services.db.fast(marketplaceScope(store.id), (tx) =>
      recordWebhookMessages(tx, services, events, services.clock.now()),
    );
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    await record(events);
  }
}

async function change(round: number): Promise<void> {
  for (let at = 0; at < CHANGES; at++) {
    await record(
      Array.from({ length: OBJECTS }, (_, object) => ({
        topic: 'order.updated',
        vendorId: vendor.id,
        subject: 'order',
        subjectId: BigInt(object + 1),
        key: `${String(object + 1)}/${String(round)}/${String(at)}`,
      })),
    );
  }
}

const countOpen = () =>
  program().owner.webhookMessage.count({ where: { endpointId: BigInt(made.endpoint.id), state: 'pending' } });

test(
  `${String(KILLS)} kills of worker and database connections: an endpoint hears of each change at least once and in order, beside one that hangs`,
  { timeout: LIMIT_MS },
  async () => {
    worker = startWorker();
    for (let round = 0; round < KILLS; round++) {
      const before = received.length;
      await change(round);
      // Amid what is on its way.
      await waitFor('the worker sends', () => Promise.resolve(received.length > before), 30_000);
      if (round % 2 === 0) {
        worker.kill('SIGKILL');
        await once(worker, 'exit');
        worker = startWorker();
      } else {
        await program().owner.$executeRaw`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND usename = 'souk_app' AND pid <> pg_backend_pid()`;
      }
      noteCount('kills', 1);
    }
    await waitFor(
      'all was taken',
      async () => {
        // The pauses between tries are the business clock's, which the worker shares with this machine.
        await program().owner
          .$executeRaw`UPDATE webhook_messages SET due_at = now() - interval '1 second' WHERE state = 'pending'`;
        return (await countOpen()) === 0;
      },
      90_000,
    );
    expect(forged).toEqual([]);
    const expected = KILLS * CHANGES;
    for (let object = 1; object <= OBJECTS; object++) {
      const own = received.filter(({ body }) => body.data.id === String(object));
      const sequences = own.map(({ body }) => body.sequence);
      const first = sequences.filter((sequence, at) => sequences.indexOf(sequence) === at);
      expect(first, `object ${String(object)}`).toEqual(Array.from({ length: expected }, (_, at) => at + 1));
      // One message, one number, however often it came.
      expect(new Set(own.map(({ id, body }) => `${id}/${String(body.sequence)}`)).size).toBe(expected);
    }
  },
);
