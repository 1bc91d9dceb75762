import { wordIssue, type Issue } from '#app/core/errors.ts';
import { checkFields, type Field } from '#app/features/specifications/product-fields.ts';
import {
  idOf,
  isFillable,
  visibleSpecifications,
  type Curated,
  type Owner,
} from '#app/features/specifications/specification.ts';
import type { ProductDto } from '../../products.contract.ts';

/** The specifications of the editor; `forAdmin` for those whom the rules of vendors do not bind. */
export type EditorSpecifications = Curated & { forAdmin: boolean };
/** What stands in the fields, by `idOf`. */
export type SpecificationValues = Record<string, string>;

/** The values of fields as the editor holds them. */
export const toValues = (fields: readonly Field[]): SpecificationValues =>
  Object.fromEntries(fields.map((field) => [idOf(field), field.value]));

/** What stands in the editor, with an empty text where a specification of the product has no value. */
export function withEveryField<Values extends { specifications: SpecificationValues }>(
  values: Values,
  { specifications }: EditorSpecifications,
): Values {
  const own = specifications.filter((one) => one.owner === 'PRODUCT');
  const empty = Object.fromEntries(own.map((one) => [idOf(one), '']));
  return { ...values, specifications: { ...empty, ...values.specifications } };
}

/** The fields to send: of the specifications that are shown at these values, empty ones included. */
export function fieldsToSend(
  { specifications, forAdmin }: EditorSpecifications,
  owner: Owner,
  o: { values: SpecificationValues; around?: SpecificationValues; productType: string },
): Field[] {
  const own = specifications.filter((one) => one.owner === owner && isFillable(one.type));
  const values = new Map(Object.entries({ ...o.around, ...o.values }));
  return visibleSpecifications(own, { values, productType: o.productType }, { forAdmin, all: specifications }).map(
    ({ namespace, key, type, ...one }) => ({
      namespace,
      key,
      type,
      value: o.values[idOf({ namespace, key, ...one })] ?? '',
    }),
  );
}

type Payload = { metafields: Field[]; variants: { id?: string; metafields: Field[] }[] };

/** The issues of a payload by the rules of the specifications, as the server finds them. */
export function findSpecificationIssues(
  payload: unknown,
  { specifications, forAdmin }: EditorSpecifications,
  product: ProductDto | undefined,
  currency: string,
): Issue[] {
  if (specifications.length === 0) return [];
  const known = new Map(product?.variants.map((variant) => [variant.id, variant.metafields]));
  const { metafields, variants } = payload as Payload;
  const common = { specifications, currency, isAdmin: forAdmin, productType: product?.productType ?? '' };
  const own = { given: metafields, current: product?.metafields ?? [] };
  const around = new Map([...own.current, ...own.given].map((field) => [idOf(field), field.value]));
  const found = [
    ...checkFields({ ...common, ...own, owner: 'PRODUCT', at: 'metafields' }).issues,
    ...variants.flatMap(({ id, metafields: given }, index) => {
      const current = known.get(id ?? '') ?? [];
      const at = `variants.${index}.metafields`;
      return checkFields({ ...common, owner: 'PRODUCTVARIANT', at, around, given, current }).issues;
    }),
  ];
  return found.map(wordIssue);
}
