import type { ComponentType, ReactNode } from 'react';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import type { Ticked } from '../linked-option.ts';
import type { Specification } from '../specification.ts';

/** Draws the field of a specification, as the form of a new entry has one for each of its fields. */
export type DrawField = (specification: Specification, input: FieldProps) => ReactNode;

/** A field that chooses a product and holds its id; screens of products bring theirs. */
export type ProductField = ComponentType<FieldProps & { label: string; helpText?: string }>;
export type SpecificationInputProps = {
  specification: Specification;
  input: FieldProps;
  product: ProductField;
  /** Hears which entries are ticked, where they make variants. */
  onTicked?: ((ticked: Ticked) => void) | undefined;
};
