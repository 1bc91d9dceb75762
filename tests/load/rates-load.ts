// What the bench of checkout rates puts on the program: calls at a number of connections, calls at a steady pace, and a provider of
// live rates that answers after a while or never.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Load = { p95: number; slowest: number; calls: number; errors: number };

const summarize = (times: number[], errors: number): Load => {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p95: at(0.95), slowest: at(1), calls: times.length, errors };
};

async function timeCall(call: () => Promise<unknown>, times: number[]): Promise<number> {
  const started = performance.now();
  const errors = await call().then(
    () => 0,
    () => 1,
  );
  times.push(performance.now() - started);
  return errors;
}

/** So many calls, as many of them at a time as there are connections. */
export async function loadByConnections(
  call: () => Promise<unknown>,
  o: { calls: number; connections: number },
): Promise<Load> {
  const times: number[] = [];
  let [left, errors] = [o.calls, 0];
  await Promise.all(
    Array.from({ length: o.connections }, async () => {
      while (left > 0) {
        left -= 1;
        errors += await timeCall(call, times);
      }
    }),
  );
  return summarize(times, errors);
}

/** Calls at a pace that does not slow down when answers do, for so many seconds. */
export async function loadByPace(call: () => Promise<unknown>, o: { aSecond: number; seconds: number }): Promise<Load> {
  const times: number[] = [];
  const open: Promise<number>[] = [];
  const began = performance.now();
  const total = o.aSecond * o.seconds;
  while (open.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1_000) * o.aSecond));
    while (open.length < due) open.push(timeCall(call, times));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const errors = (await Promise.all(open)).reduce((sum, one) => sum + one, 0);
  return summarize(times, errors);
}

const service = (name: string, amount: string, days: number) => ({
  object_id: `rate_${name}`,
  object_created: '2026-11-25T12:00:00Z',
  object_owner: 'bench',
  shipment: 'shipment',
  attributes: [],
  amount,
  currency: 'USD',
  amount_local: amount,
  currency_local: 'USD',
  provider: 'Post',
  servicelevel: { name, token: `post_${name}`, terms: '' },
  estimated_days: days,
  duration_terms: '',
  carrier_account: 'account',
  messages: [],
  test: true,
});
const ANSWER = JSON.stringify({
  object_id: 'shipment',
  object_created: '2026-11-25T12:00:00Z',
  object_updated: '2026-11-25T12:00:00Z',
  object_owner: 'bench',
  status: 'SUCCESS',
  carrier_accounts: [],
  metadata: '',
  messages: [],
  test: true,
  address_from: { country: 'NO' },
  address_to: { country: 'NO' },
  parcels: [],
  rates: [service('slow', '6.00', 5), service('fast', '11.00', 2)],
});

/** A provider of live rates: it answers every question alike after `delayMs`, or never (null). */
export async function startRateProvider() {
  const mood: { delayMs: number | null } = { delayMs: 300 };
  let requests = 0;
  const server = createServer((req, res) => {
    requests += 1;
    req.resume();
    const { delayMs } = mood;
    if (delayMs === null) return;
    setTimeout(() => {
      res.writeHead(201, { 'content-type': 'application/json' }).end(ANSWER);
    }, delayMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    mood,
    countRequests: () => requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
