import { BlockStack } from '@shopify/polaris';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { makesVariants, type Ticked } from '../linked-option.ts';
import {
  idOf,
  inSections,
  visibleSpecifications,
  type Curated,
  type Owner,
  type Specification,
} from '../specification.ts';
import type { ProductField } from './draw-field.ts';
import { SpecificationInput } from './specification-input.tsx';
import './specifications.css';

type FieldsProps = {
  curated: Curated;
  owner: Owner;
  /** Values by `idOf`, for what stands in the fields and for the conditions. */
  values: Readonly<Record<string, string>>;
  productType: string;
  forAdmin: boolean;
  disabled: boolean;
  /** The field of a form by a specification's `idOf`. */
  input: (id: string) => FieldProps;
  product: ProductField;
  /** Hears which entries are ticked of a specification that makes variants, and which were before. */
  onTicked?: ((specification: Specification, ticked: Ticked) => void) | undefined;
};

/** The specifications that are shown at these values, in cards by section. */
export function SpecificationFields(props: FieldsProps) {
  const { curated, owner, values, productType, forAdmin, disabled, input, product, onTicked } = props;
  const t = useText();
  const own = curated.specifications.filter((one) => one.owner === owner);
  const around = { values: new Map(Object.entries(values)), productType };
  const visible = visibleSpecifications(own, around, { forAdmin, all: curated.specifications });
  return inSections(visible, curated.sections).map(({ name, specifications }) => (
    <SectionCard key={name} title={name === '' ? t('specifications:editor.title') : name}>
      <BlockStack gap="400">
        {specifications.map((one) => {
          const field = input(idOf(one));
          return (
            <SpecificationInput
              key={idOf(one)}
              // Nobody has to leave a field for admins empty.
              specification={forAdmin ? { ...one, required: false } : one}
              input={{ ...field, disabled: disabled || field.disabled }}
              product={product}
              onTicked={
                onTicked && makesVariants(one)
                  ? (ticked) => {
                      onTicked(one, ticked);
                    }
                  : undefined
              }
            />
          );
        })}
      </BlockStack>
    </SectionCard>
  ));
}
