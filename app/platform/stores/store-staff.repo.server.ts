import type { StaffIdentity } from '#app/adapters/shopify/app.server.ts';
import { invariant } from '#app/core/invariant.ts';
import { prepared, type SqlTx, type Tx } from '#app/server/db.server.ts';

export type StaffMember = {
  subjectId: string;
  name: string;
  email: string;
  isOwner: boolean;
  mayPayOut: boolean;
  locale: string | null;
  signedOutAt: Date | null;
  endedSessions: readonly string[];
  activeVendor: { id: bigint; name: string } | undefined;
};

type StaffRow = Omit<StaffMember, 'activeVendor'> & { vendorId: bigint | null; vendorName: string | null };

const STAFF_BY_SUBJECT = prepared(
  `SELECT s.subject_id AS "subjectId", s.name, s.email, s.is_owner AS "isOwner", s.may_pay_out AS "mayPayOut", s.locale,
       s.signed_out_at AS "signedOutAt", s.ended_sessions AS "endedSessions", v.id AS "vendorId", v.name AS "vendorName"
     FROM store_staff s LEFT JOIN vendors v ON v.store_id = s.store_id AND v.id = s.active_vendor_id AND v.deleted_at IS NULL
     WHERE s.store_id = $1 AND s.subject_id = $2`,
);

/** A member of the store's staff with the vendor they act for: one statement, because every call in the frame asks it. */
export async function findStaff(tx: SqlTx, subjectId: string): Promise<StaffMember | undefined> {
  const [row] = await tx.query<StaffRow>(STAFF_BY_SUBJECT, [tx.scope.storeId, subjectId]);
  if (!row) return undefined;
  const { vendorId: id, vendorName: name, ...staff } = row;
  return { ...staff, activeVendor: id === null || name === null ? undefined : { id, name } };
}

/** Notes who the platform said somebody is; the account's owner may pay out from the beginning. */
export async function saveStaff(tx: Tx, identity: StaffIdentity, seenAt: Date): Promise<StaffMember> {
  const { subjectId, ...rest } = identity;
  await tx.orm.storeStaff.upsert({
    where: { storeId_subjectId: { storeId: tx.scope.storeId, subjectId } },
    create: { storeId: tx.scope.storeId, subjectId, ...rest, mayPayOut: identity.isOwner, seenAt },
    update: { ...rest, seenAt },
  });
  const saved = await findStaff(tx, subjectId);
  invariant(saved, 'what was saved is there');
  return saved;
}

/** The staff who may pay out, who came first on top. */
export function listPayers(tx: SqlTx): Promise<{ subjectId: string; email: string }[]> {
  return tx.query(
    `SELECT subject_id AS "subjectId", email FROM store_staff WHERE store_id = $1 AND may_pay_out ORDER BY seen_at, subject_id LIMIT 1000`,
    [tx.scope.storeId],
  );
}

export async function setActiveVendor(tx: Tx, subjectId: string, activeVendorId: bigint | null): Promise<void> {
  await tx.orm.storeStaff.update({
    where: { storeId_subjectId: { storeId: tx.scope.storeId, subjectId } },
    data: { activeVendorId },
  });
}

export async function setLocale(tx: Tx, subjectId: string, locale: string): Promise<void> {
  await tx.orm.storeStaff.update({
    where: { storeId_subjectId: { storeId: tx.scope.storeId, subjectId } },
    data: { locale },
  });
}

export async function setSignedOut(tx: Tx, subjectId: string, signedOutAt: Date): Promise<void> {
  await tx.orm.storeStaff.update({
    where: { storeId_subjectId: { storeId: tx.scope.storeId, subjectId } },
    data: { signedOutAt },
  });
}

/** So many ended sign-ins are remembered; a session outlives its sign-in by minutes only. */
const MAX_ENDED = 100;

export async function addEndedSession(tx: SqlTx, subjectId: string, sid: string): Promise<void> {
  await tx.query(
    `UPDATE store_staff SET ended_sessions = (array_append(ended_sessions, $3::text))[greatest(1, cardinality(ended_sessions) + 2 - $4::int):]
     WHERE store_id = $1 AND subject_id = $2 AND NOT $3::text = ANY(ended_sessions)`,
    [tx.scope.storeId, subjectId, sid, MAX_ENDED],
  );
}
