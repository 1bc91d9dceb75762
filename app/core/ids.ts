import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = bigint & { readonly [brand]: Name };

export type StoreId = Branded<'StoreId'>;
export type VendorId = Branded<'VendorId'>;

export const asStoreId = (id: bigint): StoreId => id as StoreId;
export const asVendorId = (id: bigint): VendorId => id as VendorId;

/** The largest number that a database bigint holds. */
export const MAX_BIGINT = 9_223_372_036_854_775_807n;

/** An id at the API: a decimal string that fits a database bigint, read as a bigint. */
export const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, rule('id'))
  .transform((text) => BigInt(text))
  .refine((id) => id <= MAX_BIGINT, rule('id'));

/** An id as the platform sends it: a number, or its digits where a number would have been rounded. */
export const sentIdSchema = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,18}$/)]);
