import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { SETTINGS_PAGE_IDS } from '#app/core/settings-pages.ts';
import { HISTORY_ACTS, HISTORY_AMOUNTS, HISTORY_CHOICES, HISTORY_DAYS, HISTORY_FIELDS } from './history-fields.ts';
import type { HistoryLine } from './history-lines.ts';

const MAX_KEY = 60;

export const historyQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,19}$/, rule('change_id'))
    .optional()
    .meta({ description: 'Only what is older than this change' }),
  subject: z.string().max(MAX_KEY).optional().meta({ description: 'Only changes of this group of settings' }),
});

const historyLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('feature'), feature: z.string(), isOn: z.boolean() }),
  z.object({ kind: z.literal('email'), template: z.string(), isOn: z.boolean() }),
  z.object({ kind: z.literal('emailText'), template: z.string(), isReset: z.boolean() }),
  z.object({
    kind: z.literal('emailDelay'),
    template: z.string(),
    fromHours: z.number().int(),
    toHours: z.number().int(),
  }),
  z.object({ kind: z.literal('memberships'), isOn: z.boolean() }),
  z.object({ kind: z.literal('switch'), field: z.enum(HISTORY_FIELDS), isOn: z.boolean() }),
  z.object({ kind: z.literal('value'), field: z.enum(HISTORY_FIELDS), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('edited'), field: z.enum(HISTORY_FIELDS) }),
  z.object({ kind: z.literal('choice'), field: z.enum(HISTORY_CHOICES), from: z.string(), to: z.string() }),
  z.object({
    kind: z.literal('amount'),
    field: z.enum(HISTORY_AMOUNTS),
    from: z.string().nullable(),
    to: z.string().nullable(),
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('day'),
    field: z.enum(HISTORY_DAYS),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
  z.object({ kind: z.literal('act'), act: z.enum(HISTORY_ACTS), name: z.string() }),
  z.object({
    kind: z.literal('commission'),
    vendor: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
  z.object({ kind: z.literal('page'), page: z.enum(SETTINGS_PAGE_IDS) }),
]) satisfies z.ZodType<HistoryLine>;

/** One saving of settings: each setting that changed, with what it was and what it became. */
const changeDto = z
  .object({
    id: z.string(),
    subject: z.string(),
    at: timeDto,
    by: z.string(),
    changes: z.array(z.object({ key: z.string(), from: z.string(), to: z.string() })),
    lines: z.array(historyLine).meta({ description: 'The same as parts of sentences; none where nothing is said' }),
  })
  .meta({ id: 'SettingsChange' });
export type SettingsChange = z.output<typeof changeDto>;

export const historyDto = z.object({
  changes: z.array(changeDto),
  next: z.string().nullable().meta({ description: 'Goes into `before` for what is older; null: nothing is' }),
});
export type SettingsHistory = z.output<typeof historyDto>;
