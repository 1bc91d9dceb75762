import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { Permission } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './vendor-members.repo.server.ts';

/**
 * Sets what a person of a vendor is and may. A vendor always keeps somebody who leads it. Throws not_found (404) for
 * somebody who is not of the vendor, invalid_state (409) for the last one who leads it.
 */
export async function setRole(
  tx: SqlTx,
  o: { vendorId: bigint; userId: bigint; role: 'manager' | 'staff'; permissions: readonly Permission[] },
): Promise<{ before: repo.Person }> {
  const people = await repo.lockPeople(tx, o.vendorId);
  const before = requirePerson(people, o.userId);
  if (o.role === 'staff') keepOwner(people, before);
  await repo.setRole(tx, o.userId, o);
  return { before };
}

/** Closes a person's account. Throws as setRoleOf. */
export async function removePerson(
  tx: SqlTx,
  o: { vendorId: bigint; userId: bigint; at: Date },
): Promise<{ before: repo.Person }> {
  const people = await repo.lockPeople(tx, o.vendorId);
  const before = requirePerson(people, o.userId);
  keepOwner(people, before);
  await repo.disable(tx, o.userId, o.at);
  return { before };
}

function requirePerson(people: readonly repo.Person[], userId: bigint): repo.Person {
  const person = people.find((one) => one.id === userId);
  if (!person) throw new AppError('not_found');
  return person;
}

function keepOwner(people: readonly repo.Person[], without: repo.Person): void {
  const leads = (person: repo.Person) => person.role === 'manager';
  if (leads(without) && !people.some((person) => leads(person) && person.id !== without.id)) {
    throw stateRefuses('last_leader');
  }
}

/** People who are called as their vendor was (whoever gave no name) are called as it is from now on. */
export const renamePeople = (tx: SqlTx, o: { vendorId: bigint; from: string; to: string }): Promise<void> =>
  repo.renameAll(tx, o);

/** The vendor that a person within the scope belongs to; undefined for nobody, for an admin and for a closed account. */
export const findVendorOfPerson = (tx: SqlTx, userId: bigint): Promise<bigint | undefined> =>
  repo.findVendorId(tx, userId);

/** The manager of a vendor who came first; undefined where nobody leads it. */
export const findLeader = (tx: SqlTx, vendorId: bigint): Promise<bigint | undefined> => repo.findLeader(tx, vendorId);
