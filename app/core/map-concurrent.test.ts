import { describe, expect, it } from 'vitest';
import { mapConcurrent } from './map-concurrent.ts';

/** Numbers from 1 up to one, and whether the source was ended. */
function buildSource(max: number, o: { failsAt?: number } = {}) {
  const seen = { ended: false };
  async function* numbers() {
    try {
      for (let n = 1; n <= max; n++) {
        await Promise.resolve();
        if (n === o.failsAt) throw new Error(`no ${n}`);
        yield n;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, source: numbers() };
}

/** Work that ends when it is told to; what is at work, and the most there ever was at once. */
function buildWork() {
  const open = new Map<number, () => void>();
  const seen = { most: 0, ended: [] as number[] };
  const work = (n: number): Promise<number> =>
    new Promise((resolve) => {
      open.set(n, () => {
        open.delete(n);
        seen.ended.push(n);
        resolve(n * 10);
      });
      seen.most = Math.max(seen.most, open.size);
      // The latest ends first, as soon as there are two.
      if (open.size === 2 || n === 5) setImmediate(() => [...open.values()].reverse().forEach((end) => end()));
    });
  return { seen, work };
}

describe('mapConcurrent', () => {
  it('works on so many things at once, and hands on in the order of the source', async () => {
    const { source } = buildSource(5);
    const { seen, work } = buildWork();
    const got: number[] = [];
    for await (const outcome of mapConcurrent(source, 2, work)) got.push(outcome);
    expect(got).toEqual([10, 20, 30, 40, 50]);
    expect(seen.most).toBe(2);
    expect(seen.ended.slice(0, 2)).toEqual([2, 1]);
  });

  it('throws an error of the work at its place, and waits for what is at work beside it', async () => {
    const { seen, source } = buildSource(9);
    const done: number[] = [];
    const got: number[] = [];
    const reading = async () => {
      const outcomes = mapConcurrent(source, 3, async (n) => {
        if (n === 2) throw new Error('no work on 2');
        await new Promise((resolve) => setImmediate(resolve));
        done.push(n);
        return n;
      });
      for await (const outcome of outcomes) got.push(outcome);
    };
    await expect(reading()).rejects.toThrow('no work on 2');
    expect([got, done, seen.ended]).toEqual([[1], [1, 3, 4], true]);
  });

  it('throws an error of the source at its place', async () => {
    const { source } = buildSource(9, { failsAt: 3 });
    const got: number[] = [];
    const reading = async () => {
      for await (const outcome of mapConcurrent(source, 2, (n) => Promise.resolve(n))) got.push(outcome);
    };
    await expect(reading()).rejects.toThrow('no 3');
    expect(got).toEqual([1, 2]);
  });

  it('waits for what is at work and ends the source when its reader stops', async () => {
    const { seen, source } = buildSource(9);
    const done: number[] = [];
    const outcomes = mapConcurrent(source, 2, async (n) => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(n);
      return n;
    });
    for await (const outcome of outcomes) if (outcome === 1) break;
    expect(seen.ended).toBe(true);
    expect(done).toEqual([1, 2, 3]);
  });
});
