import { z } from 'zod';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import type { OrderDocumentsDto } from '#app/features/orders/printing/printing.contract.ts';
import type { LivedOrder } from '#tests/factories/orders/shared-orders.ts';
import { endpoints } from './probe-world.ts';
import type { ProbeRequest } from './probe.ts';
import { program } from './program.ts';

/** One thing that a vendor asks of the program: what it is called in a failure, the call, and its request. */
export type Ask = { what: string; endpoint: AnyEndpoint; request: ProbeRequest };

type Field = { enum?: unknown[]; type?: string; anyOf?: Field[] };

const byName = (name: string): AnyEndpoint => {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`There is no call ${name}`);
  return found;
};

/** The fields of a call's query, or of its body where it has none, as their schema describes them. */
function fieldsOf(endpoint: AnyEndpoint, part: 'query' | 'body'): Record<string, Field> {
  const schema = endpoint[part];
  if (!schema) return {};
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Field>;
  };
  return described.properties ?? {};
}

const paramsOf = (endpoint: AnyEndpoint): string[] =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Calls over the vendor's orders as a whole, with where their filter stands. */
const LISTS = ['orders.list', 'orders.export', 'transactions.list'] as const;
const filterOf = (endpoint: AnyEndpoint) => (endpoint.query ? 'query' : 'body');

/** The lists of orders with no filter, and with every choice of each of their filters. */
function listAsks(): Ask[] {
  return LISTS.flatMap((name) => {
    const endpoint = byName(name);
    const part = filterOf(endpoint);
    const wide = { period: 'all' };
    const choices = Object.entries(fieldsOf(endpoint, part)).flatMap(([field, { enum: values = [] }]) =>
      values.map((value) => ({ ...wide, [field]: value })),
    );
    return [wide, ...choices].map((filter) => ({
      what: `${name} ${JSON.stringify(filter)}`,
      endpoint,
      request: { [part]: filter },
    }));
  });
}

/** Every other call that reads something for a vendor and names nothing: figures, settings, messages, products. */
export function otherAsks(): Ask[] {
  const lists: readonly string[] = LISTS;
  return endpoints
    .filter(({ access, method }) => access.kind === 'vendor' && method === 'GET')
    .filter((endpoint) => paramsOf(endpoint).length === 0 && !lists.includes(endpoint.name))
    .map((endpoint) => ({ what: endpoint.name, endpoint, request: {} }));
}

/** Every call that reads something of one order, for each order. A call with a place that nobody fills here is refused. */
function orderAsks(lived: readonly LivedOrder[]): Ask[] {
  const reads = endpoints.filter(
    (endpoint) =>
      endpoint.access.kind === 'vendor' && endpoint.method === 'GET' && endpoint.path.startsWith('/orders/{orderId}'),
  );
  return reads.flatMap((endpoint) =>
    lived.flatMap(({ scenario: life, sold }) => {
      const extra: Record<string, string[]> = {
        document: ['slip', 'invoice'],
        // Credit notes are asked for by the ids that the list of documents names; see the test.
        refundId: [],
      };
      const [place] = paramsOf(endpoint).filter((param) => param !== 'orderId');
      if (place === undefined)
        return [{ what: `${endpoint.name} ${life}`, endpoint, request: { params: { orderId: sold.id } } }];
      const values = extra[place];
      if (!values) throw new Error(`${endpoint.name} has a place {${place}} that the test of leaks does not fill`);
      return values.map((value) => ({
        what: `${endpoint.name} ${value} ${life}`,
        endpoint,
        request: { params: { orderId: sold.id, [place]: value }, query: { locale: 'de' } },
      }));
    }),
  );
}

/** Many orders printed together, as slips. */
function printAsks(lived: readonly LivedOrder[]): Ask[] {
  const endpoint = byName('documents.print');
  const printable = lived
    .filter(({ scenario: life }) => life === 'untouched' || life === 'holds')
    .map(({ sold }) => sold.id);
  return (['slip', 'invoice'] as const).map((kind) => ({
    what: `documents.print ${kind}`,
    endpoint,
    request: { body: { kind, orders: printable, locale: 'fr' } },
  }));
}

