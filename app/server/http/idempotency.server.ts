import { createHash } from 'node:crypto';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import type { Ctx } from '../context.server.ts';
import { hashToken } from '../crypto.server.ts';
import { Reply } from './reply.server.ts';

const KEY = /^[\x21-\x7e]{8,255}$/;

/** A call that has not ended after this long lost its process or its database; its key may be taken again. */
const MAX_RUN_MS = 120_000;

type Stored = { request_hash: string; status: number | null; body: unknown };

/**
 * Runs a creating call once for an Idempotency-Key of a caller: the stored answer is replayed, another request (its endpoint,
 * path, query or body) under the same key is refused (422), and a second one while the first still runs (409). A failed call frees its key; one that was cut
 * off (a process that died, a database that went away) frees it after two minutes.
 */
export async function replayOrRun(
  ctx: Ctx,
  request: { key: string; parts: readonly string[]; body: Buffer | undefined; address: string },
  run: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  if (!KEY.test(request.key)) {
    throw invalidInput([{ path: 'Idempotency-Key', rule: 'format', message: rule('format') }]);
  }
  const { store, actor } = ctx.viewer;
  // Guests have one identity together: a key is its caller's, so it is bound to where they call from.
  const guest = ctx.viewer.permissions.size === 0 ? `:${hashToken(request.address).slice(0, 24)}` : '';
  const who = `${actor.kind}:${actor.id}:${ctx.viewer.vendorScope}${guest}`;
  const hash = createHash('sha256')
    .update(JSON.stringify(request.parts))
    .update('\n')
    .update(request.body ?? '')
    .digest('hex');
  const scope = marketplaceScope(store.id);
  const now = ctx.clock.now();
  const [mine] = await ctx.db.fast(scope, (tx) =>
    tx.query<{ key: string }>(
      `INSERT INTO idempotency_keys (store_id, actor, key, request_hash, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (store_id, actor, key) DO UPDATE SET created_at = excluded.created_at
         WHERE idempotency_keys.status IS NULL AND idempotency_keys.request_hash = excluded.request_hash
           AND idempotency_keys.created_at < $6
       RETURNING key`,
      [store.id, who, request.key, hash, now, new Date(now.getTime() - MAX_RUN_MS)],
    ),
  );
  if (!mine) {
    const [stored] = await ctx.db.fast(scope, (tx) =>
      tx.query<Stored>(
        'SELECT request_hash, status, body FROM idempotency_keys WHERE store_id = $1 AND actor = $2 AND key = $3',
        [store.id, who, request.key],
      ),
    );
    if (stored && stored.request_hash !== hash) throw new AppError('idempotency_mismatch');
    if (!stored || stored.status === null) throw new AppError('idempotency_running');
    return new Reply(stored.body, { status: stored.status, headers: [['idempotent-replayed', 'true']] });
  }
  const reply = await run().catch(async (error: unknown) => {
    await ctx.db
      .fast(scope, (tx) =>
        tx.query('DELETE FROM idempotency_keys WHERE store_id = $1 AND actor = $2 AND key = $3 AND status IS NULL', [
          store.id,
          who,
          request.key,
        ]),
      )
      .catch((lost: unknown) => {
        ctx.log.warn({ err: lost }, 'the key of a failed call was not freed');
      });
    throw error;
  });
  try {
    await ctx.db.fast(scope, (tx) =>
      tx.query(
        'UPDATE idempotency_keys SET status = $4, body = $5::jsonb WHERE store_id = $1 AND actor = $2 AND key = $3',
        [store.id, who, request.key, reply.status ?? 200, JSON.stringify(reply.body)],
      ),
    );
  } catch (error) {
    // What the caller asked for is done: it is told so, and has no reason to ask again.
    ctx.log.warn({ err: error }, 'the answer of a call was not stored for its repetition');
  }
  return reply;
}
