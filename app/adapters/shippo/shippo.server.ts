import type { Shippo } from 'shippo';
import type { RequestOptions } from 'shippo/lib/sdks.js';
import type { z } from 'zod';
import {
  callOutside,
  createLimitedFetch,
  OutsideCallError,
  type OutsideAnswer,
} from '#app/adapters/web/outside-call.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import {
  ratesAnswer,
  refundAnswer,
  servicesAnswer,
  shipmentAnswer,
  toSent,
  transactionAnswer,
  transactionsAnswer,
  nothingAnswer,
  webhookAnswer,
  type ShippoQuote,
  type ShippoRate,
  type ShippoRefund,
  type ShippoService,
  type ShippoTransaction,
} from './answers.ts';
import { createLiveQuotes, type QuoteLive } from './live-quotes.ts';
import { ShippoProblem } from './shippo-problem.ts';

export { ShippoProblem } from './shippo-problem.ts';
export type { ShippoQuote, ShippoRate, ShippoRefund, ShippoService, ShippoTransaction } from './answers.ts';

/** Shippo, as features see it. Keys belong to stores and come with each use; nothing of them is kept here. */
export type ShippoAdapter = {
  /** A client for one key. Its calls throw ShippoProblem. */
  open(apiKey: string): ShippoClient;
  /** The rates of a shipment for a buyer who waits: never thrown, and never later than the limit. */
  quoteLive: QuoteLive<NewShipment>;
};

export type ShippoAddress = {
  name: string;
  company: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
  isResidential?: boolean;
  /** A note that Shippo keeps with it, at most 100 characters. */
  metadata?: string;
};

/** A package: lengths in one unit, weight in grams, as decimal texts. */
export type ShippoPackage = {
  length: string;
  width: string;
  height: string;
  distanceUnit: 'cm' | 'in' | 'ft' | 'm' | 'mm' | 'yd';
  grams: string;
};

/** Goods for customs: the weight and value are those of all units of the item together. */
export type ShippoCustomsItem = {
  description: string;
  quantity: number;
  grams: string;
  value: string;
  currency: string;
  originCountry: string;
  sku: string;
};

export type NewShipment = {
  from: ShippoAddress;
  to: ShippoAddress;
  packages: readonly ShippoPackage[];
  customs: { signer: string; items: readonly ShippoCustomsItem[] } | null;
  reference: string;
  /** A label for the way back. The addresses stay those of the way there: Shippo turns them round. */
  isReturn: boolean;
};

export type ShippoClient = {
  /** Whether the key is taken; throws where it is not. */
  check(): Promise<void>;
  /** Rates for a shipment, and what carriers say that have none. */
  quote(shipment: NewShipment): Promise<ShippoQuote>;
  /** The same, asked once and within a limit. */
  quoteOnce(shipment: NewShipment, limitMs: number): Promise<ShippoQuote>;
  /** The rates of a shipment with their amounts in a currency. */
  listRates(shipmentId: string, currency: string): Promise<ShippoRate[]>;
  /** The services of the account's carriers, asked once and within a limit. */
  listServices(limitMs: number): Promise<ShippoService[]>;
  /** Buys a label; never tried again by itself. After `lost`, look it up by its rate before it is bought again. */
  buy(o: { rateId: string; reference: string }): Promise<ShippoTransaction>;
  /** A page of all purchases of the account, the newest first; pages begin with 1, and one that is not full is the last. */
  listAllPurchases(page: number): Promise<{ purchases: ShippoTransaction[]; isLast: boolean }>;
  /** Every purchase of a rate. */
  listPurchases(rateId: string): Promise<ShippoTransaction[]>;
  readPurchase(transactionId: string): Promise<ShippoTransaction>;
  /** Asks for the money of an unused label back; never tried again by itself. */
  refund(transactionId: string): Promise<ShippoRefund>;
  readRefund(refundId: string): Promise<ShippoRefund>;
  /** Has packages that move reported to an address; the registration's id. */
  registerReports(o: { url: string; isTest: boolean }): Promise<string>;
  /** Ends a registration; one that is not there is ended. */
  deleteReports(webhookId: string): Promise<void>;
  /** The file of a label: a PDF of at most 5 MB. */
  fetchLabel(labelUrl: string): Promise<Buffer>;
};

