import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeForm } from '#sandbox/providers/stripe/params.ts';
import { at } from '#scripts/paths.ts';
import { readYaml } from './read-yaml.ts';
import { checkSchema, isRecord } from './json-schema.ts';
import type { Rules, Schema } from './json-schema.ts';

/** A request that was sent to a provider; `path` begins with the host, as the sandbox notes it, and has its query. */
export type SentRequest = { method: string; path: string; body: string };

export type ProviderContracts = {
  /** What a request violates; null when no contract at hand knows its operation. */
  requestProblems: (request: SentRequest) => string[] | null;
  /** What an answer to it violates; null when no contract at hand knows it. */
  answerProblems: (request: SentRequest, status: number, body: unknown) => string[] | null;
};

const BREVO_SEND: Schema = { $ref: '#/definitions/SendTransacEmailRequest' };
const JSON_API = 'application/vnd.api+json';

type Operation = { path: string; item: Record<string, unknown>; operation: Record<string, unknown>; rules: Rules };

const SHIPPO_CONTRACT = 'shippo-public-api.full.yaml';

/** The published contract of Shippo; null where it is not at hand. */
export async function openShippoContract(): Promise<ProviderContracts | null> {
  const file = join(CONTRACTS_FOLDER, SHIPPO_CONTRACT);
  if (!existsSync(file)) return null;
  const document = await readYaml(readFileSync(file, 'utf8'));
  if (!isRecord(document)) throw new Error(`${SHIPPO_CONTRACT} is no contract`);
  const find = openDocument(document);
  const locate = ({ method, path }: SentRequest) => {
    const url = new URL(`https://${path}`);
    return { url, operation: find(method, url.pathname) ?? find(method, url.pathname.replace(/\/$/, '')) };
  };
  return {
    requestProblems: (request) => {
      const { operation, url } = locate(request);
      return operation && checkRequest(operation, url, bodyOf(request, false), false);
    },
    answerProblems: (request, status, body) => {
      const { operation } = locate(request);
      const schema = operation && answerSchema(operation, status);
      return operation && schema ? checkSchema(schema, body, operation.rules) : null;
    },
  };
}

/** Where the published contracts lie: beside this repository, or where PROVIDER_CONTRACTS says. They are no part of it. */
export const CONTRACTS_FOLDER = process.env['PROVIDER_CONTRACTS'] ?? at('../shared/contracts/providers');

/** The published contracts of Stripe, PayPal, Brevo and Klaviyo; null where they are not at hand. */
export function openProviderContracts(): ProviderContracts | null {
  if (!existsSync(join(CONTRACTS_FOLDER, 'README.md'))) return null;
  const stripe = openSpecification('stripe-spec3-2023-08-16.trim.json');
  const current = readJson('stripe-sdk-23.1.0-params.schema.json');
  const brevo = readJson('brevo-sdk-6.0.3-send.schema.json');
  const others = [
    openSpecification('paypal-payments_payouts_batch_v1.json'),
    openSpecification('paypal-notifications_webhooks_v1.json'),
    openSpecification('klaviyo/create_event.json'),
    openSpecification('klaviyo/get_accounts.json'),
  ];
  const find = (request: SentRequest): { operation: Operation | null; newer: Schema | null; url: URL } => {
    const url = new URL(`https://${request.path}`);
    if (url.hostname === 'api.brevo.com') {
      const isSend = request.method === 'POST' && url.pathname === '/v3/smtp/email';
      return { operation: null, newer: isSend ? BREVO_SEND : null, url };
    }
    if (!url.hostname.endsWith('stripe.com')) {
      const operation = others.map((spec) => spec(request.method, url.pathname)).find((one) => one !== null) ?? null;
      return { operation, newer: null, url };
    }
    const operation = stripe(request.method, url.pathname);
    const newer = schemaAt(current, `StripeContract/properties/${request.method} ${url.pathname}`);
    return { operation, newer, url };
  };
  const currentRules = rulesOf(current, false);
  const brevoRules = rulesOf(brevo, false);
  return {
    requestProblems: (request) => {
      const { operation, newer, url } = find(request);
      if (!operation && !newer) return null;
      const isForm = url.hostname.endsWith('stripe.com') && url.pathname.startsWith('/v1/');
      const body = bodyOf(request, isForm);
      const rules = newer === BREVO_SEND ? brevoRules : currentRules;
      const inNewer = newer ? checkSchema(newer, body, { ...rules, fromText: isForm }) : [];
      const inOlder = operation ? checkRequest(operation, url, body, isForm) : [];
      // Parameters that came after the older contract are known to the newer one alone. The version of the API that an
      // address is registered for is always later than that contract; the types of Stripe's own client hold it.
      const isOfLater = (problem: string) =>
        (newer !== null && problem.includes('must not have')) || problem.startsWith('/api_version must be one of');
      return [...inNewer, ...inOlder.filter((problem) => !isOfLater(problem))];
    },
    answerProblems: (request, status, body) => {
      const { operation } = find(request);
      const schema = operation && answerSchema(operation, status);
      if (!operation || !schema) return null;
      return checkSchema(schema, body, operation.rules);
    },
  };
}

