/**
 * Hands on what a source gives, while the next of it is already being fetched: who works on one thing does not wait for the
 * one after it. One thing more is in memory than without. An error of the source comes at its own place; a reader that stops
 * early ends the source.
 */
export async function* prefetch<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done) return;
      next = items.next();
      // Heard when it is asked for; until then it is nobody's.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await next.catch(() => undefined);
    await items.return?.();
  }
}
