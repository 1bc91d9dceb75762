import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { HIDEABLE_FIELDS } from './order-view.ts';

/** The part of the settings that orders own: which of a buyer's fields vendors do not see, and whether test orders count. */
export const orderSettingsSchema = z.strictObject({
  hiddenFields: z
    .array(z.enum(HIDEABLE_FIELDS))
    .max(HIDEABLE_FIELDS.length)
    .meta({ description: 'Fields of buyers that vendors see nowhere; the delivery address and its phone always stay' }),
  countTests: z.boolean().optional().meta({
    description:
      'Whether test orders that come from now on are counted and due like others; left out, it stays as it is',
  }),
});
export type OrderSettings = z.output<typeof orderSettingsSchema>;
/** The settings as they hold, with nothing left out. */
export type WholeOrderSettings = Required<OrderSettings>;

/** The specification's defaults: e-mail and phone of billing and customer are hidden. Test orders count for nothing. */
export const orderSettingsDefaults: WholeOrderSettings = { hiddenFields: [...HIDEABLE_FIELDS], countTests: false };

/** What the screen of the settings sends. `version` is the one that was read; somebody else's later save is refused as a conflict. */
export const orderSettingsBody = z.strictObject({
  settings: orderSettingsSchema,
  /**
   * Whether digital items are shipped by themselves once they are paid: the specification's `autoFulfillDigital`. Only where
   * it was changed here: the switch has no version of its own, and another screen may have turned it since this one was read.
   */
  autoFulfillDigital: z.boolean().optional(),
  /** Whether what is earned and due stands in the orders, without a money screen of its own; sent as the one above. */
  useFinanceV2: z.boolean().optional(),
  version: versionInput,
});
export type OrderSettingsSave = z.output<typeof orderSettingsBody>;

/** What the screen of the settings begins with. */
export type OrderSettingsForm = Required<OrderSettingsSave> & { settings: WholeOrderSettings };