/** The running month of the vendor: its calendar of money, its balances, its statement, and the papers of it, which have no number yet. */
function monthAsks(): Ask[] {
  const day = program().clock.now().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const month = day.slice(0, 'yyyy-mm'.length);
  const ask = (name: string, request: ProbeRequest): Ask => ({
    what: `${name} ${JSON.stringify(request)}`,
    endpoint: byName(name),
    request,
  });
  const statement = { month, paper: 'statement' };
  return [
    ask('moneyCalendar.read', { query: { month } }),
    ask('statements.balances', { query: { day: `${month}-01` } }),
    ask('statements.list', {}),
    ask('statements.read', { params: { month } }),
    ask('statements.document', { params: statement, query: { locale: 'fr' } }),
    ask('statements.document', { params: statement, query: { format: 'csv' } }),
    ask('statements.document', { params: { month, paper: 'invoice' } }),
    ask('statements.link', { body: { month, paper: 'statement', locale: 'de' } }),
  ];
}

/** All that a vendor can ask about these orders. */
export function orderAsksOf(lived: readonly LivedOrder[]): Ask[] {
  return [...orderAsks(lived), ...printAsks(lived), ...listAsks(), ...monthAsks()];
}

/** The credit notes that a list of documents names, for each order. */
export function creditNoteAsks(lived: readonly LivedOrder[], lists: ReadonlyMap<string, { body: unknown }>): Ask[] {
  const endpoint = byName('documents.readCreditNote');
  return lived.flatMap(({ scenario: life, sold }) => {
    const list = lists.get(`documents.list ${life}`)?.body as OrderDocumentsDto;
    const notes = list.parts.flatMap(({ creditNotes, vendor }) => creditNotes.map((note) => ({ ...note, vendor })));
    return notes.map(({ refundId, vendor }, index) => ({
      what: `documents.readCreditNote ${life} ${index}`,
      endpoint,
      request: { params: { orderId: sold.id, refundId }, query: { locale: 'nl', vendor: vendor.name } },
    }));
  });
}

/** Every text field of every call that lists something for who may make it, with a text in it. */
export function searchAsks(kind: 'vendor' | 'public', text: string): Ask[] {
  const lists = endpoints.filter(
    (endpoint) =>
      endpoint.access.kind === kind &&
      (endpoint.method === 'GET' || endpoint.name.endsWith('.export')) &&
      paramsOf(endpoint).length === 0,
  );
  return lists.flatMap((endpoint) => {
    const part = filterOf(endpoint);
    return Object.entries(fieldsOf(endpoint, part)).flatMap(([field, described]) => {
      const isText = described.type === 'string' && !described.enum;
      if (!isText) return [];
      const wide = 'period' in fieldsOf(endpoint, part) ? { period: 'all' } : {};
      const request = { [part]: { ...wide, [field]: text } };
      return [{ what: `${endpoint.name} ${field}=…`, endpoint, request }];
    });
  });
}

/**
 * The calls that name a vendor, or one order by its name, for each name: lists narrowed to it, and one vendor's documents of
 * each order. The wildcard is the whole marketplace.
 */
export function namedVendorAsks(
  lived: readonly LivedOrder[],
  words: { own: string; other: string; order: string },
): Ask[] {
  const lists = [...LISTS, 'transactions.list'].flatMap((name) => {
    const endpoint = byName(name);
    const part = filterOf(endpoint);
    const fields = fieldsOf(endpoint, part);
    const place = 'requestedVendor' in fields ? 'requestedVendor' : 'vendor';
    const asks = [words.own, `${words.other} Studio`, '*'].map((vendor) => ({ [place]: vendor }));
    return [...asks, { q: words.order }].map((filter) => ({
      what: `${name} named ${JSON.stringify(filter)}`,
      endpoint,
      request: { [part]: { period: 'all', ...filter } },
    }));
  });
  const endpoint = byName('documents.read');
  const documents = lived.flatMap(({ scenario: life, sold }) =>
    [words.own, `${words.other} Studio`].map((vendor) => ({
      what: `documents.read of ${vendor} ${life}`,
      endpoint,
      request: { params: { orderId: sold.id, document: 'slip' }, query: { locale: 'en', vendor } },
    })),
  );
  return [...new Map([...lists, ...documents].map((ask) => [ask.what, ask])).values()];
}
