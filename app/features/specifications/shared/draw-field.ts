import type { ReactNode } from 'react';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import type { Specification } from '../specification.ts';

/** Draws the field of a specification, as the form of a new entry has one for each of its fields. */
export type DrawField = (specification: Specification, input: FieldProps) => ReactNode;
