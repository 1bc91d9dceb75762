import { z } from 'zod';

/** Which menu people get: `all` gathers what is set up once under Settings, `classic` lists every screen. */
export const MENUS = ['classic', 'all'] as const;
export type Menu = (typeof MENUS)[number];

export const appearanceSchema = z.strictObject({ useNextMenu: z.enum(MENUS) }).meta({
  id: 'Appearance',
  description: '`all`: what is set up once stands under Settings; `classic`: every screen is listed',
});

export const MAX_TRIAL_DAYS = 365;
const MAX_PLANS = 50;
const TRIAL_TEXT = `must be a whole number from 0 to ${MAX_TRIAL_DAYS}`;

/** What vendors pay for being here: the plans of the card provider that they may choose. */
export const membershipSchema = z
  .strictObject({
    enabled: z.boolean(),
    products: z
      .array(z.string().regex(/^[\w-]{1,100}$/, 'must be the id of a product of the provider'))
      .max(MAX_PLANS)
      .refine((ids) => new Set(ids).size === ids.length, 'stands here twice'),
    trialDays: z.number(TRIAL_TEXT).int(TRIAL_TEXT).min(0, TRIAL_TEXT).max(MAX_TRIAL_DAYS, TRIAL_TEXT),
    documentationUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Must be a valid URL' }).max(2048)]),
  })
  .meta({ id: 'Membership' });
export type Membership = z.output<typeof membershipSchema>;
