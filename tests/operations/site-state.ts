import pg from 'pg';
import { expect } from 'vitest';
import { waitFor } from '#tests/support/wait.ts';

/** Runs statements as the owner of a database. */
export async function withOwner<Value>(url: string, work: (owner: pg.Client) => Promise<Value>): Promise<Value> {
  const owner = new pg.Client(url);
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Nothing is given up: no delivery is dead, and no job has failed and waits. */
export async function expectNothingOpen(url: string): Promise<void> {
  const { rows } = await withOwner(url, (owner) =>
    owner.query(
      `SELECT 'delivery' AS what, topic AS kind, error FROM webhook_deliveries WHERE state = 'dead'
     UNION ALL SELECT 'job', kind, error FROM scheduled_jobs WHERE done_at IS NULL AND attempts > 0`,
    ),
  );
  expect(rows).toEqual([]);
}

/** Waits for every delivery, also those that a lock or a lost connection put off: they are due later than what a drain waits for. */
export async function untilHandled(url: string): Promise<void> {
  await withOwner(url, (owner) =>
    waitFor(
      'deliveries are open',
      async () =>
        (await owner.query(`SELECT 1 FROM webhook_deliveries WHERE state = 'pending' LIMIT 1`)).rowCount === 0,
      180_000,
    ),
  );
}
