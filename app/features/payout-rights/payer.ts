import type { Actor } from '#app/core/viewer.ts';

/** Somebody who may pay vendors out: staff of the store admin, or an admin who signs in on the web. */
export type Payer = { kind: 'staff' | 'person'; id: string; email: string };

type Identity = Pick<Actor, 'kind' | 'id'>;

/**
 * Whether two identities are one person: the same one, or two with the same e-mail address, because whoever owns the store may
 * sign in on the web as well.
 */
export function isSamePerson(payers: readonly Payer[], one: Identity, other: Identity): boolean {
  if (one.kind === other.kind && one.id === other.id) return true;
  const email = emailOf(payers, one);
  return email !== '' && email === emailOf(payers, other);
}

/** All identities of a person: the one that asks first, then those of the same e-mail address. */
export function identitiesOf(payers: readonly Payer[], { kind, id }: Identity): Identity[] {
  const others = payers.filter((payer) => payer.kind !== kind || payer.id !== id);
  return [{ kind, id }, ...others.filter((payer) => isSamePerson(payers, payer, { kind, id }))];
}

/** Whether somebody may pay out, among those who may. */
export function isPayer(payers: readonly Payer[], who: Identity): boolean {
  return payers.some(({ kind, id }) => kind === who.kind && id === who.id);
}

/** How many other people could approve what somebody asks for. */
export function countOthers(payers: readonly Payer[], who: Identity): number {
  const others = payers.filter((payer) => !isSamePerson(payers, payer, who));
  return new Set(others.map(({ kind, id, email }) => email.toLowerCase() || `${kind}:${id}`)).size;
}

function emailOf(payers: readonly Payer[], { kind, id }: Identity): string {
  return (
    payers
      .find((payer) => payer.kind === kind && payer.id === id)
      ?.email.trim()
      .toLowerCase() ?? ''
  );
}
