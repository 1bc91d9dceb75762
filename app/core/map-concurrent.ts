/**
 * Works on what a source gives, on some things at once, and hands on what came of them in the source's order. An error of
 * either comes at its own place, once the others at work have ended; a reader that stops early waits for them and ends the source.
 */
export async function* mapConcurrent<Item, Outcome>(
  source: AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Outcome>,
): AsyncGenerator<Outcome> {
  const items = source[Symbol.asyncIterator]();
  const atWork: Promise<Outcome>[] = [];
  let isOver = false;
  let failure: { error: unknown } | undefined;
  const takeMore = async () => {
    while (!isOver && atWork.length < concurrency) {
      try {
        const item = await items.next();
        if (item.done) isOver = true;
        else {
          const done = work(item.value);
          // Heard when it is asked for; until then it is nobody's.
          done.catch(() => undefined);
          atWork.push(done);
        }
      } catch (error) {
        isOver = true;
        failure = { error };
      }
    }
  };
  try {
    await takeMore();
    for (;;) {
      const [first] = atWork;
      if (!first) break;
      const outcome = await first;
      void atWork.shift();
      await takeMore();
      yield outcome;
    }
    if (failure) throw failure.error;
  } finally {
    await Promise.allSettled(atWork);
    await items.return?.();
  }
}
