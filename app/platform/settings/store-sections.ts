import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import { MENUS } from './menu.ts';

export const appearanceSchema = z.strictObject({ useNextMenu: z.enum(MENUS) }).meta({
  id: 'Appearance',
  description: 'Kept for programs that set it: the menu is the same with either value',
});

export const MAX_TRIAL_DAYS = 365;
const MAX_PLANS = 50;
const TRIAL_TEXT = rule('whole_number_between', { minimum: 0, maximum: MAX_TRIAL_DAYS });

export const LAPSED_PRODUCTS = ['keep', 'unpublish'] as const;

/** What vendors pay for being here: the plans of the card provider that they may choose. */
export const membershipSchema = z
  .strictObject({
    enabled: z.boolean(),
    products: z
      .array(z.string().regex(/^[\w-]{1,100}$/, rule('provider_product_id')))
      .max(MAX_PLANS)
      .refine((ids) => new Set(ids).size === ids.length, rule('listed_twice')),
    trialDays: z.number(TRIAL_TEXT).int(TRIAL_TEXT).min(0, TRIAL_TEXT).max(MAX_TRIAL_DAYS, TRIAL_TEXT),
    documentationUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: rule('valid_url') }).max(2048)]),
    allowFulfillment: z
      .boolean()
      .meta({ description: 'Whether vendors without a membership may still work on their orders' }),
    lapsedProducts: z.enum(LAPSED_PRODUCTS).meta({
      description:
        'What becomes of the live products of a vendor whose membership lapses: they stay live, or are drafts until it is active again',
    }),
  })
  .meta({ id: 'Membership' });
export type Membership = z.output<typeof membershipSchema>;
