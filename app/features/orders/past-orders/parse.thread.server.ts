// The code of a thread: understands the bytes of a result while the main thread writes what came before. It asks nobody and
// keeps nothing. Each message is a piece of the result, or null at its end, and each is answered once, with what it completed.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { ResultDisorder } from '#app/adapters/shopify/bulk/bulk-result.server.ts';
import {
  understand,
  type Task,
  type UnderstoodOrder,
  type UnderstoodFulfillments,
} from './parse-orders.service.server.ts';

/** What a piece completed; after the last there is nothing more. A `failure` ends it as well. */
export type Reply = {
  items: (UnderstoodOrder | UnderstoodFulfillments)[];
  isLast: boolean;
  failure?: { isDisorder: boolean; error: Error };
};

if (parentPort) void serve(parentPort, workerData as Task);

async function serve(port: MessagePort, task: Task): Promise<void> {
  let items: Reply['items'] = [];
  const answer = (end?: Pick<Reply, 'failure'>): void => {
    port.postMessage({ items, isLast: end !== undefined, ...end } satisfies Reply);
    items = [];
  };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of messages(port)) {
      if (piece === null) return;
      yield piece;
      // Whoever asks for the next piece has done with this one.
      answer();
    }
  }
  try {
    for await (const item of understand(task, pieces())) items.push(item);
    answer({});
  } catch (error) {
    answer({ failure: { isDisorder: error instanceof ResultDisorder, error: error as Error } });
  }
  port.close();
}

/** The messages in their order; those that come while one is worked on wait. */
async function* messages(port: MessagePort): AsyncGenerator<Uint8Array | null> {
  const waiting: (Uint8Array | null)[] = [];
  let wake: (() => void) | undefined;
  port.on('message', (message: Uint8Array | null) => {
    waiting.push(message);
    wake?.();
  });
  for (;;) {
    const next = waiting.shift();
    if (next !== undefined) yield next;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
