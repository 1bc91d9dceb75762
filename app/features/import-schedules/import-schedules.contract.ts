import { z } from 'zod';
import { issueDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { importRowDto } from '#app/features/products/import/product-import.contract.ts';
import {
  FREQUENCIES,
  isSourceAddress,
  MAX_ADDRESS,
  MAX_NAME,
  MAX_PASSWORD,
  MAX_USERNAME,
  SCHEDULE_PROBLEMS,
} from './import-schedule.ts';

export const SCHEDULE_STATES = ['on', 'off'] as const;

export const scheduleDto = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    username: z.string(),
    hasPassword: z.boolean().meta({ description: 'Whether a password is kept; it is never read again' }),
    frequency: z.enum(FREQUENCIES),
    templateId: z
      .string()
      .nullable()
      .meta({ description: 'The template by which its columns are matched; null reads them off' }),
    vendor: z.string().nullable().meta({ description: 'For the marketplace: whose rows are that name no vendor' }),
    state: z.enum(SCHEDULE_STATES),
    problem: z.enum(SCHEDULE_PROBLEMS).nullable().meta({ description: 'Why the newest run imported nothing' }),
    issue: issueDto.nullable().meta({ description: 'The rule that the table broke' }),
    failingSince: timeDto.nullable(),
    hostKey: z.string().nullable().meta({ description: 'SHA-256 of the key of its SFTP server' }),
    isRunning: z.boolean(),
    lastRunAt: timeDto.nullable(),
    lastSuccessAt: timeDto
      .nullable()
      .meta({ description: 'When its file was last found as it should be, changed or not' }),
    nextRunAt: timeDto.nullable(),
    lastImport: importRowDto.nullable(),
    createdBy: z.string(),
    createdAt: timeDto,
  })
  .meta({ id: 'ImportSchedule' });
export type ImportScheduleDto = z.output<typeof scheduleDto>;

const text = (maximum: number) =>
  z
    .string(rule('required_field'))
    .max(maximum, rule('max_characters', { maximum }))
    .transform((value) => storedText(value).trim());
const address = z
  .string(rule('required_field'))
  .trim()
  .min(1, rule('required_field'))
  .max(MAX_ADDRESS, { error: rule('max_characters', { maximum: MAX_ADDRESS }), abort: true })
  .refine(isSourceAddress, rule('file_address'))
  .meta({ description: 'An https or sftp address of the public internet, without a password in it' });

export const scheduleInput = z.object({
  name: text(MAX_NAME).refine((name) => name !== '', rule('required_field')),
  address,
  username: text(MAX_USERNAME).default(''),
  password: z
    .string()
    .max(MAX_PASSWORD, rule('max_characters', { maximum: MAX_PASSWORD }))
    .nullish()
    .meta({
      description: 'Left out or null keeps the one that is kept; it goes with the server that it was typed for',
    }),
  frequency: z.enum(FREQUENCIES, rule('not_an_option')).default('daily'),
  templateId: idSchema.nullish(),
  vendor: z.string().trim().max(255).nullish(),
});
export type ScheduleInput = z.output<typeof scheduleInput>;

export const schedulesDto = z.object({
  schedules: z.array(scheduleDto),
  templates: z.array(z.object({ id: z.string(), name: z.string() })),
  isMarketplace: z.boolean(),
  canEdit: z.boolean(),
});
export type SchedulesDto = z.output<typeof schedulesDto>;

/** Also for reading: an address may hold a token, which no key is to see. */
const write = { kind: 'vendor', permission: 'write_integrations' } as const;
const byId = z.object({ scheduleId: idSchema });
const perMinute = { perMinute: 30, by: 'viewer' } as const;

export const listSchedulesEndpoint = endpoint({
  name: 'importSchedules.list',
  method: 'GET',
  path: '/import-schedules',
  summary: 'Files of products that are fetched and imported by themselves: the vendor’s, or the marketplace’s own',
  access: write,
  response: schedulesDto,
  errors: ['feature_disabled'],
});

export const createScheduleEndpoint = endpoint({
  name: 'importSchedules.create',
  method: 'POST',
  path: '/import-schedules',
  summary:
    'Fetches and imports a file from now on, in the name and with the rights of whoever asks; the first time at once',
  access: write,
  body: scheduleInput,
  response: scheduleDto,
  status: 201,
  creates: true,
  errors: ['feature_disabled', 'missing_permission', 'invalid_state', 'not_found'],
  limit: perMinute,
});

export const changeScheduleEndpoint = endpoint({
  name: 'importSchedules.change',
  method: 'PUT',
  path: '/import-schedules/{scheduleId}',
  summary: 'Changes a schedule, which runs at once; whoever does is its maker from then on',
  access: write,
  params: byId,
  body: scheduleInput,
  response: scheduleDto,
  errors: ['feature_disabled', 'missing_permission', 'not_found'],
  limit: perMinute,
});

export const switchScheduleEndpoint = endpoint({
  name: 'importSchedules.switch',
  method: 'PUT',
  path: '/import-schedules/{scheduleId}/state',
  summary: 'Switches a schedule on or off; whoever switches it on is its maker from then on',
  access: write,
  params: byId,
  body: z.object({
    state: z.enum(SCHEDULE_STATES),
    trustsServer: z
      .boolean()
      .default(false)
      .meta({ description: 'Takes the key that its SFTP server has now for the right one' }),
  }),
  response: scheduleDto,
  errors: ['feature_disabled', 'missing_permission', 'not_found'],
  limit: perMinute,
});

export const runScheduleEndpoint = endpoint({
  name: 'importSchedules.run',
  method: 'POST',
  path: '/import-schedules/{scheduleId}/run',
  summary: 'Fetches and imports a file now, also one that has not changed',
  access: write,
  params: byId,
  response: scheduleDto,
  status: 202,
  errors: ['feature_disabled', 'missing_permission', 'not_found', 'invalid_state'],
  limit: perMinute,
});

export const deleteScheduleEndpoint = endpoint({
  name: 'importSchedules.delete',
  method: 'DELETE',
  path: '/import-schedules/{scheduleId}',
  summary: 'Deletes a schedule; what it imported stays',
  access: write,
  params: byId,
  response: z.object({ ok: z.literal(true) }),
  errors: ['feature_disabled', 'not_found'],
});
