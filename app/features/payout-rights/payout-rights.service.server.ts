import { AppError } from '#app/core/errors.ts';
import { listStaffPayers, mayStaffPayOut } from '#app/features/stores/staff.service.server.ts';
import { listAdminAccounts } from '#app/features/users/users.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Payer } from './payer.ts';

/** Whether the viewer may move money: web admins may, staff of the store admin where it was given to them. */
export async function mayPayOut(ctx: Ctx): Promise<boolean> {
  const { viewer } = ctx;
  if (!viewer.isAdmin) return false;
  return viewer.actor.kind === 'staff' ? mayStaffPayOut(ctx, viewer.store, viewer.actor.id) : true;
}

/** Throws missing_permission (403) for an admin without the right to pay out. */
export async function assertMayPayOut(ctx: Ctx): Promise<void> {
  if (!(await mayPayOut(ctx))) throw new AppError('missing_permission', { permission: 'pay_out' });
}

/** Everybody of the store who may pay out. */
export async function listPayers(tx: SqlTx): Promise<Payer[]> {
  const staff = await listStaffPayers(tx);
  const admins = await listAdminAccounts(tx);
  return [
    ...staff.map(({ subjectId, email }) => ({ kind: 'staff' as const, id: subjectId, email })),
    ...admins.map(({ id, email }) => ({ kind: 'person' as const, id: String(id), email })),
  ];
}