function readJson(file: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(readFileSync(join(CONTRACTS_FOLDER, file), 'utf8'));
  if (!isRecord(parsed)) throw new Error(`${file} is no contract`);
  return parsed;
}

/** Follows `#/a/b`, with the escapes of JSON pointers. */
function rulesOf(document: Record<string, unknown>, fromText: boolean): Rules {
  return {
    fromText,
    resolve: (reference) => {
      const found = reference
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (value, part) =>
            isRecord(value) ? value[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')] : undefined,
          document,
        );
      if (!isRecord(found)) throw new Error(`The contract has no ${reference}`);
      return found;
    },
  };
}

function schemaAt(document: Record<string, unknown>, path: string): Schema | null {
  const [contract = '', list = '', ...rest] = path.split('/');
  const definitions = document['definitions'];
  const found = isRecord(definitions) ? definitions[contract] : undefined;
  const properties = isRecord(found) ? found[list] : undefined;
  const schema = isRecord(properties) ? properties[rest.join('/')] : undefined;
  return isRecord(schema) ? schema : null;
}

function openSpecification(file: string): ReturnType<typeof openDocument> {
  return openDocument(readJson(file));
}

function openDocument(document: Record<string, unknown>): (method: string, pathname: string) => Operation | null {
  const rules = rulesOf(document, false);
  const paths = Object.entries(isRecord(document['paths']) ? document['paths'] : {})
    .map(([path, item]) => ({
      path,
      item: isRecord(item) ? item : {},
      // A hole takes one segment; paths without holes come first.
      pattern: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  return (method, pathname) => {
    for (const { path, item, pattern } of paths) {
      const operation = item[method.toLowerCase()];
      if (pattern.test(pathname) && isRecord(operation)) return { path, item, operation, rules };
    }
    return null;
  };
}

function bodyOf(request: SentRequest, isForm: boolean): unknown {
  if (isForm) return decodeForm(new URLSearchParams(request.body));
  return request.body === '' ? undefined : (JSON.parse(request.body) as unknown);
}

function derefed(value: unknown, rules: Rules): Schema {
  const schema = isRecord(value) ? value : {};
  return typeof schema['$ref'] === 'string' ? rules.resolve(schema['$ref']) : schema;
}

function checkRequest(found: Operation, url: URL, body: unknown, isForm: boolean): string[] {
  const { operation, item, rules } = found;
  const fromText = { ...rules, fromText: true };
  const query = decodeForm(url.searchParams);
  const parameters = [item['parameters'], operation['parameters']]
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .map((parameter) => derefed(parameter, rules))
    .filter((parameter) => parameter['in'] === 'query');
  const named = parameters.flatMap((parameter) => {
    const name = String(parameter['name']);
    if (query[name] === undefined) return parameter['required'] === true ? [`the query lacks ${name}`] : [];
    return checkSchema(derefed(parameter['schema'], rules), query[name], fromText, name);
  });
  const unknown = Object.keys(query).filter((name) => !parameters.some((parameter) => parameter['name'] === name));
  const content = derefed(operation['requestBody'], rules)['content'];
  const media = isRecord(content)
    ? content[isForm ? 'application/x-www-form-urlencoded' : jsonTypeOf(content)]
    : undefined;
  const schema = isRecord(media) ? derefed(media['schema'], rules) : null;
  return [
    ...named,
    ...unknown.map((name) => `the query must not have ${name}`),
    ...(schema && body !== undefined ? checkSchema(schema, body, { ...rules, fromText: isForm }) : []),
  ];
}

/** JSON, or the kind of it that a contract names. */
const jsonTypeOf = (content: Record<string, unknown>): string => (JSON_API in content ? JSON_API : 'application/json');

function answerSchema(found: Operation, status: number): Schema | null {
  const responses = isRecord(found.operation['responses']) ? found.operation['responses'] : {};
  const response = derefed(responses[String(status)] ?? responses['default'], found.rules);
  const content = response['content'];
  const media = isRecord(content) ? content[jsonTypeOf(content)] : undefined;
  return isRecord(media) && isRecord(media['schema']) ? media['schema'] : null;
}
