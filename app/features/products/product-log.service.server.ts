import type { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { scopeOf, type Viewer } from '#app/core/viewer.ts';
import { readTimeline } from '#app/features/audit/audit.service.server.ts';
import { nameEntries } from '#app/features/specifications/entries.service.server.ts';
import { entriesNamed } from '#app/features/specifications/entry-value.ts';
import { readKept } from '#app/features/specifications/specifications.service.server.ts';
import { readSwitches } from '#app/features/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { loggedFields, readableDetail, withNames, type Readable } from './product-log.ts';
import { readableFields } from './product-specifications.service.server.ts';
import type { logWire } from './products.contract.ts';
import { findProduct } from './products.repo.server.ts';

type Log = z.output<typeof logWire>;

/** What happened to a product of the scope, newest first. Throws feature_off (404) while the store keeps its log to itself. */
export async function readProductLog(ctx: Ctx, productId: bigint): Promise<{ logs: Log[] }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    if (!(await readSwitches(tx)).auditLogs) throw new AppError('feature_off');
    if (!(await findProduct(tx, productId))) throw new AppError('not_found');
    return { logs: await listLogs(tx, ctx.viewer, productId) };
  });
}

/** The log of a product as screens and calls show it; vendors read nothing there of fields that they may not read. */
export async function listLogs(tx: SqlTx, viewer: Viewer, productId: bigint): Promise<Log[]> {
  const events = await readTimeline(tx, 'product', String(productId));
  const kept = await readKept(tx);
  const names = await nameEntries(
    tx,
    events.flatMap(({ detail }) => entriesNamed(detail)),
  );
  const readable: Readable = (owner, fields) => readableFields(viewer, kept, owner, fields);
  return events.map(({ id, action, actor, note, at, detail }) => ({
    id: String(id),
    action,
    actor: { name: actor.name, role: actor.role, kind: actor.kind },
    note,
    at: at.toISOString(),
    changes: loggedFields(withNames(viewer.isAdmin ? detail : readableDetail(detail, readable), names)),
  }));
}
