import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { RECORD_STATES, RECORDS } from './sender-domain.ts';

const senderDomainDto = z
  .object({
    domain: z.string().nullable().meta({ description: 'Where the sender address lies; null: not in the public DNS' }),
    records: z
      .array(
        z.object({
          record: z.enum(RECORDS),
          state: z.enum(RECORD_STATES),
          name: z.string().meta({ description: 'Where the record stands, or is to be added' }),
          value: z.string().nullable().meta({ description: 'What to add; null where the mail service says it' }),
        }),
      )
      .meta({ description: 'Empty until the domain was looked up' }),
    checkedAt: timeDto.nullable(),
  })
  .meta({ id: 'SenderDomain' });
export type SenderDomainDto = z.output<typeof senderDomainDto>;

const access = { kind: 'admin' } as const;

export const readSenderDomainEndpoint = endpoint({
  name: 'mails.readSenderDomain',
  method: 'GET',
  path: '/notifications/sender-domain',
  summary: 'What the DNS says of the domain of the sender address, as of the last look-up',
  access,
  response: senderDomainDto,
});

export const checkSenderDomainEndpoint = endpoint({
  name: 'mails.checkSenderDomain',
  method: 'POST',
  path: '/notifications/sender-domain/check',
  summary: 'Looks SPF, DKIM and DMARC of the domain up now; afterwards that is done daily',
  access,
  response: senderDomainDto,
  limit: { perMinute: 10, by: 'viewer' },
});
