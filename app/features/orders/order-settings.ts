import { z } from 'zod';
import { HIDEABLE_FIELDS } from './order-view.ts';

/** The part of the settings that orders own: which of a buyer's fields vendors do not see. */
export const orderSettingsSchema = z.object({
  hiddenFields: z.array(z.enum(HIDEABLE_FIELDS)).max(HIDEABLE_FIELDS.length),
});
export type OrderSettings = z.output<typeof orderSettingsSchema>;

/** The specification's defaults: e-mail and phone of billing and customer are hidden. */
export const orderSettingsDefaults: OrderSettings = { hiddenFields: [...HIDEABLE_FIELDS] };
