import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import {
  colorsSchema,
  logoSchema,
  supportSchema,
  wordingGrammarSchema,
  wordingsSchema,
} from '#app/platform/settings/branding/branding.contract.ts';
import { decimal } from '#app/features/commissions/commissions.contract.ts';
import { financeConfigSchema } from '#app/features/commissions/finance-config.ts';
import { integrationChange } from '#app/platform/mails/integration/integration.contract.ts';
import { providerChanges } from '#app/features/payment-providers/payment-providers.contract.ts';
import { notificationsSchema } from '#app/platform/mails/notifications.ts';
import { orderSettingsSchema } from '#app/features/orders/order-settings.ts';
import { payoutSchedule } from '#app/features/payouts/rules/payout-schedule.ts';
import {
  defaultUnitsSchema,
  formSwitchesSchema,
  inputLimitSchema,
} from '#app/features/products/form/product-form.contract.ts';
import { autoApproveSchema, templateSuffixSchema } from '#app/features/products/form/product-rules.contract.ts';
import { formSettingsSchema } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import { switchesSchema } from '#app/platform/settings/settings.contract.ts';
import { appearanceSchema, membershipSchema } from '#app/platform/settings/store-sections.ts';
import { sectionsSchema } from '#app/features/specifications/specifications.contract.ts';
import { translationsFeatureDto } from '#app/features/products/translations/translations.contract.ts';
import { pageSettingsSchema } from '#app/features/vendor-profiles/page/vendor-page.contract.ts';

export const vendorPageDto = pageSettingsSchema.omit({ holdChanges: true });

const MAX_STEPS = 100;
/** A step of the default commission: what is charged from a price on. */
export const defaultCommissionDto = z.strictObject({ min: z.string(), percentage: z.string() });
const defaultCommissions = z
  .array(z.strictObject({ min: decimal, percentage: decimal }))
  .min(1, rule('unconditioned_line'))
  .max(MAX_STEPS, rule('max_lines', { maximum: MAX_STEPS }))
  .meta({ description: 'Replaces the default list: from each price on, so many percent' });

/** What of the marketplace's settings can be changed in one call: every key of the specification's object. */
export const featureChanges = z
  .strictObject({
    ...switchesSchema.partial().shape,
    translations: translationsFeatureDto.partial().optional(),
    colors: colorsSchema.optional(),
    logoRegistration: logoSchema.optional(),
    logoText: logoSchema.optional(),
    wordings: wordingsSchema.optional(),
    wordingGrammar: wordingGrammarSchema.optional(),
    support: supportSchema.optional(),
    variants: formSwitchesSchema.optional(),
    inputLimit: inputLimitSchema.optional(),
    defaultUnits: defaultUnitsSchema.optional(),
    sections: sectionsSchema.optional(),
    orders: orderSettingsSchema.optional(),
    autoApprove: autoApproveSchema.optional(),
    templateSuffix: templateSuffixSchema.optional(),
    appearance: appearanceSchema.optional(),
    membership: membershipSchema.partial().optional(),
    vendorPage: vendorPageDto.partial().optional(),
    registration: formSettingsSchema.partial().optional(),
    hasBeenOnBoarded: z.boolean().optional(),
    financeConfig: financeConfigSchema.partial().optional(),
    defaultCommissions: defaultCommissions.optional(),
    payments: z.strictObject({ schedule: payoutSchedule.optional(), ...providerChanges }).optional(),
    notifications: notificationsSchema.partial().extend({ integration: integrationChange.optional() }).optional(),
  })
  .refine((features) => Object.keys(features).length > 0, rule('one_feature'));
export type FeatureChanges = z.output<typeof featureChanges>;

/** What the screen of the look sends. */
export const lookForm = z.strictObject({
  colors: colorsSchema,
  logoRegistration: logoSchema,
  logoText: logoSchema,
  wordings: wordingsSchema,
  wordingGrammar: wordingGrammarSchema,
  support: supportSchema,
});
export type LookForm = z.output<typeof lookForm>;

/** What the screen of memberships sends. */
export const membershipForm = membershipSchema;

/** What the screen of features sends. */
export const switchesForm = switchesSchema.pick({
  comments: true,
  specifications: true,
  display: true,
  auditLogs: true,
  catalog: true,
  makeAnOffer: true,
  holidayMode: true,
  discounts: true,
  delivery: true,
  messages: true,
  dashboard: true,
  currencies: true,
  integrations: true,
});
export type SwitchesForm = z.output<typeof switchesForm>;
