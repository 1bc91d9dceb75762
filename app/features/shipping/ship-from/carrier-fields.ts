import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import { MAX_ADDRESS_NOTE } from './carrier-address.ts';

/** What an address says to carriers beside the place, under the specification's names; null and '' where it says nothing. */
export const carrierFields = {
  is_residential: z.boolean().nullable().default(null).meta({
    description: 'Whether somebody lives there, which some carriers price apart; null where it is not stated',
  }),
  metadata: z
    .string()
    .trim()
    .max(MAX_ADDRESS_NOTE, rule('max_characters', { maximum: MAX_ADDRESS_NOTE }))
    .default('')
    .meta({ description: 'A note that Shippo keeps with the address, at most 100 characters' }),
};
