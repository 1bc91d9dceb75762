import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { SERVICE_CHOICES, SERVICE_PROBLEMS } from './integration.ts';

const MAX_KEY = 200;

/** What an admin sees of the service: never the key itself. */
export const mailServiceDto = z
  .object({
    service: z.enum(SERVICE_CHOICES),
    hint: z.string().meta({ description: 'The last four characters of the key' }),
    accountName: z.string().meta({ description: 'What the account is called at the service' }),
    receivesBounces: z.boolean().meta({ description: 'Bounces and complaints are told to us by the service' }),
    savedAt: timeDto.nullable(),
    problem: z.enum(SERVICE_PROBLEMS).nullable().meta({
      description: 'Why the service did not take mails lately; they were sent by our own mail server',
    }),
    problemAt: timeDto.nullable(),
    acceptedAt: timeDto.nullable().meta({ description: 'When the service last took a mail, to the minute' }),
    heardAt: timeDto
      .nullable()
      .meta({ description: 'When the service last told bounces or complaints, to the minute' }),
  })
  .meta({ id: 'MailService' });
export type MailServiceDto = z.output<typeof mailServiceDto>;

export const integrationInput = z
  .object({
    service: z.enum(SERVICE_CHOICES),
    apiKey: z
      .string()
      .trim()
      .max(MAX_KEY, rule('max_characters', { maximum: MAX_KEY }))
      .default(''),
  })
  .superRefine(({ service, apiKey }, ctx) => {
    if (service === 'none') return;
    const message =
      apiKey === ''
        ? rule('required_field')
        : apiKey.length < 16
          ? rule('key_too_short')
          : /^[\w-]+$/.test(apiKey)
            ? undefined
            : rule('key_malformed');
    if (message) ctx.addIssue({ code: 'custom', path: ['apiKey'], message });
  });
export type IntegrationInput = z.output<typeof integrationInput>;

/** The service in the settings object: as it was read it changes nothing, with a key it is connected. */
export const integrationChange = z.strictObject({
  service: z.enum(SERVICE_CHOICES),
  hint: z.string().max(MAX_KEY).optional().meta({ description: 'As it was read; it changes nothing' }),
  apiKey: z
    .string()
    .trim()
    .max(MAX_KEY, rule('max_characters', { maximum: MAX_KEY }))
    .default('')
    .meta({ description: 'Needed for another service than the one that is connected' }),
});
export type IntegrationChange = z.output<typeof integrationChange>;

const access = { kind: 'admin' } as const;

export const readIntegrationEndpoint = endpoint({
  name: 'mails.readIntegration',
  method: 'GET',
  path: '/notifications/integration',
  summary: 'Which service sends the mails to vendors, and whether it takes them',
  access,
  response: mailServiceDto,
});

export const changeIntegrationEndpoint = endpoint({
  name: 'mails.changeIntegration',
  method: 'PATCH',
  path: '/notifications/integration',
  summary: 'Connects a service once it has taken the key, which is kept encrypted; `none` disconnects it',
  access,
  body: integrationInput,
  response: mailServiceDto,
  errors: ['invalid_input', 'provider_failed'],
  limit: { perMinute: 30, by: 'viewer' },
});
