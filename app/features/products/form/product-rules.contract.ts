import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { doneDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_LOW_STOCK } from '../low-stock/low-stock.ts';
import { HOLD_MODES, MAX_TOLERANCE } from '../policy.ts';

const access = { kind: 'admin' } as const;

const MAX_CHANNELS = 250;
export const autoApproveSchema = z
  .strictObject({ enabledDefault: z.boolean() })
  .meta({ description: 'New products go live at once, for vendors without a setting of their own' });
export const templateSuffixSchema = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\w.-]*$/, rule('template_name'))
  .meta({ description: "The theme's template that shows products made here; empty is the theme's own" });

/** What the marketplace asks of vendors' products. */
export const productRules = z.strictObject({
  hold: z
    .enum(HOLD_MODES)
    .meta({ description: 'What of a change to a live product waits: nothing, its content, or everything but stock' }),
  priceTolerance: z
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(0, rule('min_number', { minimum: 0 }))
    .max(MAX_TOLERANCE, rule('max_number', { maximum: MAX_TOLERANCE }))
    .nullable()
    .meta({ description: 'Prices within so many percent go live at once, beyond it they wait; null: `hold` decides' }),
  autoApprove: autoApproveSchema,
  templateSuffix: templateSuffixSchema,
  uniqueSkus: z
    .boolean()
    .default(false)
    .meta({ description: 'No two products of the whole marketplace share a SKU; off: no two of one vendor' }),
  publications: z
    .array(z.string().regex(/^\d{1,20}$/, rule('not_a_channel')))
    .max(MAX_CHANNELS)
    .meta({
      description: 'The sales channels where approved products are published (ids of `app/info/shop`); empty: all',
    }),
});

const holdOfOrigin = z.enum(HOLD_MODES).nullable();

/** Kept beside the rules, so that the release before reads those. */
export const holdByOrigin = z.strictObject({
  import: holdOfOrigin,
  sheet: holdOfOrigin,
  own_store: holdOfOrigin,
  api_key: holdOfOrigin,
});
/** Kept beside the rules too. */
export const lowStock = z.strictObject({
  threshold: z
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(0, rule('min_number', { minimum: 0 }))
    .max(MAX_LOW_STOCK, rule('max_number', { maximum: MAX_LOW_STOCK }))
    .nullable(),
});
const lowStockRule = lowStock.shape.threshold.meta({
  description: 'Vendors are told when the stock of a variant sinks to so many; null: never',
});
const wholeRules = productRules.extend({
  lowStock: lowStockRule,
  holdByOrigin: holdByOrigin.meta({
    description: 'What waits of changes by import, spreadsheet, own store and API key; null: as `hold` says',
  }),
});
export type ProductRules = z.output<typeof wholeRules>;

/** `version` is the one that was read; somebody else's later save is refused as a conflict. */
export const productRulesBody = z.strictObject({
  rules: productRules.extend({ holdByOrigin: holdByOrigin.optional(), lowStock: lowStockRule.optional() }),
  version: versionInput,
});
export type ProductRulesInput = z.output<typeof productRulesBody>;
export const productRulesDto = z.object({ rules: wholeRules, version: z.number().int() });
export type ProductRulesDto = z.output<typeof productRulesDto>;
/** The sales channels of the store to choose from; null where the platform did not tell them now. */
export type Channels = { id: string; name: string }[] | null;

export const readProductRulesEndpoint = endpoint({
  name: 'productRules.read',
  method: 'GET',
  path: '/settings/product-rules',
  summary: "What the marketplace holds back of vendors' changes to live products",
  access,
  response: productRulesDto,
});

export const saveProductRulesEndpoint = endpoint({
  name: 'productRules.save',
  method: 'PUT',
  path: '/settings/product-rules',
  summary: "Sets what the marketplace holds back of vendors' changes to live products",
  access,
  body: productRulesBody,
  response: doneDto,
  errors: ['invalid_input', 'conflict'],
});
