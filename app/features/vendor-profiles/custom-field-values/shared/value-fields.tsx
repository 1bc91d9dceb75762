import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { visibleFields } from '#app/core/text/field-display.ts';
import type { FormAnswers, FormField } from '../field-form.ts';
import { AnswerField } from './value-field.tsx';
import type { Uploads } from './use-uploads.ts';

type AnswerFieldsProps = {
  fields: readonly FormField[];
  answers: FormAnswers;
  /** The input of a field, by its path in the form (`fields.<key>`). */
  input: (path: string) => FieldProps;
  uploads: Uploads;
  /** Admins see every field, and none is required of them. */
  forAdmin?: boolean;
};

/** The store's own fields that are shown at these answers. */
export function AnswerFields({ fields, answers, input, uploads, forAdmin = false }: AnswerFieldsProps) {
  return visibleFields(fields, new Map(Object.entries(answers)), { forAdmin }).map(({ field, display, required }) => (
    <AnswerField
      key={field.key}
      field={field}
      help={display.text}
      required={required || forAdmin}
      input={input(`fields.${field.key}`)}
      uploads={uploads}
    />
  ));
}
