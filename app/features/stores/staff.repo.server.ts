import type { StaffIdentity } from '#app/adapters/shopify/app.server.ts';
import type { SqlTx, Tx } from '#app/server/db.server.ts';

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

async function withVendor(
  tx: Tx,
  row: Omit<StaffMember, 'activeVendor'> & { activeVendorId: bigint | null },
): Promise<StaffMember> {
  const vendor =
    row.activeVendorId === null
      ? null
      : await tx.orm.vendor.findFirst({
          where: { storeId: tx.scope.storeId, id: row.activeVendorId, deletedAt: null },
          select: { id: true, name: true },
        });
  const { subjectId, name, email, isOwner, mayPayOut, locale, signedOutAt, endedSessions } = row;
  const activeVendor = vendor ?? undefined;
  return { subjectId, name, email, isOwner, mayPayOut, locale, signedOutAt, endedSessions, activeVendor };
}

export async function findStaff(tx: Tx, subjectId: string): Promise<StaffMember | undefined> {
  const row = await tx.orm.storeStaff.findUnique({
    where: { storeId_subjectId: { storeId: tx.scope.storeId, subjectId } },
  });
  return row ? withVendor(tx, row) : undefined;
}

export async function saveStaff(tx: Tx, identity: StaffIdentity, seenAt: Date): Promise<StaffMember> {
  const { subjectId, ...rest } = identity;
  const row = await tx.orm.storeStaff.upsert({
    where: { storeId_subjectId: { storeId: tx.scope.storeId, subjectId } },
    create: { storeId: tx.scope.storeId, subjectId, ...rest, mayPayOut: identity.isOwner, seenAt },
    update: { ...rest, seenAt },
  });
  return withVendor(tx, row);
}

/** The staff who may pay out, who came first on top. */
export function listPayers(tx: SqlTx): Promise<{ subjectId: string; email: string }[]> {
  return tx.query(
    `SELECT subject_id AS "subjectId", email FROM store_staff WHERE store_id = $1 AND may_pay_out ORDER BY seen_at, subject_id LIMIT 100`,
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
const MOST_ENDED = 100;

export async function addEndedSession(tx: SqlTx, subjectId: string, sid: string): Promise<void> {
  await tx.query(
    `UPDATE store_staff SET ended_sessions = (array_append(ended_sessions, $3::text))[greatest(1, cardinality(ended_sessions) + 2 - $4::int):]
     WHERE store_id = $1 AND subject_id = $2 AND NOT $3::text = ANY(ended_sessions)`,
    [tx.scope.storeId, subjectId, sid, MOST_ENDED],
  );
}
