import { z } from 'zod';
import type { MailServiceReason } from '#app/core/mail-service.ts';
import { askService, readAnswer, type ServiceCall } from './ask.server.ts';

/** Something that happened, from which a flow of the account makes its own mail. */
export type KlaviyoEvent = {
  /** The metric: the name of our template. */
  name: string;
  email: string;
  /** Of one key, Klaviyo records the first event alone. */
  key: string;
  at: Date;
  properties: Readonly<Record<string, unknown>>;
};

/** Klaviyo as one key opens it. Every call throws MailServiceProblem. */
export type Klaviyo = {
  /** The name of the key's account; also the trial of a key. */
  readAccount(): Promise<string>;
  sendEvent(event: KlaviyoEvent): Promise<void>;
};

const API = 'https://a.klaviyo.com/api';
const REVISION = '2026-07-15';

const accountsSchema = z.object({
  data: z.array(
    z.object({
      attributes: z.object({ contact_information: z.object({ organization_name: z.string().nullish() }).optional() }),
    }),
  ),
});

const toReason = (status: number): MailServiceReason => (status === 401 || status === 403 ? 'key' : 'refused');

export function openKlaviyo(apiKey: string): Klaviyo {
  const ask = (method: ServiceCall['method'], path: string, body?: unknown) =>
    askService(
      'klaviyo',
      {
        method,
        url: `${API}${path}`,
        headers: {
          authorization: `Klaviyo-API-Key ${apiKey}`,
          revision: REVISION,
          accept: 'application/vnd.api+json',
          'content-type': 'application/vnd.api+json',
        },
        ...(body === undefined ? {} : { body }),
      },
      toReason,
    );
  return {
    async readAccount() {
      const { data } = readAnswer('klaviyo', accountsSchema, await ask('GET', '/accounts'));
      return data[0]?.attributes.contact_information?.organization_name ?? '';
    },
    async sendEvent(event) {
      await ask('POST', '/events', toBody(event));
    },
  };
}

/** The body of `POST /events`. */
function toBody({ name, email, key, at, properties }: KlaviyoEvent): object {
  return {
    data: {
      type: 'event',
      attributes: {
        properties,
        time: at.toISOString(),
        unique_id: key,
        metric: { data: { type: 'metric', attributes: { name } } },
        profile: { data: { type: 'profile', attributes: { email } } },
      },
    },
  };
}
