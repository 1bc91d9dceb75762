import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findDefaultMaker } from '#app/features/delegation/delegated-viewer.service.server.ts';
import { parseMaker, toStoredMaker, type MadeKind } from '#app/features/delegation/maker.ts';
import { listApiKeys, revokeApiKeys, setKeyMaker } from '#app/features/api-keys/api-keys.service.server.ts';
import {
  findStoreMaker,
  pauseStore,
  setStoreMaker,
} from '#app/features/integrations/connections/store-maker.service.server.ts';
import {
  findSheetMaker,
  pauseSheet,
  setSheetMaker,
} from '#app/features/integrations/sheets/sheet-maker.service.server.ts';
import {
  listScheduleMakers,
  pauseSchedule,
  setScheduleMaker,
} from '#app/features/import-schedules/schedule-makers.service.server.ts';
import {
  listEndpointMakers,
  pauseEndpoint,
  setEndpointMaker,
} from '#app/features/webhook-endpoints/endpoint-makers.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** What acts in the name of a person of a vendor. */
export type Made = { kind: MadeKind; name: string; userId: bigint };

/** What acts in the name of a vendor's people; of what is older than makers, in its first manager's. */
export async function listMade(tx: SqlTx, vendorId: bigint, at: Date): Promise<Made[]> {
  const fallback = (await findDefaultMaker(tx, vendorId)) ?? '';
  const keys = await listApiKeys(tx, vendorId, at);
  const sheet = await findSheetMaker(tx, vendorId);
  const store = await findStoreMaker(tx, vendorId);
  const endpoints = await listEndpointMakers(tx, vendorId);
  const schedules = await listScheduleMakers(tx, vendorId);
  const all = [
    ...keys.map(({ name, maker }) => ({ kind: 'key' as const, name, maker })),
    ...(sheet ? [{ kind: 'sheet' as const, ...sheet }] : []),
    ...(store ? [{ kind: 'store' as const, ...store }] : []),
    ...endpoints.map(({ name, maker }) => ({ kind: 'webhook' as const, name, maker })),
    ...schedules.map(({ name, maker }) => ({ kind: 'schedule' as const, name, maker })),
  ];
  return all.flatMap(({ kind, name, maker }) => {
    const known = parseMaker(maker ?? fallback);
    return known?.kind === 'person' ? [{ kind, name, userId: BigInt(known.id) }] : [];
  });
}

type Change = { vendorId: bigint; userId: bigint; at: Date };

/** Hands what acts in a person's name over to another person of the vendor, whose rights bind it from now on. */
export async function handOverMade(ctx: Ctx, tx: SqlTx, o: Change & { to: bigint }): Promise<void> {
  const { vendorId, at } = o;
  const isTheirs = await findMakers(tx, o);
  const maker = toStoredMaker({ kind: 'person', id: String(o.to) });
  const keys = (await listApiKeys(tx, vendorId, at)).filter(isTheirs);
  await setKeyMaker(tx, vendorId, { ids: keys.map(({ id }) => id), maker });
  const sheet = await findSheetMaker(tx, vendorId);
  if (sheet && isTheirs(sheet)) await setSheetMaker(tx, vendorId, maker);
  const store = await findStoreMaker(tx, vendorId);
  if (store && isTheirs(store)) await setStoreMaker(tx, vendorId, maker);
  const endpoints = (await listEndpointMakers(tx, vendorId)).filter(isTheirs);
  await setEndpointMaker(tx, vendorId, { ids: endpoints.map(({ id }) => id), maker });
  const schedules = (await listScheduleMakers(tx, vendorId)).filter(isTheirs);
  await setScheduleMaker(tx, vendorId, { ids: schedules.map(({ id }) => id), maker });
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

/** Ends what acts in a person's name: keys are revoked, the sheet, the own store, endpoints and scheduled imports stand still until somebody connects them again. */
export async function endMade(ctx: Ctx, tx: SqlTx, o: Change): Promise<void> {
  const { vendorId, at } = o;
  const isTheirs = await findMakers(tx, o);
  const { actor } = ctx.viewer;
  for (const { id } of (await listApiKeys(tx, vendorId, at)).filter(isTheirs)) {
    await revokeApiKeys(tx, { vendorId, id, actor, at });
  }
  const sheet = await findSheetMaker(tx, vendorId);
  if (sheet && isTheirs(sheet)) await pauseSheet(tx, ctx, vendorId, at);
  const store = await findStoreMaker(tx, vendorId);
  if (store && isTheirs(store)) await pauseStore(tx, ctx, vendorId, at);
  for (const { id } of (await listEndpointMakers(tx, vendorId)).filter(isTheirs)) {
    await pauseEndpoint(tx, ctx, { id, vendorId, at });
  }
  for (const { id } of (await listScheduleMakers(tx, vendorId)).filter(isTheirs)) {
    await pauseSchedule(tx, ctx, { id, vendorId, at });
  }
}

/** Whether something is a person's: by its maker, or, without one, as the vendor's first manager. */
async function findMakers(
  tx: SqlTx,
  { vendorId, userId }: Change,
): Promise<(one: { maker: string | null }) => boolean> {
  const person = toStoredMaker({ kind: 'person', id: String(userId) });
  const leader = await findDefaultMaker(tx, vendorId);
  return ({ maker }) => (maker ?? leader) === person;
}
