import { z } from 'zod';
import { invariant } from '#app/core/invariant.ts';

// Answers are read by schemas of our own, because those of Shippo's client refuse answers that Shippo does give: a live key's
// transaction whose tracking status is an object, a track with sparse fields.

const MAX_TEXT = 500;
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value ?? '').slice(0, MAX_TEXT));
const address = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value && value.length <= 2000 && /^https:\/\//.test(value) ? value : null));

const messages = z
  .array(z.looseObject({ source: text, code: text, text }))
  .nullish()
  .catch([])
  .transform((list) => (list ?? []).slice(0, 20).filter((one) => one.text !== ''));

export const rateAnswer = z
  .looseObject({
    object_id: z.string().min(1).max(100),
    amount: z.string().max(30),
    currency: z.string().length(3),
    amount_local: z.string().max(30).nullish().catch(null),
    currency_local: z.string().max(3).nullish().catch(null),
    provider: text,
    servicelevel: z.looseObject({ name: text, token: text }).nullish().catch(null),
    estimated_days: z.number().int().min(0).max(1000).nullish().catch(null),
    attributes: z.array(z.string()).nullish().catch([]),
    test: z.boolean().nullish().catch(null),
  })
  .transform((rate) => ({
    rateId: rate.object_id,
    amount: rate.amount,
    currency: rate.currency.toUpperCase(),
    amountLocal: rate.amount_local ?? null,
    currencyLocal: rate.currency_local?.toUpperCase() ?? null,
    carrier: rate.provider,
    service: rate.servicelevel?.name ?? '',
    serviceToken: rate.servicelevel?.token ?? '',
    days: rate.estimated_days ?? null,
    attributes: rate.attributes ?? [],
    isTest: rate.test ?? null,
  }));
export type ShippoRate = z.output<typeof rateAnswer>;

/** A list with whatever of it can be read: one odd rate does not take the others away. */
const readable = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).transform((list) =>
    list.flatMap((one) => {
      const parsed = schema.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );

export const shipmentAnswer = z
  .looseObject({ object_id: z.string().min(1).max(100), rates: readable(rateAnswer).nullish(), messages })
  .transform((shipment) => ({
    shipmentId: shipment.object_id,
    rates: shipment.rates ?? [],
    messages: shipment.messages,
  }));
export type ShippoQuote = z.output<typeof shipmentAnswer>;

export const ratesAnswer = z
  .looseObject({ results: readable(rateAnswer).nullish() })
  .transform((page) => page.results ?? []);

/** A carrier's service as the account offers it. */
export type ShippoService = { token: string; name: string; carrier: string };

const accountAnswer = z
  .looseObject({
    carrier: text,
    carrier_name: text,
    active: z.boolean().nullish().catch(null),
    service_levels: z
      .array(z.looseObject({ token: text, name: text }))
      .nullish()
      .catch([]),
  })
  .transform((account): ShippoService[] =>
    account.active === false
      ? []
      : (account.service_levels ?? []).map(({ token, name }) => ({
          token,
          name: name === '' ? token : name,
          carrier: account.carrier_name === '' ? account.carrier : account.carrier_name,
        })),
  );

/** The services of all carrier accounts, each once. */
export const servicesAnswer = z.looseObject({ results: readable(accountAnswer).nullish() }).transform((page) => {
  const services = (page.results ?? []).flat().filter(({ token }) => token !== '');
  return [...new Map(services.map((service) => [service.token, service])).values()];
});

const TRANSACTION_STATUSES = [
  'WAITING',
  'QUEUED',
  'SUCCESS',
  'ERROR',
  'REFUNDED',
  'REFUNDPENDING',
  'REFUNDREJECTED',
] as const;

/** Where a shipment is, by the words of Shippo. */
const TRACKING_STATUSES = ['UNKNOWN', 'PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'] as const;
type TrackingStatus = (typeof TRACKING_STATUSES)[number];

/** A status as a test key gives it (a word) or as a live key does (an object with the word in it). */
const trackingStatus = z
  .union([z.string(), z.looseObject({ status: z.string() }).transform((one) => one.status)])
  .nullish()
  .catch(null)
  .transform((word): TrackingStatus => TRACKING_STATUSES.find((status) => status === word) ?? 'UNKNOWN');

/** A moment as Shippo states it; null for what is none. */
const toTime = (text: string | null | undefined): Date | null => {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : new Date(ms);
};

export const transactionAnswer = z
  .looseObject({
    object_id: z.string().min(1).max(100),
    status: z.enum(TRANSACTION_STATUSES),
    rate: z.union([z.string(), z.looseObject({ object_id: text }).transform((one) => one.object_id)]).nullish(),
    label_url: address,
    tracking_number: text,
    tracking_url_provider: address,
    tracking_status: trackingStatus,
    metadata: text,
    test: z.boolean().nullish().catch(null),
    object_created: z.string().max(40).nullish().catch(null),
    messages,
  })
  .transform((one) => ({
    transactionId: one.object_id,
    createdAt: toTime(one.object_created),
    status: one.status,
    rateId: one.rate ?? '',
    labelUrl: one.label_url,
    tracking: one.tracking_number,
    trackingUrl: one.tracking_url_provider,
    trackingStatus: one.tracking_status,
    metadata: one.metadata,
    isTest: one.test ?? null,
    messages: one.messages,
  }));
export type ShippoTransaction = z.output<typeof transactionAnswer>;

export const transactionsAnswer = z
  .looseObject({ results: readable(transactionAnswer).nullish() })
  .transform((page) => page.results ?? []);

export const refundAnswer = z
  .looseObject({
    object_id: z.string().min(1).max(100),
    status: z.enum(['QUEUED', 'PENDING', 'SUCCESS', 'ERROR']),
  })
  .transform((one) => ({ refundId: one.object_id, status: one.status }));
export type ShippoRefund = z.output<typeof refundAnswer>;

export const webhookAnswer = z
  .looseObject({ object_id: z.string().min(1).max(100) })
  .transform(({ object_id: webhookId }) => webhookId);

/** An answer that says nothing. */
export const nothingAnswer = z.unknown().transform(() => undefined);

/** What the client understood, in the names that were sent: `objectId` as `object_id`. Such answers are small and shallow. */
export function toSent(value: unknown, depth = 0): unknown {
  invariant(depth < 20, 'an answer of Shippo is shallow');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((one) => toSent(one, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      toSent(one, depth + 1),
    ]),
  );
}
