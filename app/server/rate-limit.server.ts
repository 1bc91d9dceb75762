import { AppError } from '#app/core/errors.ts';
import type { Clock } from '#app/core/clock.ts';
import { hashToken } from './crypto.server.ts';
import type { Database } from './db.server.ts';

export type RateLimiter = {
  /** Counts a hit: how many its window holds now, and in how many seconds that ends. Shared by all processes. */
  count(key: string, windowSeconds: number): Promise<{ hits: number; seconds: number }>;
  /** Counts a hit and throws rate_limited (429) when the window holds more than `most`. Shared by all processes. */
  hit(key: string, max: number, windowSeconds: number): Promise<void>;
  /** Takes a counted hit back, so that a window holds failures only (a sign-in that succeeded). */
  refund(key: string, windowSeconds: number): Promise<void>;
};

/** Fixed windows in one unlogged-size table. Keys are hashed, so that no address or e-mail stands in it. */
export function createRateLimiter(db: Database, clock: Clock): RateLimiter {
  const limiter: RateLimiter = {
    async count(key, windowSeconds) {
      const now = clock.now();
      const end = new Date(now.getTime() + windowSeconds * 1000);
      const [row] = await db.sql<{ hits: number; resets_at: Date }>(
        `INSERT INTO rate_buckets AS b (key, hits, resets_at) VALUES ($1, 1, $2)
         ON CONFLICT (key) DO UPDATE SET
           hits = CASE WHEN b.resets_at <= $3 THEN 1 ELSE b.hits + 1 END,
           resets_at = CASE WHEN b.resets_at <= $3 THEN $2 ELSE b.resets_at END
         RETURNING hits, resets_at`,
        [hashToken(`${key}|${windowSeconds}`), end, now],
      );
      const resetsAt = row?.resets_at ?? end;
      return { hits: row?.hits ?? 1, seconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)) };
    },
    async hit(key, max, windowSeconds) {
      const { hits, seconds } = await limiter.count(key, windowSeconds);
      if (hits > max) throw new AppError('rate_limited', { seconds });
    },
    async refund(key, windowSeconds) {
      await db.sql('UPDATE rate_buckets SET hits = greatest(hits - 1, 0) WHERE key = $1', [
        hashToken(`${key}|${windowSeconds}`),
      ]);
    },
  };
  return limiter;
}
