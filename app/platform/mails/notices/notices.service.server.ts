import { AppError } from '#app/core/errors.ts';
import { normaliseEmail } from '#app/core/text/email-address.ts';
import { can, marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findNotice, noticesFor, type Notice } from './notice.ts';
import type { MailTemplateName } from '../mail.ts';
import type { NoticesDto } from './notices.contract.ts';
import * as repo from './opt-outs.repo.server.ts';

/** Whether an address left the notice that a template belongs to. */
export async function hasLeft(tx: SqlTx, address: string, template: MailTemplateName): Promise<boolean> {
  const notice = findNotice(template);
  return notice !== undefined && (await repo.listOptOuts(tx, normaliseEmail(address))).includes(notice);
}

/** Leaves a notice, or takes it again, for one address. The same again changes nothing. */
export async function setNotice(
  tx: SqlTx,
  o: { address: string; notice: Notice; enabled: boolean; at: Date },
): Promise<void> {
  const { notice, at } = o;
  const email = normaliseEmail(o.address);
  if (o.enabled) await repo.deleteOptOut(tx, { email, notice });
  else await repo.insertOptOut(tx, { email, notice, at });
}

/** Whether an address gets a notice. */
export async function isNoticeOn(tx: SqlTx, address: string, notice: Notice): Promise<boolean> {
  return !(await repo.listOptOuts(tx, normaliseEmail(address))).includes(notice);
}

/** Takes the choices along when a person changes their address. */
export function moveChoices(tx: SqlTx, from: string, to: string): Promise<void> {
  const [before, after] = [normaliseEmail(from), normaliseEmail(to)];
  return before === after ? Promise.resolve() : repo.moveOptOuts(tx, before, after);
}

/** The notices that the caller gets. Of the store's own people, the summary reaches whoever reads the store's address. */
async function listNotices(ctx: Ctx): Promise<Notice[]> {
  const { viewer } = ctx;
  const notices = noticesFor({ isAdmin: viewer.isAdmin, readsOrders: can(viewer, 'read_orders') });
  if (!viewer.isAdmin || viewer.actor.kind === 'person') return notices;
  const store = await findStoreById(ctx, viewer.store.id);
  return store?.email && normaliseEmail(store.email) === normaliseEmail(viewer.email) ? notices : [];
}

/** The caller's own choices, of the mails that somebody like them gets. */
export async function readOwnNotices(ctx: Ctx): Promise<NoticesDto> {
  const { viewer } = ctx;
  const notices = await listNotices(ctx);
  const left = await ctx.db.fast(marketplaceScope(viewer.store.id), (tx) =>
    repo.listOptOuts(tx, normaliseEmail(viewer.email)),
  );
  return { notices: notices.map((notice) => ({ notice, enabled: !left.includes(notice) })) };
}

/** Changes one of them. One that the caller does not get is not_found (404). */
export async function changeOwnNotice(ctx: Ctx, o: { notice: Notice; enabled: boolean }): Promise<NoticesDto> {
  const { viewer } = ctx;
  if (!(await listNotices(ctx)).includes(o.notice)) throw new AppError('not_found');
  await ctx.db.fast(marketplaceScope(viewer.store.id), (tx) =>
    setNotice(tx, { ...o, address: viewer.email, at: ctx.clock.now() }),
  );
  return readOwnNotices(ctx);
}
