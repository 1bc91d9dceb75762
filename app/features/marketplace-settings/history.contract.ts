import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';

const MAX_KEY = 60;

export const historyQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,19}$/, rule('change_id'))
    .optional()
    .meta({ description: 'Only what is older than this change' }),
  subject: z.string().max(MAX_KEY).optional().meta({ description: 'Only changes of this group of settings' }),
});

/** One saving of settings: each setting that changed, with what it was and what it became. */
const changeDto = z
  .object({
    id: z.string(),
    subject: z.string(),
    at: timeDto,
    by: z.string(),
    changes: z.array(z.object({ key: z.string(), from: z.string(), to: z.string() })),
  })
  .meta({ id: 'SettingsChange' });
export type SettingsChange = z.output<typeof changeDto>;

export const historyDto = z.object({
  changes: z.array(changeDto),
  next: z.string().nullable().meta({ description: 'Goes into `before` for what is older; null: nothing is' }),
});
export type SettingsHistory = z.output<typeof historyDto>;
