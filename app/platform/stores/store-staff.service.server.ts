import { identifyStaff, type Shopify, type StaffIdentity } from '#app/adapters/shopify/app.server.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, type Locale } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';
import { forgetOnPage, oncePerPageOfStore } from '#app/server/once-per-page.server.ts';
import * as repo from './store-staff.repo.server.ts';
import type { Store } from './stores.repo.server.ts';

export type { StaffMember } from './store-staff.repo.server.ts';

/**
 * The person behind a session token of the store admin. Each person is asked of the platform once, so that approvals and
 * payouts name who did them; afterwards the token's subject is enough. Account owners may pay out by default.
 */
export async function recogniseStaff(
  services: Services,
  shopify: Shopify,
  store: Store,
  o: { subjectId: string; sessionToken: string | undefined },
): Promise<repo.StaffMember> {
  const scope = marketplaceScope(store.id);
  const known = await services.db.fast(scope, (tx) => findStaffOnPage(tx, o.subjectId));
  if (known) return known;
  if (!o.sessionToken) throw new AppError('not_signed_in');
  const identity = await identifyStaff(shopify, store.domain, o.sessionToken);
  return services.db.unit(scope, (tx) => {
    forgetOnPage(tx, nameOnPage(o.subjectId));
    return repo.saveStaff(tx, identity, services.clock.now());
  });
}

/** By which name a page keeps a member of the staff, whom its loaders ask for more than once. */
const nameOnPage = (subjectId: string): string => `staff:${subjectId}`;

const findStaffOnPage = (tx: SqlTx, subjectId: string): Promise<repo.StaffMember | undefined> =>
  oncePerPageOfStore(tx, nameOnPage(subjectId), () => repo.findStaff(tx, subjectId));

/** Whom an admin of the store admin acts for from now on: one vendor, or the whole marketplace (null). */
export async function chooseStaffVendor(
  services: Services,
  store: { id: Store['id'] },
  subjectId: string,
  vendorId: bigint | null,
): Promise<void> {
  await services.db.unit(marketplaceScope(store.id), (tx) => repo.setActiveVendor(tx, subjectId, vendorId));
}

/** Whether a member of the store's staff may pay vendors out: account owners by default, others when it was given to them. */
export async function mayStaffPayOut(
  services: Services,
  store: { id: Store['id'] },
  subjectId: string,
): Promise<boolean> {
  const staff = await services.db.fast(marketplaceScope(store.id), (tx) => findStaffOnPage(tx, subjectId));
  return staff?.mayPayOut ?? false;
}

/** The members of the store's staff who may pay vendors out. */
export function listStaffPayers(tx: SqlTx): Promise<{ subjectId: string; email: string }[]> {
  return repo.listPayers(tx);
}

/** The language in which a staff member reads the marketplace's screens from now on. */
export async function chooseStaffLocale(
  services: Services,
  store: { id: Store['id'] },
  subjectId: string,
  locale: Locale,
): Promise<void> {
  await services.db.unit(marketplaceScope(store.id), (tx) => repo.setLocale(tx, subjectId, locale));
}

/** A member of the store's staff who was recognised before. */
export function findStaff(
  services: Services,
  store: { id: Store['id'] },
  subjectId: string,
): Promise<repo.StaffMember | undefined> {
  return services.db.once(marketplaceScope(store.id), (tx) => repo.findStaff(tx, subjectId));
}

/** The same inside a unit of work of the marketplace's scope. */
export function findStaffIn(tx: SqlTx, subjectId: string): Promise<repo.StaffMember | undefined> {
  return repo.findStaff(tx, subjectId);
}

/** Keeps who the platform said somebody is, in the caller's unit of work. */
export function recordStaff(tx: Tx, identity: StaffIdentity, at: Date): Promise<repo.StaffMember> {
  return repo.saveStaff(tx, identity, at);
}

/** Voids every session on the web that a member of the staff began until now. */
export function signStaffOut(tx: Tx, subjectId: string, at: Date): Promise<void> {
  return repo.setSignedOut(tx, subjectId, at);
}

/** Voids the sessions of one sign-in of a member of the staff at once, by its family of refresh tokens. */
export function endStaffSession(tx: SqlTx, subjectId: string, sid: string): Promise<void> {
  return repo.addEndedSession(tx, subjectId, sid);
}
