import type { Actor } from '#app/core/viewer.ts';
import { stable, type ChangeField, type Difference } from './differences.ts';

export const CHANGE_STATES = ['open', 'closed'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];
/** What may be done with waiting fields: the marketplace applies or declines them, the vendor withdraws them. */
export const CHANGE_ACTIONS = ['apply', 'decline', 'withdraw'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];
export const CHANGE_OUTCOMES = ['applied', 'declined', 'withdrawn'] as const;
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number];

export const OUTCOME_OF: Record<ChangeAction, ChangeOutcome> = {
  apply: 'applied',
  decline: 'declined',
  withdraw: 'withdrawn',
};

/** A difference that waits: who wanted it last, and since when it is wanted like this. JSON-safe. */
export type WaitingField = Difference & { by: Actor; at: string };
/** A difference that was decided on. JSON-safe. */
export type DecidedField = WaitingField & {
  outcome: ChangeOutcome;
  note: string | null;
  decidedBy: Actor;
  decidedAt: string;
};

/** How many decided fields a change keeps; what is older stands in the log. */
const MAX_DECIDED = 60;

type Merged = { fields: WaitingField[]; decided: DecidedField[]; hasNew: boolean; isSame: boolean };

/**
 * What waits after a save: exactly the differences that it would hold. A field that is wanted as before keeps its author and
 * time; one that the save wants as it is live is withdrawn.
 */
export function mergeSave(
  before: { fields: readonly WaitingField[]; decided: readonly DecidedField[] },
  pending: readonly Difference[],
  who: { by: Actor; at: string },
): Merged {
  const known = new Map(before.fields.map((one) => [one.field, one]));
  const fields = pending.map((one): WaitingField => {
    const old = known.get(one.field);
    return old && stable(old.new) === stable(one.new) ? { ...one, by: old.by, at: old.at } : { ...one, ...who };
  });
  const still = new Set(fields.map((one) => one.field));
  const gone = before.fields.filter((one) => !still.has(one.field));
  return {
    fields,
    decided: decide(before.decided, gone, { outcome: 'withdrawn', note: null, decidedBy: who.by, decidedAt: who.at }),
    hasNew: fields.some((one) => stable(known.get(one.field)?.new) !== stable(one.new)),
    isSame: stable(fields) === stable(before.fields),
  };
}

type Decision = Pick<DecidedField, 'outcome' | 'note' | 'decidedBy' | 'decidedAt'>;

/** The decided fields with some more, newest last. */
export function decide(
  before: readonly DecidedField[],
  fields: readonly WaitingField[],
  decision: Decision,
): DecidedField[] {
  return [...before, ...fields.map((one) => ({ ...one, ...decision }))].slice(-MAX_DECIDED);
}

type Chosen = { kind: 'act'; fields: WaitingField[] } | { kind: 'done' } | { kind: 'decided' };

/**
 * Which waiting fields a decision is about; none named means all. What was decided in the same way already is done, so that
 * a request may be repeated; what was decided otherwise is refused.
 */
export function chooseFields(
  change: { fields: readonly WaitingField[]; decided: readonly DecidedField[] },
  action: ChangeAction,
  named: readonly ChangeField[] | undefined,
): Chosen {
  const fields = change.fields.filter((one) => named === undefined || named.includes(one.field));
  const absent = (named ?? []).filter((name) => !change.fields.some((one) => one.field === name));
  const lastOf = (name: ChangeField) => change.decided.findLast((one) => one.field === name)?.outcome;
  if (absent.some((name) => lastOf(name) !== OUTCOME_OF[action])) return { kind: 'decided' };
  if (fields.length > 0) return { kind: 'act', fields };
  const last = change.decided.at(-1)?.outcome;
  return absent.length > 0 || last === OUTCOME_OF[action] ? { kind: 'done' } : { kind: 'decided' };
}

/** Differences as the log keeps them: {field: [old, new]}, long values cut. */
export function asLogged(differences: readonly Difference[]): Record<string, [unknown, unknown]> {
  return Object.fromEntries(differences.map((one) => [one.field, [shorten(one.old), shorten(one.new)]]));
}

const MAX_LOGGED = 4_000;

/** A value as the log keeps it: a text that is cut, or how many things there were where they are too many. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_LOGGED ? `${value.slice(0, MAX_LOGGED)}…` : value;
  const text = JSON.stringify(value);
  if (text.length <= MAX_LOGGED) return value;
  return { tooLong: Array.isArray(value) ? value.length : Object.keys(value as object).length };
}
