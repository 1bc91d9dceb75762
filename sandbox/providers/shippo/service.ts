import { z } from 'zod';
import type { Fault, Sandbox } from '../../core/kernel.ts';
import { json, matchRoute } from '../../core/router.ts';
import type { Handler, Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { route } from '../../core/router.ts';
import { serveCall } from '../serve.ts';
import type { Answered } from '../serve.ts';
import { Invalid, notFound, page, readBody, type ShippoOperation } from './call.ts';
import {
  addRefund,
  addShipment,
  addTransaction,
  isRateBuyable,
  listServiceLevels,
  passShippoTime,
  shippoOf,
} from './store.ts';
import { amountIn, drawLabel, viewRate, viewRefund, viewShipment, viewTransaction } from './views.ts';
import { webhookOperations } from './webhooks.ts';

const API_HOST = 'api.goshippo.com';
const LABEL_HOST = 'deliver.goshippo.com';

const words = z.string().max(255).optional();
const address = z.looseObject({
  name: words,
  company: words,
  street1: words,
  street2: words,
  city: words,
  state: words,
  zip: words,
  country: z.string().length(2),
  phone: words,
  email: words,
  is_residential: z.boolean().optional(),
  metadata: z.string().max(100).optional(),
});
const decimal = z.string().regex(/^\d{1,6}(\.\d{1,4})?$/);
const shipmentBody = z.object({
  address_from: address,
  address_to: address,
  parcels: z
    .array(
      z.object({
        length: decimal,
        width: decimal,
        height: decimal,
        weight: decimal,
        distance_unit: z.enum(['cm', 'in', 'ft', 'm', 'mm', 'yd']),
        mass_unit: z.enum(['g', 'kg', 'lb', 'oz']),
      }),
    )
    .min(1),
  async: z.boolean().optional(),
  metadata: z.string().max(100).optional(),
  extra: z.looseObject({ is_return: z.boolean().optional() }).optional(),
  customs_declaration: z
    .looseObject({
      certify: z.literal(true),
      certify_signer: z.string().min(1),
      contents_type: z.string(),
      non_delivery_option: z.string(),
      items: z
        .array(
          z.looseObject({
            description: z.string().min(1),
            quantity: z.number().int().min(1),
            net_weight: decimal,
            mass_unit: z.string(),
            value_amount: z.string(),
            value_currency: z.string().length(3),
            origin_country: z.string().length(2),
          }),
        )
        .min(1),
    })
    .optional(),
});
const transactionBody = z.object({
  rate: z.string(),
  async: z.boolean().optional(),
  label_file_type: z.string().optional(),
  metadata: z.string().max(100).optional(),
});
const refundBody = z.object({ transaction: z.string(), async: z.boolean().optional() });

const OPERATIONS: readonly ShippoOperation[] = [
  {
    method: 'GET',
    pattern: '/carrier_accounts',
    name: 'carrier_accounts.list',
    run: ({ request, isTest }) => {
      const withServices = request.query.get('service_levels') === 'true';
      return page(
        listServiceLevels().map(({ provider, ...level }) => ({
          object_id: `account${level.token}`,
          carrier: level.token.split('_')[0],
          carrier_name: provider,
          account_id: 'sandbox',
          parameters: {},
          active: true,
          test: isTest,
          ...(withServices ? { service_levels: [level] } : {}),
        })),
      );
    },
  },
  {
    method: 'POST',
    pattern: '/shipments',
    name: 'shipments.create',
    run: ({ sandbox, request, isTest }) => {
      const body = readBody(request, shipmentBody);
      if (body instanceof Invalid) return body;
      const { address_from: from, address_to: to, parcels, metadata = '', customs_declaration: customs = null } = body;
      const isReturn = body.extra?.is_return ?? false;
      return json(
        201,
        viewShipment(sandbox, addShipment(sandbox, isTest, { from, to, parcels, customs, metadata, isReturn })),
      );
    },
  },
  {
    method: 'GET',
    pattern: '/shipments/{id}/rates/{currency}',
    name: 'shipments.rates',
    run: ({ sandbox, path, isTest }) => {
      const shipment = shippoOf(sandbox).shipments[path['id'] ?? ''];
      if (shipment?.isTest !== isTest || amountIn(1, path['currency'] ?? '') === undefined) return notFound();
      const { rates } = shippoOf(sandbox);
      return page(
        shipment.rateIds.flatMap((id) => (rates[id] ? [viewRate(sandbox, rates[id], path['currency'])] : [])),
      );
    },
  },
  {
    method: 'GET',
    pattern: '/rates/{id}',
    name: 'rates.get',
    run: ({ sandbox, path, isTest }) => {
      const rate = shippoOf(sandbox).rates[path['id'] ?? ''];
      return rate?.isTest === isTest ? json(200, viewRate(sandbox, rate)) : notFound();
    },
  },
  {
    method: 'POST',
    pattern: '/transactions',
    name: 'transactions.create',
    run: ({ sandbox, request, isTest }) => {
      const body = readBody(request, transactionBody);
      if (body instanceof Invalid) return body;
      const rate = shippoOf(sandbox).rates[body.rate];
      if (rate?.isTest !== isTest)
        return new Invalid({ rate: [`Rate with supplied object_id ${body.rate} not found.`] });
      if (!isRateBuyable(sandbox, rate)) return new Invalid({ rate: ['The rate is too old.'] });
      return json(201, viewTransaction(addTransaction(sandbox, rate, body.metadata ?? '')));
    },
  },
  {
    method: 'GET',
    pattern: '/transactions',
    name: 'transactions.list',
    run: ({ sandbox, request, isTest }) => {
      const rate = request.query.get('rate');
      const found = shippoOf(sandbox).transactions.filter(
        (one) => one.isTest === isTest && (rate === null || one.rateId === rate),
      );
      const from = (Math.max(1, Number(request.query.get('page') ?? 1)) - 1) * 100;
      return page(
        [...found]
          .reverse()
          .slice(from, from + 100)
          .map(viewTransaction),
      );
    },
  },
  {
    method: 'GET',
    pattern: '/transactions/{id}',
    name: 'transactions.get',
    run: ({ sandbox, path, isTest }) => {
      const found = shippoOf(sandbox).transactions.find((one) => one.id === path['id'] && one.isTest === isTest);
      return found ? json(200, viewTransaction(found)) : notFound();
    },
  },
  {
    method: 'POST',
    pattern: '/refunds',
    name: 'refunds.create',
    run: ({ sandbox, request, isTest }) => {
      const body = readBody(request, refundBody);
      if (body instanceof Invalid) return body;
      const found = shippoOf(sandbox).transactions.find((one) => one.id === body.transaction && one.isTest === isTest);
      if (!found) return notFound();
      const refund = addRefund(sandbox, found);
      return refund ? json(201, viewRefund(refund)) : new Invalid({ transaction: ['It cannot be refunded.'] });
    },
  },
  {
    method: 'GET',
    pattern: '/refunds',
    name: 'refunds.list',
    run: ({ sandbox, isTest }) =>
      page(
        shippoOf(sandbox)
          .refunds.filter((one) => one.isTest === isTest)
          .reverse()
          .slice(0, 100)
          .map(viewRefund),
      ),
  },
  {
    method: 'GET',
    pattern: '/refunds/{id}',
    name: 'refunds.get',
    run: ({ sandbox, path, isTest }) => {
      const found = shippoOf(sandbox).refunds.find((one) => one.id === path['id'] && one.isTest === isTest);
      return found ? json(200, viewRefund(found)) : notFound();
    },
  },
  ...webhookOperations,
];
const TABLE = OPERATIONS.map((operation) => ({ ...operation, segments: operation.pattern.split('/').slice(1) }));
export const SHIPPO_OPERATIONS = OPERATIONS.map(({ name }) => name);

/** Shippo's API, and where its labels lie; told from everything else by the host that a request was meant for. */
export function shippoRoutes(sandbox: Sandbox): Route[] {
  const atHost: Handler = (request) =>
    request.host === API_HOST ? serveShippo(sandbox, request) : json(404, { message: 'No provider at this host.' });
  const paths = ['/carrier_accounts', '/shipments', '/rates', '/transactions', '/refunds', '/webhooks'];
  return [
    ...paths.flatMap((path) => [route('*', path, atHost), route('*', `${path}/{rest*}`, atHost)]),
    route('GET', '/labels/{id}.pdf', (request) => {
      const found = shippoOf(sandbox).transactions.find((one) => one.id === request.params['id']);
      if (request.host !== LABEL_HOST || !found) return notFound();
      return { status: 200, headers: { 'content-type': 'application/pdf' }, body: drawLabel(found) };
    }),
  ];
}

function serveShippo(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxResponse> {
  const found = matchRoute(TABLE, request.method, request.url.pathname.replace(/\/$/, ''));
  return serveCall(sandbox, request, {
    target: 'shippo',
    operation: found.route?.name ?? null,
    struck: answerFault,
    run: () => execute(sandbox, request, found.route ? found : null),
  });
}

function execute(
  sandbox: Sandbox,
  request: SandboxRequest,
  found: { route: ShippoOperation; params: Record<string, string> } | null,
): Answered {
  const [, sent] = /^ShippoToken (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const key = shippoOf(sandbox).keys.find((one) => one.key === sent && one.revokedAt === null);
  if (!key) return { response: json(401, { detail: 'Token does not exist' }), contract: 'ok' };
  if (!found)
    return { response: notFound(), contract: `violates: no operation ${request.method} ${request.url.pathname}` };
  passShippoTime(sandbox);
  const answer = found.route.run({ sandbox, request, isTest: key.isTest, path: found.params });
  if (!(answer instanceof Invalid)) return { response: answer, contract: 'ok' };
  return { response: json(400, answer.fields), contract: `violates: ${Object.keys(answer.fields).join(', ')}` };
}

function answerFault(fault: Fault): SandboxResponse {
  if (fault.kind === 'throttle') return json(429, { detail: 'Request was throttled.' });
  if (fault.status === 401) return json(401, { detail: 'Token does not exist' });
  return { status: fault.status, headers: { 'content-type': 'text/html' }, body: '<html>Shippo is not well.</html>' };
}
