import { useShell } from '#app/ui/shell/shell-context.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { SpecificationFields } from '#app/features/specifications/shared/specification-fields.tsx';
import { tickOptions } from '#app/features/specifications/linked-option.ts';
import { MAX_OPTIONS } from '../../product.ts';
import { ProductChoice } from './product-choice.ts';
import { withOptions, type Edited } from './editor-values.ts';
import type { EditorSpecifications } from './specification-values.ts';

type PartProps = {
  form: Form<Edited>;
  specifications: EditorSpecifications;
  productType: string;
  disabled: boolean;
};

/** The specifications of the product itself, where the marketplace has some. */
export function SpecificationsPart({ form, specifications, productType, disabled }: PartProps) {
  const { features } = useShell();
  if (!features['specifications']) return null;
  return (
    <SpecificationFields
      curated={specifications}
      owner="PRODUCT"
      values={form.values.specifications}
      productType={productType}
      forAdmin={specifications.forAdmin}
      disabled={disabled}
      input={(id) => form.field<unknown>(`specifications.${id}`)}
      product={ProductChoice}
      onTicked={({ name }, ticked) => {
        form.change((now) => withOptions(now, tickOptions(now.options, { ...ticked, name, most: MAX_OPTIONS })));
      }}
    />
  );
}
