import type { Actor } from '#app/core/viewer.ts';

export type Identity = Pick<Actor, 'kind' | 'id'>;

/** An address by which an identity is or was known. */
export type KnownAddress = Identity & { email: string };

/**
 * An identity of the store's staff or of an admin on the web. `personId` is that of the person behind it and survives changes
 * of addresses; `emails` are all addresses by which the person was ever known.
 */
export type Payer = Identity & { personId: string; emails: readonly string[]; mayPayOut: boolean };

/** By whom an approval was requested, as they were known then, with how many changes of those identities there had been. */
export type Requester = { identities: Identity[]; emails: string[]; changes: number };

/** Hours for which nobody decides about money after a change of their address, role or second factor. */
export const BLOCKED_HOURS = 72;

/**
 * Groups identities by person: two are one person if they share an address, today's or a former one, directly or over others.
 * `mayPayOut` are those with the right today.
 */
export function groupPayers(known: readonly KnownAddress[], mayPayOut: readonly Identity[]): Payer[] {
  const parents = new Map<string, string>();
  const rootOf = (node: string): string => {
    let root = node;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent;
    return root;
  };
  const identities = new Map<string, Identity>();
  const emailsOf = new Map<string, Set<string>>();
  for (const { kind, id } of [...mayPayOut, ...known]) identities.set(buildKey({ kind, id }), { kind, id });
  for (const key of identities.keys()) parents.set(key, key);
  for (const address of known) {
    const email = normalise(address.email);
    if (email === '') continue;
    const node = `email:${email}`;
    if (!parents.has(node)) parents.set(node, node);
    parents.set(rootOf(node), rootOf(buildKey(address)));
  }
  for (const { email } of known) {
    if (normalise(email) === '') continue;
    const root = rootOf(`email:${normalise(email)}`);
    emailsOf.set(root, (emailsOf.get(root) ?? new Set()).add(normalise(email)));
  }
  const having = new Set(mayPayOut.map(buildKey));
  return [...identities].map(([key, identity]) => {
    const personId = rootOf(key);
    return { ...identity, personId, emails: [...(emailsOf.get(personId) ?? [])].sort(), mayPayOut: having.has(key) };
  });
}

/** Whether two identities are one person, whatever their addresses are by now. */
export function isSamePerson(payers: readonly Payer[], one: Identity, other: Identity): boolean {
  return computePerson(payers, one) === computePerson(payers, other);
}

/** All identities of a person: the one that asks first. */
export function findIdentities(payers: readonly Payer[], { kind, id }: Identity): Identity[] {
  const others = payers.filter((payer) => payer.kind !== kind || payer.id !== id);
  return [
    { kind, id },
    ...others
      .filter((payer) => isSamePerson(payers, payer, { kind, id }))
      .map((payer) => ({ kind: payer.kind, id: payer.id })),
  ];
}

/** Whether somebody is the person who requested something: by the identities and addresses of then, or by those of today. */
export function isRequester(
  payers: readonly Payer[],
  who: Identity,
  request: { by: Identity; requester: Requester | null },
): boolean {
  const { by, requester } = request;
  if ([by, ...(requester?.identities ?? [])].some((identity) => isSamePerson(payers, who, identity))) return true;
  const emails = find(payers, who)?.emails ?? [];
  return emails.some((email) => requester?.emails.includes(email));
}

/** Whether somebody may pay out. */
export function isPayer(payers: readonly Payer[], who: Identity): boolean {
  return find(payers, who)?.mayPayOut ?? false;
}

/** How many other people could approve what somebody asks for. */
export function countOthers(payers: readonly Payer[], who: Identity): number {
  const others = payers.filter((payer) => payer.mayPayOut && !isSamePerson(payers, payer, who));
  return new Set(others.map(({ personId }) => personId)).size;
}

/** The addresses by which the person behind an identity was ever known. */
export function listPayerEmails(payers: readonly Payer[], who: Identity): readonly string[] {
  return find(payers, who)?.emails ?? [];
}

export const buildKey = ({ kind, id }: Identity): string => `${kind}:${id}`;

const find = (payers: readonly Payer[], who: Identity): Payer | undefined =>
  payers.find(({ kind, id }) => kind === who.kind && id === who.id);
const computePerson = (payers: readonly Payer[], who: Identity): string => find(payers, who)?.personId ?? buildKey(who);
const normalise = (email: string): string => email.trim().toLowerCase();
