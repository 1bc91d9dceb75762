import type { Issue } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import {
  idOf,
  isFillable,
  isReserved,
  visibleSpecifications,
  type Owner,
  type Specification,
} from './specification.ts';
import { checkValue } from './specification-value.ts';

export type Field = { namespace: string; key: string; value: string; type: string };
export type Checked = {
  /** The fields to write: '' takes a value away. Those that are not named stay as they are. */
  fields: Field[];
  issues: Issue[];
};
type Given = {
  specifications: readonly Specification[];
  owner: Owner;
  /** What a save names. */
  given: readonly Field[];
  /** What is there now. */
  current: readonly Field[];
  /** Values by `idOf` that conditions also look at: those of the product, for a variant. */
  around?: ReadonlyMap<string, string>;
  productType: string;
  currency: string;
  /** The marketplace's own people may set everything but what belongs to apps, and leave required fields empty. */
  isAdmin: boolean;
  /** Where the fields stand in what is saved, such as `metafields`. */
  at: string;
};

const NOT_YOURS = { rule: 'not_yours', message: rule('not_yours') };
const RESERVED = { rule: 'reserved', message: rule('reserved') };

/**
 * The fields that a save may write, in the platform's form, and what is wrong with it. A vendor sets what is shown to it and
 * nothing else; naming another field with the value that it has is no change. Hidden fields are neither written nor missed.
 */
export function checkFields(o: Given): Checked {
  const own = o.specifications.filter((one) => one.owner === o.owner);
  const byId = new Map(own.map((one) => [idOf(one), one]));
  const before = new Map(o.current.map((field) => [idOf(field), field.value]));
  const named = new Map(o.given.map((field) => [idOf(field), field]));
  const after = new Map([...before, ...[...named].map(([id, field]) => [id, field.value] as const)]);
  const visible = new Set(
    visibleSpecifications(
      own,
      { values: new Map([...(o.around ?? []), ...after]), productType: o.productType },
      { forAdmin: o.isAdmin, all: o.specifications },
    ),
  );
  const fields: Field[] = [];
  const issues: Issue[] = [];
  for (const [id, field] of named) {
    const path = `${o.at}.${field.namespace}.${field.key}`;
    const specification = byId.get(id);
    const isSame = before.get(id) === field.value;
    if (!isSame && isReserved(field.namespace)) issues.push({ path, ...RESERVED });
    else if (specification && isFillable(specification.type) && (specification.show || o.isAdmin)) {
      if (!visible.has(specification)) continue;
      const checked = checkValue(specification, field.value, o.currency);
      const { name } = specification;
      // A value that was there before a rule is not refused by it, as long as nobody changes it.
      if (checked.ok) fields.push({ ...field, type: specification.type, value: checked.value });
      else if (isSame) fields.push({ ...field, type: specification.type });
      else issues.push({ path, rule: checked.rule, message: checked.message, params: { ...checked.params, name } });
    } else if (!isSame && (!o.isAdmin || specification)) issues.push({ path, ...NOT_YOURS });
    else if (o.isAdmin && !specification) fields.push(field);
  }
  return { fields, issues: [...issues, ...missing(o, visible, named, after)] };
}

/** Required fields without a value: each by itself, and once for the whole. */
function missing(
  o: Given,
  visible: ReadonlySet<Specification>,
  named: ReadonlyMap<string, Field>,
  after: ReadonlyMap<string, string>,
): Issue[] {
  if (o.isAdmin) return [];
  const empty = [...visible].filter((one) => {
    if (!one.required || !isFillable(one.type)) return false;
    const checked = named.has(idOf(one)) ? checkValue(one, after.get(idOf(one)) ?? '', o.currency) : undefined;
    return checked?.ok ? checked.value === '' : (after.get(idOf(one)) ?? '').trim() === '';
  });
  if (empty.length === 0) return [];
  return [
    { path: o.at, rule: 'metafields_required', message: rule('metafields_required') },
    ...empty.map((one) => ({
      path: `${o.at}.${one.namespace}.${one.key}`,
      rule: 'required',
      message: rule('required'),
      params: { name: one.name },
    })),
  ];
}
