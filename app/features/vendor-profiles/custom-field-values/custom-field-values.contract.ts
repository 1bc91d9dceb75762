import { z } from 'zod';
import { answerDto } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import { FIELD_TYPES } from '#app/features/vendor-profiles/application-form/field-definition.ts';

/** An answer as it is looked at: files, pictures, films and products by name and an address that opens. */
export const shownAnswerDto = z
  .object({
    key: z.string(),
    name: z.string(),
    type: z.enum(FIELD_TYPES),
    value: answerDto.shape.value,
    items: z.array(
      z.object({
        kind: z.enum(['IMAGE', 'VIDEO', 'EXTERNAL_VIDEO', 'FILE', 'PRODUCT']),
        src: z
          .string()
          .meta({ description: 'The address, good for an hour where the file is private; a product’s id' }),
        name: z.string(),
      }),
    ),
  })
  .meta({ id: 'ShownAnswer' });
export type ShownAnswer = z.output<typeof shownAnswerDto>;
