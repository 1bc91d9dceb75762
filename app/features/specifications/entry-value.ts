import { bad, good, type CheckedValue } from './checked-value.ts';
import { listIn, type Specification } from './specification.ts';

/** The platform's types whose values are entries that the store keeps: one, or a list of them. */
export const ENTRY_TYPES: readonly string[] = ['metaobject_reference', 'list.metaobject_reference'];
/** The rule of a definition that names the kind of its entries. */
export const KIND_RULE = 'metaobject_definition_id';

const ENTRY = /^gid:\/\/shopify\/Metaobject\/\d{1,19}$/;
const KIND = /^gid:\/\/shopify\/MetaobjectDefinition\/\d{1,19}$/;
const ANY_ENTRY = /gid:\/\/shopify\/Metaobject\/\d{1,19}/g;

export const isEntryKind = (text: string | undefined): boolean => text !== undefined && KIND.test(text);

/** The id of the kind of entries that a specification takes; '' where its definition names none. */
export const kindOfEntries = ({ validations }: Pick<Specification, 'validations'>): string =>
  validations.find(({ name }) => name === KIND_RULE)?.value ?? '';

/** The entries that a value of a type names; none for other types. */
export function entriesIn(type: string, value: string): string[] {
  if (!ENTRY_TYPES.includes(type) || value === '') return [];
  return (type.startsWith('list.') ? listIn(value) : [value]).filter((one) => ENTRY.test(one));
}

/** One entry by the platform's reference; whether it is there, and whose it is, is asked on the server. */
export function checkEntry(raw: string): CheckedValue {
  return ENTRY.test(raw.trim()) ? good(raw.trim()) : bad('entry', 'must be an entry of the store');
}

/** Every entry that is named anywhere in a value of any shape. */
export const entriesNamed = (value: unknown): string[] => [
  ...new Set((JSON.stringify(value) as string | undefined)?.match(ANY_ENTRY) ?? []),
];

/** A value as people read it: entries by their names, one whose name nobody knows by its number. */
export function withEntryNames(value: string, names: ReadonlyMap<string, string>): string {
  if (!value.includes('gid://shopify/Metaobject/')) return value;
  const listed = value.startsWith('[') ? listIn(value) : [];
  const text = listed.length > 0 && listed.every((one) => ENTRY.test(one)) ? listed.join(', ') : value;
  return text.replace(ANY_ENTRY, (gid) => names.get(gid) ?? `#${gid.split('/').at(-1) ?? ''}`);
}
