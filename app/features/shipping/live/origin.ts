import { z } from 'zod';
import type { DefaultPackage, PackedLine } from '../ship-from/package.ts';
import { carrierFields } from '../ship-from/carrier-fields.ts';
import { PACKAGE_LENGTH_UNITS, PACKAGE_WEIGHT_UNITS } from '../ship-from/ship-from.ts';

const storedAddress = z.object({
  name: z.string(),
  company: z.string(),
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  ...carrierFields,
});
const storedSize = { length: z.number(), width: z.number(), height: z.number() };
const storedPackage = z.object({
  ...storedSize,
  dimUnit: z.enum(PACKAGE_LENGTH_UNITS),
  weight: z.number(),
  weightUnit: z.enum(PACKAGE_WEIGHT_UNITS),
});
const originFields = z.object({
  address: storedAddress.nullable().catch(null),
  package: storedPackage.nullable().catch(null),
});

/** Where a vendor ships from, and its default package; null for what it has not stated. */
export type Origin = { address: z.output<typeof storedAddress> | null; package: DefaultPackage | null };
export const NOWHERE: Origin = { address: null, package: null };
const storedOrigin = originFields.catch(NOWHERE);

/** An origin as it is stored; what cannot be read counts as not stated. */
export const readOrigin = (stored: unknown): Origin => storedOrigin.parse(stored);

const storedMeasures = z.object({ ...storedSize, dimUnit: z.enum(PACKAGE_LENGTH_UNITS) });

/** A variant's own measures as they are stored; null for what cannot be read. */
export function readSize(stored: unknown): PackedLine['size'] {
  const { data } = storedMeasures.safeParse(stored);
  if (!data) return null;
  const { dimUnit: unit, ...size } = data;
  return { ...size, unit };
}
