import type { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { scopeOf, type Viewer } from '#app/core/viewer.ts';
import { readTimeline } from '#app/platform/audit/audit.service.server.ts';
import { nameEntries } from '#app/features/specifications/entries.service.server.ts';
import { entriesNamed } from '#app/features/specifications/entry-value.ts';
import { readKept } from '#app/features/specifications/specifications.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { loggedFields, readableDetail, withNames, type Readable } from './product-log.ts';
import { readableFields } from '../editing/product-specifications.service.server.ts';
import type { logDto } from '../products.contract.ts';
import { listVariants, wasEverThere } from '../products.repo.server.ts';

type Log = z.output<typeof logDto>;

/** Entries of a log that are shown at a time. */
const PAGE = 50;

/** Some of a product's log, newest first, and where what is older goes on; null where that is all. */
type LogPage = { logs: Log[]; next: string | null };

/**
 * What happened to a product of the scope, newest first, from an entry (its id) on into the past; also after its deletion.
 * Throws feature_disabled (404) while the store keeps its log to itself.
 */
export async function readProductLog(ctx: Ctx, productId: bigint, before?: bigint): Promise<LogPage> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    if (!(await readSwitches(tx)).auditLogs) throw new AppError('feature_disabled');
    if (!(await wasEverThere(tx, productId))) throw new AppError('not_found');
    return listLogs(tx, ctx.viewer, productId, before);
  });
}

/** The log of a product as screens and calls show it; vendors read nothing there of fields that they may not read. */
export async function listLogs(tx: SqlTx, viewer: Viewer, productId: bigint, before?: bigint): Promise<LogPage> {
  const found = await readTimeline(tx, 'product', String(productId), { before, limit: PAGE + 1 });
  const events = found.slice(0, PAGE);
  const titles = new Map((await listVariants(tx, productId)).map((variant) => [String(variant.id), variant.title]));
  const kept = await readKept(tx);
  const names = await nameEntries(
    tx,
    events.flatMap(({ detail }) => entriesNamed(detail)),
  );
  const readable: Readable = (owner, fields) => readableFields(viewer, kept, owner, fields);
  const logs = events.map(({ id, action, actor, note, at, detail }) => ({
    id: String(id),
    action,
    actor: { name: actor.name, role: actor.role, kind: actor.kind },
    note,
    at: at.toISOString(),
    changes: loggedFields(withNames(viewer.isAdmin ? detail : readableDetail(detail, readable), names), titles),
  }));
  return { logs, next: found.length > PAGE ? (logs.at(-1)?.id ?? null) : null };
}
