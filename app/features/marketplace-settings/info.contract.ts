import { z } from 'zod';
import { paymentsDto } from '#app/features/payment-providers/payment-providers.contract.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { SETTINGS_GROUPS } from '#app/core/settings-pages.ts';
import { LOCALES, PERMISSIONS } from '#app/core/viewer.ts';
import { doneDto } from '#app/core/dto.ts';
import { financeConfigSchema } from '#app/features/commissions/finance-config.ts';
import { mailServiceDto } from '#app/platform/mails/integration/integration.contract.ts';
import { notificationsSchema } from '#app/platform/mails/notifications.ts';
import { payoutSchedule } from '#app/features/payouts/rules/payout-schedule.ts';
import { appearanceSchema, membershipSchema } from '#app/platform/settings/store-sections.ts';
import { LOGO_CHOICES } from '#app/platform/settings/branding/branding.ts';
import { colorsSchema, supportSchema, wordingsSchema } from '#app/platform/settings/branding/branding.contract.ts';
import {
  defaultUnitsSchema,
  formSwitchesSchema,
  inputLimitSchema,
} from '#app/features/products/form/product-form.contract.ts';
import { orderSettingsSchema } from '#app/features/orders/order-settings.ts';
import { autoApproveSchema, templateSuffixSchema } from '#app/features/products/form/product-rules.contract.ts';
import { fieldDto } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import { switchesSchema } from '#app/platform/settings/settings.contract.ts';
import { sectionsSchema } from '#app/features/specifications/specifications.contract.ts';
import { translationsFeatureDto } from '#app/features/products/translations/translations.contract.ts';

import { defaultCommissionDto, featureChanges, vendorPageDto } from './feature-changes.contract.ts';
import { historyQuery, historyDto } from './history.contract.ts';
import { SUMMARY_KEYS } from './settings-rows.ts';

const storeDto = z.object({ domain: z.string(), name: z.string() });
const logoDto = z.object({ value: z.string(), src: z.string(), selected: z.enum(LOGO_CHOICES) });

export const storesEndpoint = endpoint({
  name: 'stores.list',
  method: 'GET',
  path: '/stores',
  summary: 'The stores in which the signed-in person has an account, the present one first',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: z.array(storeDto),
});

export const appInfoEndpoint = endpoint({
  name: 'app.info',
  method: 'GET',
  path: '/app/info',
  summary: 'Who is signed in, the store, and its settings as far as the viewer may know them',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: z.object({
    viewer: z.object({
      email: z.string(),
      name: z.string(),
      role: z.string(),
      store: z.string(),
      vendor: z.string().meta({ description: 'The vendor acted for; * is the marketplace view' }),
      isAdmin: z.boolean(),
      isEmbedded: z.boolean(),
      marketplaceView: z.boolean(),
      locale: z.enum(LOCALES),
    }),
    store: storeDto.extend({ currency: z.string(), timezone: z.string() }),
    permissions: z.array(z.enum(PERMISSIONS)),
    features: switchesSchema.extend({ translations: translationsFeatureDto }),
    wordings: wordingsSchema,
    settings: z.object({
      colors: colorsSchema,
      logoRegistration: logoDto,
      logoText: logoDto,
      support: supportSchema,
      variants: formSwitchesSchema,
      inputLimit: inputLimitSchema,
      defaultUnits: defaultUnitsSchema,
      sections: sectionsSchema,
      orders: orderSettingsSchema,
      autoApprove: autoApproveSchema,
      templateSuffix: templateSuffixSchema,
      appearance: appearanceSchema,
      membership: membershipSchema,
      vendorPage: vendorPageDto,
      hasBeenOnBoarded: z.boolean(),
      payments: paymentsDto.extend({
        schedule: payoutSchedule.optional().meta({ description: 'When vendors are paid automatically; for admins' }),
      }),
      financeConfig: financeConfigSchema.optional().meta({ description: 'For admins' }),
      defaultCommissions: z.array(defaultCommissionDto).optional().meta({ description: 'For admins' }),
      schedule: payoutSchedule.optional().meta({ description: 'The same as `payments.schedule`; for admins' }),
      notifications: notificationsSchema
        .extend({ integration: mailServiceDto.pick({ service: true, hint: true }) })
        .optional()
        .meta({ description: 'For admins' }),
      registration: z.object({ enableApproval: z.boolean(), fields: z.array(fieldDto) }),
    }),
  }),
});

