import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { HOLIDAY_STATES, MAX_MESSAGE } from './holiday.ts';

const MAX_LISTED = 200;

const day = z.union([
  z.literal(''),
  z
    .string()
    .max(10)
    .pipe(z.iso.date(rule('date_format'))),
]);

/** What is sent: `from` and `to` are days of the store's time zone, both included. */
export const holidayInput = z
  .strictObject({
    enabled: z.boolean(),
    from: day.default('').meta({ description: 'The first day, in the store’s time zone' }),
    to: day.default('').meta({ description: 'The last day, included' }),
    message: z
      .string()
      .trim()
      .max(MAX_MESSAGE, rule('max_characters', { maximum: MAX_MESSAGE }))
      .default(''),
    version: versionInput.optional().meta({ description: 'The version that was read; a stale one is 409' }),
  })
  .superRefine(({ enabled, from, to, message }, issues) => {
    const add = (path: string, text: string): void => {
      issues.addIssue({ code: 'custom', path: [path], message: text });
    };
    if (enabled && from === '') add('from', rule('required_field'));
    if (enabled && to === '') add('to', rule('required_field'));
    if (enabled && message === '') add('message', rule('required_field'));
    if (from !== '' && to !== '' && to < from) add('to', rule('end_before_start'));
  });
export type HolidayInput = z.output<typeof holidayInput>;

const holidayDto = z
  .object({
    enabled: z.boolean(),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    message: z.string(),
    state: z.enum(HOLIDAY_STATES).meta({ description: 'Where it stands today, in the store’s time zone' }),
    version: z.number().int(),
  })
  .meta({ id: 'Holiday' });
export type HolidayDto = z.output<typeof holidayDto>;

const holidaysDto = z.object({
  holiday: holidayDto,
  canEdit: z.boolean(),
  vendors: z
    .array(
      z.object({
        vendor: z.string(),
        from: z.iso.date(),
        to: z.iso.date(),
        message: z.string(),
        state: z.enum(HOLIDAY_STATES),
      }),
    )
    .max(MAX_LISTED)
    .meta({ description: 'In the marketplace view: vendors that are away now or later, by first day' }),
});
export type HolidaysDto = z.output<typeof holidaysDto>;
export const MAX_VENDORS_LISTED = MAX_LISTED;

export const readHolidaysEndpoint = endpoint({
  name: 'holidays.read',
  method: 'GET',
  path: '/settings/holidays',
  summary: 'The holiday of the vendor that the caller acts for, or of the marketplace with those of its vendors',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: holidaysDto,
  errors: ['feature_disabled'],
});

export const saveHolidayEndpoint = endpoint({
  name: 'holidays.save',
  method: 'PUT',
  path: '/settings/holidays',
  summary:
    'Sets when the vendor, or in the marketplace view the whole marketplace, is away and what buyers read meanwhile. Buying stays possible. For managers and admins.',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: holidayInput,
  response: holidayDto,
  errors: ['feature_disabled', 'missing_permission', 'invalid_input', 'conflict'],
});