const API_VERSION = '2018-02-08';
const LABEL_FORMAT = 'PDF_4x6';
const POLL_LIMIT_MS = 8_000;
/** Carriers are asked meanwhile, each in its own time. */
const QUOTE_LIMIT_MS = 30_000;
const BUY_LIMIT_MS = 45_000;
/** Above the limit of every single call, which its own question carries. */
const LIBRARY_LIMIT_MS = MINUTE_MS;
const MAX_ANSWER_BYTES = 20_000_000;
const MAX_LABEL_BYTES = 5 * 1024 * 1024;
const PAGE = 100;
/** Where label files are. Anything else is not fetched, whatever an answer says. */
const LABEL_HOST = /(^|\.)(goshippo\.com|amazonaws\.com)$/;

const ONCE = { retries: { strategy: 'none' } } as const satisfies RequestOptions;
/** What changes nothing is tried again for a few seconds while Shippo is busy. */
const AGAIN = {
  retries: {
    strategy: 'backoff',
    backoff: { initialInterval: 300, maxInterval: 2_000, exponent: 2, maxElapsedTime: 6_000 },
    retryConnectionErrors: false,
  },
  retryCodes: ['429', '502', '503', '504'],
} as const satisfies RequestOptions;

/** The library counts the time of a call until its headers only. */
const limitedFetch = createLimitedFetch({ provider: 'shippo', limitMs: LIBRARY_LIMIT_MS, maxBytes: MAX_ANSWER_BYTES });

export function createShippo(): ShippoAdapter {
  return { open: openClient, quoteLive: createLiveQuotes<NewShipment>(openClient) };
}

type Library = {
  Shippo: typeof Shippo;
  HTTPClient: typeof import('shippo/lib/http.js').HTTPClient;
  errors: typeof import('shippo/models/errors/index.js');
};
let loading: Promise<Library> | undefined;

/** The client's code takes most of a second to load, so the first use loads it. */
function loadLibrary(): Promise<Library> {
  loading ??= Promise.all([
    import('shippo'),
    import('shippo/lib/http.js'),
    import('shippo/models/errors/index.js'),
  ]).then(([sdk, http, errors]) => ({ Shippo: sdk.Shippo, HTTPClient: http.HTTPClient, errors }));
  return loading;
}

function openClient(apiKey: string): ShippoClient {
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    call: (shippo: Shippo) => Promise<unknown>,
  ): Promise<z.output<Schema>> => {
    const { Shippo: Client, HTTPClient, errors } = await loadLibrary();
    const shippo = new Client({
      apiKeyHeader: `ShippoToken ${apiKey}`,
      shippoApiVersion: API_VERSION,
      httpClient: new HTTPClient({ fetcher: limitedFetch }),
    });
    const answer = await call(shippo)
      .then((value) => toSent(value))
      .catch((error: unknown) => readThrown(error, errors));
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new ShippoProblem('lost');
    return parsed.data;
  };
  return {
    check: async () => {
      await ask(ratesAnswer, (shippo) =>
        shippo.carrierAccounts.list({ page: 1, results: 1 }, { ...AGAIN, timeoutMs: POLL_LIMIT_MS }),
      );
    },
    quote: (shipment) =>
      ask(shipmentAnswer, (shippo) =>
        shippo.shipments.create(toShipment(shipment), { ...AGAIN, timeoutMs: QUOTE_LIMIT_MS }),
      ),
    quoteOnce: (shipment, timeoutMs) =>
      ask(shipmentAnswer, (shippo) => shippo.shipments.create(toShipment(shipment), { ...ONCE, timeoutMs })),
    listServices: (timeoutMs) =>
      ask(servicesAnswer, (shippo) =>
        shippo.carrierAccounts.list({ serviceLevels: true, page: 1, results: PAGE }, { ...ONCE, timeoutMs }),
      ),
    listRates: (shipmentId, currencyCode) =>
      ask(ratesAnswer, (shippo) =>
        shippo.rates.listShipmentRatesByCurrencyCode(
          { shipmentId, currencyCode, page: 1, results: PAGE },
          { ...AGAIN, timeoutMs: POLL_LIMIT_MS },
        ),
      ),
    buy: ({ rateId, reference }) =>
      ask(transactionAnswer, (shippo) =>
        shippo.transactions.create(
          { rate: rateId, async: false, labelFileType: LABEL_FORMAT, metadata: reference },
          { ...ONCE, timeoutMs: BUY_LIMIT_MS },
        ),
      ),
    listPurchases: (rate) =>
      ask(transactionsAnswer, (shippo) =>
        shippo.transactions.list({ rate, page: 1, results: PAGE }, { ...AGAIN, timeoutMs: POLL_LIMIT_MS }),
      ),
    listAllPurchases: async (number) => {
      const purchases = await ask(transactionsAnswer, (shippo) =>
        shippo.transactions.list({ page: number, results: PAGE }, { ...AGAIN, timeoutMs: POLL_LIMIT_MS }),
      );
      return { purchases, isLast: purchases.length < PAGE };
    },
    readPurchase: (transactionId) =>
      ask(transactionAnswer, (shippo) =>
        shippo.transactions.get(transactionId, { ...AGAIN, timeoutMs: POLL_LIMIT_MS }),
      ),
    refund: (transaction) =>
      ask(refundAnswer, (shippo) =>
        shippo.refunds.create({ transaction, async: false }, { ...ONCE, timeoutMs: BUY_LIMIT_MS }),
      ),
    readRefund: (refundId) =>
      ask(refundAnswer, (shippo) => shippo.refunds.get(refundId, { ...AGAIN, timeoutMs: POLL_LIMIT_MS })),
    registerReports: ({ url, isTest }) =>
      ask(webhookAnswer, (shippo) =>
        shippo.webhooks.createWebhook(
          { url, isTest, event: 'track_updated', active: true },
          { ...ONCE, timeoutMs: POLL_LIMIT_MS },
        ),
      ),
    deleteReports: async (webhookId) => {
      try {
        await ask(nothingAnswer, (shippo) =>
          shippo.webhooks.deleteWebhook(webhookId, { ...AGAIN, timeoutMs: POLL_LIMIT_MS }),
        );
      } catch (error) {
        if (!(error instanceof ShippoProblem) || error.reason !== 'missing') throw error;
      }
    },
    fetchLabel,
  };
}

