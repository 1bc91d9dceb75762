import { describe, expect, it } from 'vitest';
import { prefetch } from './prefetch.ts';

/** Numbers up to a place where it fails, and what became of it. */
function buildSource(o: { failsAt?: number } = {}) {
  const seen = { begun: 0, ended: false };
  async function* numbers() {
    try {
      for (let n = 1; n <= 4; n++) {
        seen.begun = n;
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

describe('prefetch', () => {
  it('gives all in order, and begins one before it is asked for', async () => {
    const { seen, source } = buildSource();
    const got: number[] = [];
    for await (const n of prefetch(source)) {
      got.push(n);
      expect(seen.begun).toBe(Math.min(n + 1, 4));
    }
    expect(got).toEqual([1, 2, 3, 4]);
    expect(seen.ended).toBe(true);
  });

  it('throws an error of the source at its place, after what came before it', async () => {
    const { seen, source } = buildSource({ failsAt: 3 });
    const got: number[] = [];
    const reading = async () => {
      for await (const n of prefetch(source)) got.push(n);
    };
    await expect(reading()).rejects.toThrow('no 3');
    expect(got).toEqual([1, 2]);
    expect(seen.ended).toBe(true);
  });

  it('ends the source when its reader stops, also where what was read ahead failed', async () => {
    for (const failsAt of [2, 4]) {
      const { seen, source } = buildSource({ failsAt });
      for await (const n of prefetch(source)) if (n === 1) break;
      expect(seen.ended).toBe(true);
    }
  });

  it('has nothing to give of nothing', async () => {
    async function* nothing(): AsyncGenerator<number> {}
    const got: number[] = [];
    for await (const n of prefetch(nothing())) got.push(n);
    expect(got).toEqual([]);
  });
});
