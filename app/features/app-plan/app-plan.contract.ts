import { z } from 'zod';
import { moneyDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { ADDON_NAMES, LIMIT_LEVELS, LIMITED, PLAN_NAMES, PLAN_STATUSES } from './plan.ts';

const count = z.number().int();
const limitsDto = z.object({ vendors: count, orders: count, products: count });

const planDto = z.object({
  name: z.enum(PLAN_NAMES),
  price: moneyDto,
  limits: limitsDto,
  fits: z.boolean().meta({ description: 'Whether what is in use fits into it without add-ons' }),
});
const addonDto = z.object({ name: z.enum(ADDON_NAMES), price: moneyDto, count });

export const installationDto = z
  .object({
    plan: z.enum(PLAN_NAMES),
    addons: z.array(z.enum(ADDON_NAMES)),
    status: z.enum(PLAN_STATUSES).meta({ description: 'As the platform says it; `none` without a subscription' }),
    price: moneyDto.meta({ description: 'Every 30 days' }),
    pending: z
      .object({ plan: z.enum(PLAN_NAMES), addons: z.array(z.enum(ADDON_NAMES)) })
      .nullable()
      .meta({ description: 'A change that waits for approval at the platform' }),
    limits: limitsDto,
    usage: limitsDto.meta({ description: 'Vendors and products now, orders of the last 30 days' }),
    warnings: z
      .array(z.object({ name: z.enum(LIMITED), level: z.enum(LIMIT_LEVELS), used: count, included: count }))
      .meta({
        description:
          'Limits of which 80% are in use (`near`), or all (`reached`): nothing new of it is taken then, but orders',
      }),
    trialDays: count.meta({ description: 'Free days of the first subscription; 0 after it' }),
    url: z.string().meta({ description: 'Where the app shows its plan in the store admin' }),
    plans: z.array(planDto),
    addonsOffered: z.array(addonDto),
  })
  .meta({ id: 'Installation' });
export type InstallationDto = z.infer<typeof installationDto>;

export const changePlanBody = z.object({
  plan: z.enum(PLAN_NAMES),
  addons: z.array(z.enum(ADDON_NAMES)).max(ADDON_NAMES.length).default([]),
});
export type ChangePlanInput = z.output<typeof changePlanBody>;

export const readInstallationEndpoint = endpoint({
  name: 'installation.read',
  method: 'GET',
  path: '/admin/installation',
  summary: 'The marketplace’s plan of the app and its add-ons, as the platform bills them, with what is in use.',
  access: { kind: 'admin' },
  response: installationDto,
  errors: ['platform_failed', 'platform_throttled', 'shop_access_revoked'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const changeInstallationEndpoint = endpoint({
  name: 'installation.change',
  method: 'PUT',
  path: '/admin/installation',
  summary:
    'Begins a change of plan and add-ons; `url` is the platform’s page on which it is approved, or the app where nothing is to approve.',
  access: { kind: 'admin' },
  body: changePlanBody,
  response: z.object({ url: z.string() }).meta({ id: 'InstallationChange' }),
  errors: ['invalid_state', 'platform_failed', 'platform_refused', 'platform_throttled', 'shop_access_revoked'],
  limit: { perMinute: 10, by: 'viewer' },
});
