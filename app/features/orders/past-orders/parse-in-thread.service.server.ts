import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ResultDisorder } from '#app/adapters/shopify/bulk/bulk-result.server.ts';
import type { Reply } from './parse.thread.server.ts';
import type { Task, Understood } from './parse-orders.service.server.ts';

/** So many pieces are with the thread at once: it works on while we write, and no more than these wait in memory. */
const PIECES_AHEAD = 16;

/**
 * Understands the bytes of a result in a thread of its own, so that neither what is written meanwhile nor anybody's page waits
 * for it. The thread gets bytes and answers with facts: no network, no environment and no database are there. Throws
 * ResultDisorder where the result cannot be read, and what the bytes throw; a reader that stops early ends the thread.
 */
export async function* understandBeside<Phase extends Task['phase']>(
  task: Task & { phase: Phase },
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Understood<Phase>> {
  const thread = new Worker(new URL('./parse.thread.server.ts', import.meta.url), {
    workerData: task,
    env: {},
    execArgv: [],
  });
  // What went wrong in the thread itself is thrown here.
  const replies = on(thread, 'message', { close: ['exit'] }) as AsyncIterator<[Reply]>;
  const pieces = bytes[Symbol.asyncIterator]();
  let unanswered = 0;
  let isOver = false;
  try {
    for (;;) {
      while (!isOver && unanswered < PIECES_AHEAD) {
        const piece = await pieces.next();
        isOver = piece.done === true;
        thread.postMessage(isOver ? null : piece.value);
        unanswered += 1;
      }
      const reply = await replies.next();
      if (reply.done) throw new Error('the thread ended before the result did');
      const [{ items, isLast, failure }] = reply.value;
      unanswered -= 1;
      yield* items as Understood<Phase>[];
      if (failure)
        throw failure.isDisorder ? new ResultDisorder(failure.error.message, { cause: failure.error }) : failure.error;
      if (isLast) return;
    }
  } finally {
    await Promise.all([replies.return?.(), pieces.return?.(), thread.terminate()]);
  }
}
