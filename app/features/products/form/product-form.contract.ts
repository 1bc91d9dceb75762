import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import { LENGTH_UNITS, MAX_VARIANTS, WEIGHT_UNITS } from '../product.ts';

const bounds = (maximum: number) =>
  z
    .strictObject({ min: z.number().int().min(0).max(maximum), max: z.number().int().min(0).max(maximum) })
    // No limit above is a max of 0, which is below every min.
    .refine(({ min, max }) => max === 0 || max >= min, { path: ['max'], error: rule('below_min') });

export const inputLimitSchema = z
  .strictObject({ title: bounds(100_000), description: bounds(100_000), images: bounds(100) })
  .meta({
    id: 'InputLimit',
    description: 'Characters of title and description, number of pictures; max 0 is no limit',
  });

export const formSwitchesSchema = z
  .strictObject({
    enabled: z.boolean(),
    limit: z.number().int().min(1).max(MAX_VARIANTS),
    comparePrice: z.boolean(),
    sku: z.boolean(),
    barcode: z.boolean(),
    taxable: z.boolean(),
    seo: z.boolean(),
    plainDescription: z.boolean(),
    untrackedStock: z.boolean(),
    digitalOnly: z.boolean(),
  })
  .meta({ id: 'VariantFlags', description: 'Which parts of the form of a product vendors get' });

export const defaultUnitsSchema = z
  .strictObject({ length: z.enum(LENGTH_UNITS), weight: z.enum(WEIGHT_UNITS) })
  .meta({ id: 'DefaultUnits' });

export const productFormSchema = z.strictObject({
  variants: formSwitchesSchema,
  inputLimit: inputLimitSchema,
  defaultUnits: defaultUnitsSchema,
});
