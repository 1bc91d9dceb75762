import { z } from 'zod';
import type { MaskedText } from './contact-masking/masking.ts';
import { rule } from '#app/core/rules.ts';
import { readTypedNumber } from './money/typed-number.ts';

/** An amount at the API: a decimal string in the currency's own number of places. */
export const moneyDto = z
  .object({ amount: z.string(), currency: z.string().length(3) })
  .meta({ id: 'Money', description: 'An amount: decimal string and ISO 4217 currency.' });
export type MoneyDto = z.infer<typeof moneyDto>;

/** Words of the other side, which are masked: nothing but what `maskText` made can stand here. */
export const maskedTextDto = z.string() as unknown as z.ZodType<MaskedText, MaskedText>;

/** A point in time at the API, ISO 8601 in UTC. */
export const timeDto = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

/** The answer of a call that has nothing more to say than that it is done. */
export const doneDto = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

export const issueDto = z.object({
  path: z.string(),
  rule: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  message: z.string(),
});

/** A refusal inside of an answer: `refusalText` makes its words. */
export const refusalShape = {
  code: z.string(),
  reason: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  message: z.string(),
  issues: z.array(issueDto).optional(),
};

const HIGHEST_VERSION = 2_147_483_647;

/** The version of settings that a save was read from: a stale one is conflict (409), 0 is never saved. */
export const versionInput = z.number().int().min(0).max(HIGHEST_VERSION);

const isAmount = (text: string): boolean => /^\d/.test(readTypedNumber(text) ?? '');
const AMOUNT = rule('min_amount', { minimum: 0 });

/** An amount of at least 0 as it is sent or typed (`12.50`, `€ 1.234,50`); places and size are checked against the currency. */
export const typedAmount = z
  .union([z.string().trim().max(40), z.number()], rule('required'))
  .transform(String)
  .refine((value) => value !== '', { error: rule('required'), abort: true })
  .refine(isAmount, AMOUNT);

/** The same where it may be left out, as null. */
export const optionalTypedAmount = z
  .union([z.string().trim().max(40), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))
  .refine((value) => value === null || isAmount(value), AMOUNT);

/**
 * What somebody earns, or what lets it be computed: null for whoever may not see money (read_finance). The mark `x-earnings` stands in
 * the API document, and the generated access tests try every field that has it.
 */
export function markEarnings<Schema extends z.ZodType>(schema: Schema, description?: string): z.ZodNullable<Schema> {
  return schema.nullable().meta({ ...(description === undefined ? {} : { description }), 'x-earnings': true });
}
