import { createContext, useContext } from 'react';
import { SpecificationInput } from '#app/features/specifications/shared/specification-input.tsx';
import { idOf, visibleSpecifications } from '#app/features/specifications/specification.ts';
import type { EditedVariant } from '../editor/editor-values.ts';
import { ProductChoice } from '../editor/product-choice.ts';
import { toValues, type EditorSpecifications, type SpecificationValues } from '../editor/specification-values.ts';

/** What the fields of a variant need to know of the product: they stand far below its editor. */
export type AroundVariants = {
  specifications: EditorSpecifications;
  values: SpecificationValues;
  productType: string;
};
export const AroundVariantsContext = createContext<AroundVariants | undefined>(undefined);

type VariantProps = {
  variant: EditedVariant;
  index: number;
  errorAt: (path: string) => string | undefined;
  disabled: boolean;
  onChange: (field: 'metafields', value: EditedVariant['metafields']) => void;
};

/** The specifications of one variant. */
export function VariantSpecifications({ variant, index, errorAt, disabled, onChange }: VariantProps) {
  const around = useContext(AroundVariantsContext);
  if (!around) return null;
  const { specifications, forAdmin } = around.specifications;
  const own = toValues(variant.metafields);
  const visible = visibleSpecifications(
    specifications.filter((one) => one.owner === 'PRODUCTVARIANT'),
    { values: new Map(Object.entries({ ...around.values, ...own })), productType: around.productType },
    { forAdmin, all: specifications },
  );
  return visible.map((one) => {
    const { namespace, key, type } = one;
    const path = `variants.${index}.metafields.${namespace}.${key}`;
    return (
      <SpecificationInput
        key={idOf(one)}
        specification={forAdmin ? { ...one, required: false } : one}
        product={ProductChoice}
        input={{
          name: path,
          value: own[idOf(one)] ?? '',
          error: errorAt(path),
          disabled,
          onBlur: () => undefined,
          onChange: (value) => {
            const others = variant.metafields.filter((field) => idOf(field) !== idOf(one));
            onChange('metafields', [
              ...others,
              { id: `${namespace}.${key}`, namespace, key, type, value: String(value) },
            ]);
          },
        }}
      />
    );
  });
}
