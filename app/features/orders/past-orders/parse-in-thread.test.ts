import { expect, it, vi } from 'vitest';
import { ResultDisorder } from '#app/adapters/shopify/bulk/bulk-result.server.ts';
import { understandBeside } from './parse-in-thread.service.server.ts';
import { understand } from './parse-orders.service.server.ts';

// A thread starts slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const FULFILLMENTS = 3_000;
const PIECE = 1_000;
const AT = '2026-01-05T10:00:00Z';
const task = { phase: 'parcels', from: 0 } as const;

/** A fulfillment order with one fulfillment of one line. */
function fulfillmentOf(id: number): object[] {
  const [order, fulfillment] = [`gid://shopify/FulfillmentOrder/${id}`, `gid://shopify/Fulfillment/${id}`];
  const sent = { status: 'SUCCESS', createdAt: AT, updatedAt: AT, trackingInfo: [] };
  return [
    { id: order, orderId: `gid://shopify/Order/${id}` },
    { id: fulfillment, __parentId: order, ...sent },
    {
      id: `gid://shopify/Line/${id}`,
      __parentId: fulfillment,
      quantity: 1,
      lineItem: { id: `gid://shopify/LineItem/${id}` },
    },
  ];
}

const written = Buffer.from(
  Array.from({ length: FULFILLMENTS }, (_, index) => fulfillmentOf(index + 1))
    .flat()
    .map((row) => `${JSON.stringify(row)}\n`)
    .join(''),
);

/** The result in pieces; `ended` is told when nobody wants more of them. */
async function* inPieces(bytes: Buffer, ended?: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < bytes.length; at += PIECE) yield await Promise.resolve(bytes.subarray(at, at + PIECE));
  } finally {
    ended?.();
  }
}

async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

it('parsing past orders in a thread: understands beside us what is understood here: the same, in the same order', async () => {
  const here = await collect(understand(task, inPieces(written)));
  const beside = await collect(understandBeside(task, inPieces(written)));
  expect(beside).toEqual(here);
  expect(beside.flatMap(({ facts }) => facts)).toHaveLength(FULFILLMENTS);
});

it('parsing past orders in a thread: goes on in the middle, and reports places in the whole', async () => {
  const [first, ...others] = await collect(understandBeside(task, inPieces(written)));
  const from = first?.place ?? 0;
  const rest = await collect(understandBeside({ ...task, from }, inPieces(written.subarray(from))));
  expect(rest).toEqual(others);
});

it('parsing past orders in a thread: says of a result that is none that it is none, after what came before', async () => {
  const broken = Buffer.concat([written, Buffer.from('{"no":"id"}\n')]);
  const beside = understandBeside(task, inPieces(broken));
  expect(await beside.next()).toMatchObject({ done: false });
  await expect(collect(beside)).rejects.toThrow(ResultDisorder);
});

it('fails as the bytes fail', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* inPieces(written.subarray(0, PIECE));
    throw new Error('the connection broke');
  }
  await expect(collect(understandBeside(task, failing()))).rejects.toThrow('the connection broke');
});

it('parsing past orders in a thread: lets go of the bytes when its reader stops early', async () => {
  let isEnded = false;
  const bytes = inPieces(written, () => {
    isEnded = true;
  });
  for await (const _ of understandBeside(task, bytes)) break;
  expect(isEnded).toBe(true);
});