/**
 * What Shippo's client threw: an answer of success that its schemas do not know is the answer all the same; everything else
 * becomes a ShippoProblem.
 */
function readThrown(error: unknown, errors: Library['errors']): unknown {
  if (error instanceof errors.ResponseValidationError) {
    if (error.statusCode < 300) return error.rawValue;
    throw new ShippoProblem('lost', error.statusCode);
  }
  if (error instanceof errors.ShippoError) throw new ShippoProblem(toReason(error.statusCode), error.statusCode);
  if (error instanceof errors.HTTPClientError) throw new ShippoProblem('lost');
  throw error;
}

function toReason(status: number): ShippoProblem['reason'] {
  if (status === 401 || status === 403) return 'key';
  if (status === 404) return 'missing';
  if (status === 429) return 'busy';
  return status >= 500 || status < 400 ? 'lost' : 'refused';
}

type ShipmentRequest = Parameters<Shippo['shipments']['create']>[0];

function toShipment({ from, to, packages, customs, reference, isReturn }: NewShipment): ShipmentRequest {
  return {
    addressFrom: from,
    addressTo: to,
    parcels: packages.map(({ grams, ...size }) => ({ ...size, weight: grams, massUnit: 'g' as const })),
    async: false,
    metadata: reference,
    ...(isReturn ? { extra: { isReturn } } : {}),
    ...(customs
      ? {
          customsDeclaration: {
            certify: true,
            certifySigner: customs.signer,
            contentsType: 'MERCHANDISE' as const,
            nonDeliveryOption: 'RETURN' as const,
            items: customs.items.map((item) => ({
              description: item.description,
              quantity: item.quantity,
              netWeight: item.grams,
              massUnit: 'g' as const,
              valueAmount: item.value,
              valueCurrency: item.currency,
              originCountry: item.originCountry,
              skuCode: item.sku,
            })),
          },
        }
      : {}),
  };
}

async function fetchLabel(labelUrl: string): Promise<Buffer> {
  const url = new URL(labelUrl);
  if (url.protocol !== 'https:' || !LABEL_HOST.test(url.hostname)) throw new ShippoProblem('missing');
  let answer: OutsideAnswer;
  try {
    answer = await callOutside(url, { provider: 'shippo', limitMs: POLL_LIMIT_MS, maxBytes: MAX_LABEL_BYTES });
  } catch (error) {
    throw new ShippoProblem(error instanceof OutsideCallError && error.kind === 'too_large' ? 'missing' : 'lost');
  }
  if (!answer.ok) throw new ShippoProblem(toReason(answer.status), answer.status);
  const { bytes } = answer;
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new ShippoProblem('missing');
  return bytes;
}