export const appStatusEndpoint = endpoint({
  name: 'app.status',
  method: 'GET',
  path: '/app/status',
  summary: 'Counts of the viewer and what the client should know of the program',
  access: { kind: 'vendor', permission: 'read_settings' },
  query: z.object({ version: z.string().max(40).optional() }),
  response: z.object({
    activeProducts: z.number().int(),
    draftProducts: z.number().int().meta({ description: 'Products that wait for approval' }),
    orders: z.number().int(),
    draftOrders: z.number().int().meta({ description: "Orders that wait for the buyer's payment" }),
    shouldUpdate: z.boolean().meta({ description: 'The `version` that the client named is not the one that answers' }),
    listingLimit: z.number().int().nullable().meta({ description: 'How many products are allowed; null is no limit' }),
    missedMessages: z.number().int().meta({ description: 'Unread messages; none while conversations are off' }),
    signature: z.string().meta({ description: 'HMAC-SHA256 of "store|vendor|email": tells a support tool who writes' }),
    features: switchesSchema,
  }),
});

export const shopInfoEndpoint = endpoint({
  name: 'app.shop',
  method: 'GET',
  path: '/app/info/shop',
  summary: 'Where the store keeps stock, on which channels it sells, and in which languages, as the platform says now',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: z.object({
    locations: z.array(
      z.object({ id: z.string(), name: z.string(), isActive: z.boolean(), fulfillsOnlineOrders: z.boolean() }),
    ),
    publications: z.array(z.object({ id: z.string(), name: z.string() })),
    locales: z.array(z.object({ locale: z.string(), name: z.string(), primary: z.boolean(), published: z.boolean() })),
  }),
  errors: ['platform_failed', 'platform_throttled', 'store_uninstalled', 'shop_access_revoked'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const saveFeaturesEndpoint = endpoint({
  name: 'app.saveFeatures',
  method: 'PATCH',
  path: '/app/info/features',
  summary: 'Changes settings of the marketplace; what is left out stays as it is',
  access: { kind: 'admin' },
  body: z.strictObject({ features: featureChanges }),
  response: doneDto,
  errors: ['missing_permission', 'invalid_input', 'conflict'],
});

export const listHistoryEndpoint = endpoint({
  name: 'settings.history',
  method: 'GET',
  path: '/settings/history',
  summary: 'Who changed which setting when, from what to what, the newest first',
  access: { kind: 'admin' },
  query: historyQuery,
  response: historyDto,
});

const rowValue = z.union([
  z.object({ isOn: z.boolean() }),
  z.object({ count: z.number().int() }),
  z.object({ text: z.string() }),
]);

const rowSummary = z.object({
  key: z.enum(SUMMARY_KEYS),
  count: z.number().int().optional(),
  percent: z.string().optional(),
  days: z.array(z.string()).optional(),
  day: z.number().int().optional(),
});

export const listSettingsEndpoint = endpoint({
  name: 'settings.list',
  method: 'GET',
  path: '/settings',
  summary: 'The settings that the viewer may open, each with its screen and what it is at present',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: z.object({
    isMarketplace: z.boolean().meta({ description: "The marketplace's settings; else those of the vendor acted for" }),
    rows: z.array(
      z.object({
        id: z.string(),
        group: z.enum(SETTINGS_GROUPS),
        path: z.string(),
        value: rowValue.nullable(),
        summary: rowSummary
          .nullable()
          .meta({ description: 'The same by the key of its words, with what stands in them' }),
      }),
    ),
  }),
});
