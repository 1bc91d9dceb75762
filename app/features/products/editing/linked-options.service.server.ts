import type { OptionWrite } from '#app/adapters/shopify/products/product-input.server.ts';
import { AppError, type Issue } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { findEntriesCalled, readEntryNames } from '#app/features/specifications/entries.service.server.ts';
import { entriesIn } from '#app/features/specifications/entry-value.ts';
import { hasValues, makesVariants, placeOfLinked } from '#app/features/specifications/linked-option.ts';
import { idOf, type Specification } from '#app/features/specifications/specification.ts';
import { readCurated } from '#app/features/specifications/specifications.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';

type Link = { specification: Specification; option: string | undefined; entries: ReadonlyMap<string, string> };
/** What is linked of a save: each specification that makes variants, the name of its option, and the entries of its values. */
export type Links = readonly Link[];

const DIFFERS = { rule: 'linked_differs', message: rule('linked_differs') };
const NOTHING_LEFT = {
  rule: 'linked_no_option',
  message: rule('linked_no_option'),
};
const SAME_NAME = { rule: 'linked_same_name', message: rule('linked_same_name') };

/**
 * Which options of a checked product take their values from a specification, and what is wrong with them: what is ticked and
 * the values of its option are the same. Where a save names the option alone, as a change that is applied by field, its
 * values are found by their names.
 */
export async function linkOptions(ctx: Ctx, input: ProductInput): Promise<{ links: Links; issues: Issue[] }> {
  const { specifications, current, options } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    // What is hidden from vendors is neither read nor written for them, nor named in what is wrong.
    const all = (await readCurated(tx)).specifications.filter(
      (one) => makesVariants(one) && (ctx.viewer.isAdmin || one.show),
    );
    const product = input.id === undefined || all.length === 0 ? undefined : await repo.findProduct(tx, input.id);
    return { specifications: all, current: product?.metafields ?? [], options: product?.options ?? [] };
  });
  const links: Link[] = [];
  const issues: Issue[] = [];
  for (const specification of specifications) {
    const valueIn = (fields: ProductInput['metafields'] | typeof current): string | undefined =>
      fields.find((field) => idOf(field) === idOf(specification))?.value;
    const before = valueIn(current) ?? '';
    const requested = valueIn(input.metafields);
    const isSame = (requested === undefined || requested === before) && sameOptions(input.options, options);
    const found = await linkOne(ctx, input, { specification, before, asked: requested, isSame });
    links.push(found.link);
    if (found.issue) issues.push(found.issue);
  }
  return { links, issues };
}

/** `isSame`: neither the ticks nor the options are changed by this save. */
type LinkedChange = { specification: Specification; before: string; asked: string | undefined; isSame: boolean };

const sameOptions = (
  requested: readonly { name: string; values: readonly string[] }[],
  current: readonly { name: string; values: readonly string[] }[],
): boolean => {
  const textOf = (options: typeof requested): string =>
    JSON.stringify(options.map(({ name, values }) => [name, values]));
  return textOf(requested) === textOf(current);
};

async function linkOne(
  ctx: Ctx,
  { options }: ProductInput,
  { specification, before, asked: requested, isSame }: LinkedChange,
): Promise<{ link: Link; issue?: Issue }> {
  const { type, namespace, key, name } = specification;
  const path = `metafields.${namespace}.${key}`;
  const [old, ticked] = [entriesIn(type, before), entriesIn(type, requested ?? before)];
  const unlinked: Link = { specification, option: undefined, entries: new Map() };
  if (old.length === 0 && ticked.length === 0 && requested !== undefined) return { link: unlinked };
  const names = await readEntryNames(ctx, [...old, ...ticked]).catch((error: unknown) => {
    // What this save does not touch stays as it is at the platform, also where the store has taken its access away.
    if (isSame && error instanceof AppError && error.code === 'invalid_state') return undefined;
    throw error;
  });
  if (!names) return { link: unlinked };
  const called = (ids: readonly string[]): string[] => ids.flatMap((id) => names.get(id) ?? []);
  const option = options[placeOfLinked(options, name, called(old))];
  if (!option) {
    const isNew = ticked.length > 0 && requested !== undefined && requested !== before;
    return { link: unlinked, ...(isNew ? { issue: { path, ...NOTHING_LEFT, params: { name } } } : {}) };
  }
  const entries = new Map(
    [...old, ...ticked].flatMap((id) => (names.has(id) ? [[(names.get(id) ?? '').trim(), id] as const] : [])),
  );
  const link: Link = { specification, option: option.name, entries };
  if (new Set(called(ticked)).size < called(ticked).length)
    return { link, issue: { path, ...SAME_NAME, params: { name } } };
  const isNamed = option.values.every((value) => entries.has(value));
  if (isNamed && hasValues(option, called(ticked))) return { link };
  // An entry may have another name since; the platform keeps the link that it has.
  if (isSame) return { link: unlinked };
  if (requested !== undefined && requested !== before) return { link, issue: { path, ...DIFFERS, params: { name } } };
  // An option that was never linked and only happens to be called so stays what it is.
  if (ticked.length === 0 && requested === undefined) return linkByNames(ctx, specification, option, unlinked);
  const byNames = await linkByNames(ctx, specification, option, link);
  return byNames.link.option === undefined ? { link, issue: { path, ...DIFFERS, params: { name } } } : byNames;
}

/** The link of an option whose values are all names of entries that somebody chose before; else `otherwise` stands. */
async function linkByNames(
  ctx: Ctx,
  specification: Specification,
  option: { name: string; values: readonly string[] },
  otherwise: Link,
): Promise<{ link: Link }> {
  const found = await findEntriesCalled(ctx, specification, option.values);
  const entries = new Map([...otherwise.entries, ...found]);
  const isWhole = option.values.every((value) => entries.has(value));
  return { link: isWhole ? { specification, option: option.name, entries } : { ...otherwise, option: undefined } };
}

/** The options with the metafields that they take their values from. */
export function withLinks(options: readonly OptionWrite[], links: Links): OptionWrite[] {
  return options.map((option) => {
    const link = links.find((one) => one.option === option.name);
    if (!link || !option.values.every(({ name }) => link.entries.has(name))) return option;
    const { namespace, key } = link.specification;
    return { ...option, link: { namespace, key, entries: link.entries } };
  });
}

/**
 * The fields of a save without those that their options write. What was unticked is taken away `after` the product is
 * written: the platform does not let go of a field as long as an option takes its values from it.
 */
export function apartFromLinked<One extends { namespace: string; key: string; value: string; ownerId?: string }>(
  fields: readonly One[],
  links: Links,
): { now: One[]; after: One[] } {
  const ids = new Set(links.map(({ specification }) => idOf(specification)));
  const linked = new Set(links.flatMap((one) => (one.option === undefined ? [] : [idOf(one.specification)])));
  // A field of a variant may have the same name, and is another.
  const isOurs = (field: One): boolean => ids.has(idOf(field)) && !field.ownerId?.includes('/ProductVariant/');
  return {
    now: fields.filter((field) => !isOurs(field) || (field.value !== '' && !linked.has(idOf(field)))),
    after: fields.filter((field) => isOurs(field) && field.value === ''),
  };
}
