import { idOf, type Specification } from './specification.ts';

type Option = { name: string; values: readonly string[] };
type Named = { id: string; name: string };
/** Entries as they were ticked before a tick and after it. */
export type Ticked = { before: readonly Named[]; after: readonly Named[] };

const fold = (text: string): string => text.trim().toLocaleLowerCase('en');
const buildKey = (values: readonly string[]): string => JSON.stringify(values.map(fold).sort());

/** Whether ticked entries of a specification are the values of an option. */
export const makesVariants = ({ owner, type, entries }: Specification): boolean =>
  owner === 'PRODUCT' && type === 'list.metaobject_reference' && entries?.variants === true;

/** Where the option of a specification stands: the one of its name, else the one that has the values that were ticked; -1 for none. */
export function placeOfLinked(options: readonly Option[], name: string, ticked: readonly string[]): number {
  const at = options.findIndex((option) => fold(option.name) === fold(name));
  if (at !== -1 || ticked.length === 0) return at;
  return options.findIndex((option) => buildKey(option.values) === buildKey(ticked));
}

/** Whether an option has exactly these values, in whatever order. */
export const hasValues = (option: Option, names: readonly string[]): boolean =>
  buildKey(option.values) === buildKey(names);

/**
 * The options after entries of a specification were ticked: its option has their names, comes with the first and goes with
 * the last. Where there is no room for another option they stay as they are, and the save says so.
 */
export function tickOptions<One extends { name: string; values: string[] }>(
  options: readonly One[],
  o: Ticked & { name: string; most: number },
): (One | { name: string; values: string[] })[] {
  const at = placeOfLinked(
    options,
    o.name,
    o.before.map(({ name }) => name),
  );
  // What is gone has no name, and is refused by the save as long as it is ticked.
  const values = o.after.map(({ name }) => name.trim()).filter((name) => name !== '');
  if (values.length === 0) return options.filter((_one, index) => index !== at);
  if (at !== -1) return options.map((option, index) => (index === at ? { ...option, values } : option));
  return options.length < o.most ? [...options, { name: o.name, values }] : [...options];
}

/** The options whose values are ticked elsewhere, by name, with what their specification is called. */
export function tickedExternally(
  specifications: readonly Specification[],
  values: Readonly<Record<string, string>>,
): string[] {
  return specifications.filter((one) => makesVariants(one) && (values[idOf(one)] ?? '') !== '').map(({ name }) => name);
}
