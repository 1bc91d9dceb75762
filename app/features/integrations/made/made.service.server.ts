import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { toStoredMaker } from '#app/features/identity/delegation/maker.ts';
import type { MadeKind } from '#app/features/identity/staff/staff.ts';
import { findLeader } from '#app/features/identity/users/staff.service.server.ts';
import {
  listApiKeys,
  revokeApiKeys,
  setKeyMaker,
} from '#app/features/integrations/api-keys/api-keys.service.server.ts';
import * as stores from '#app/features/integrations/connections/connections.repo.server.ts';
import { tellPaused as tellStorePaused } from '#app/features/integrations/connections/run-sync.service.server.ts';
import { tellPaused as tellSheetPaused } from '#app/features/integrations/sheets/run-sync.service.server.ts';
import * as sheets from '#app/features/integrations/sheets/sheets.repo.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** What acts in the name of a person of a vendor. */
export type Made = { kind: MadeKind; name: string; userId: bigint };

/** What acts in the name of a vendor's people; of what is older than makers, in its first manager's. */
export async function listMade(tx: SqlTx, vendorId: bigint): Promise<Made[]> {
  const leader = await findLeader(tx, vendorId);
  const [keys, sheet, store] = [
    await listApiKeys(tx, vendorId),
    await sheets.findConnection(tx, vendorId),
    await stores.findConnection(tx, vendorId),
  ];
  const all = [
    ...keys.map(({ name, maker }) => ({ kind: 'key' as const, name, maker })),
    ...(sheet ? [{ kind: 'sheet' as const, name: sheet.title, maker: sheet.maker }] : []),
    ...(store ? [{ kind: 'store' as const, name: store.shop, maker: store.maker }] : []),
  ];
  return all.flatMap(({ kind, name, maker }) => {
    const [who, id] = (maker ?? leader ?? '').split(':');
    return who === 'person' && id !== undefined ? [{ kind, name, userId: BigInt(id) }] : [];
  });
}

type Change = { vendorId: bigint; userId: bigint; at: Date };

/** Hands what acts in a person's name over to another person of the vendor, whose rights bind it from now on. */
export async function handOverMade(ctx: Ctx, tx: SqlTx, o: Change & { to: bigint }): Promise<void> {
  const { vendorId, at } = o;
  const isTheirs = await findMakers(tx, o);
  const maker = toStoredMaker({ kind: 'person', id: String(o.to) });
  const keys = (await listApiKeys(tx, vendorId)).filter(isTheirs);
  await setKeyMaker(tx, vendorId, { ids: keys.map(({ id }) => id), maker });
  const sheet = await sheets.findConnection(tx, vendorId, { lock: true });
  if (sheet && isTheirs(sheet)) await sheets.setMaker(tx, vendorId, maker);
  const store = await stores.findConnection(tx, vendorId, { lock: true });
  if (store && isTheirs(store)) await stores.setMaker(tx, vendorId, maker);
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: 'user.integrations.handed_over',
      actor: ctx.viewer.actor,
      detail: { userId: String(o.userId), to: String(o.to) },
      at,
    },
  ]);
}

/** Ends what acts in a person's name: keys are revoked, the sheet and the own store stand still until somebody connects them again. */
export async function endMade(ctx: Ctx, tx: SqlTx, o: Change): Promise<void> {
  const { vendorId, at } = o;
  const isTheirs = await findMakers(tx, o);
  const { actor } = ctx.viewer;
  for (const { id } of (await listApiKeys(tx, vendorId)).filter(isTheirs)) {
    await revokeApiKeys(tx, { vendorId, id, actor, at });
  }
  const problem = 'maker' as const;
  const sheet = await sheets.findConnection(tx, vendorId, { lock: true });
  if (sheet && isTheirs(sheet) && sheet.state === 'active') {
    await sheets.markRun(tx, vendorId, { state: 'paused', problem, tries: 0, at, isWhole: false });
    await tellSheetPaused(tx, sheet, { problem, at });
  }
  const store = await stores.findConnection(tx, vendorId, { lock: true });
  if (store && isTheirs(store) && store.state === 'active') {
    await stores.markRun(tx, vendorId, { state: 'paused', problem, tries: 0, syncedAt: null });
    await tellStorePaused(tx, store, { problem, at });
  }
}

/** Whether something is a person's: by its maker, or, without one, as the vendor's first manager. */
async function findMakers(
  tx: SqlTx,
  { vendorId, userId }: Change,
): Promise<(one: { maker: string | null }) => boolean> {
  const person = toStoredMaker({ kind: 'person', id: String(userId) });
  const leader = await findLeader(tx, vendorId);
  return ({ maker }) => (maker ?? leader) === person;
}
