import { createHash } from 'node:crypto';
import { execute, getDirectiveValues, getOperationAST, GraphQLError, OperationTypeNode, parse } from 'graphql';
import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { realMs } from '../../core/clock.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Fault, Sandbox } from '../../core/kernel.ts';
import { json, readJson, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { findAccessToken } from '../oauth.ts';
import { findShop } from '../store/lookup.ts';
import { bulkMutations, bulkQueries } from './bulk.ts';
import { checkArrays, checkDocument, checkIdempotent, checkScopes, rootFields } from './checks.ts';
import type { Context, View } from './context.ts';
import { openBucket, requestedCost, SINGLE_LIMIT } from './cost.ts';
import type { Bucket } from './cost.ts';
import { findRecordedCost } from './recorded-costs.ts';
import { flowMutations } from './flow.ts';
import { carrierMutations, carrierQueries } from './carriers.ts';
import { collectionMutations } from './mutations/mutations-collection.ts';
import { holdMutations } from './mutations/mutations-hold.ts';
import { returnMutations } from './mutations/mutations-return.ts';
import { chargeMutations } from './app-charges.ts';
import { discountMutations, discountQueries } from './discounts.ts';
import { draftMutations, draftQueries } from './drafts.ts';
import { fulfillmentEventMutations } from './mutations/mutations-fulfillment-event.ts';
import { orderCreateMutations } from './mutations/mutations-order-create.ts';
import { orderMutations } from './mutations/mutations-order.ts';
import type { Replay } from './mutations/mutations-order.ts';
import { productMutations } from './mutations/mutations-product.ts';
import { shopMutations } from './mutations/mutations-shop.ts';
import { metaobjectMutations, metaobjectQueries } from './metaobjects.ts';
import { queryRoot } from './queries.ts';
import { resolveField } from './resolve.ts';
import { translationMutations, translationQueries } from './translations.ts';
import { adminSchema, API_VERSION } from './schema.ts';
import { webhookMutations, webhookQueries } from './webhook-subscriptions.ts';
import { orderView } from './views/views-order.ts';

type Body = { query: string; variables: Record<string, unknown>; operationName: string | null };
type Answer = { response: SandboxResponse; fields: string[]; contract: string };

/** The Admin API of every shop: `POST https://{shop}/admin/api/2026-10/graphql.json`. */
export function graphqlRoutes(sandbox: Sandbox): Route[] {
  const buckets = new Map<string, Bucket>();
  const bucketOf = (domain: string): Bucket => {
    const bucket =
      buckets.get(domain) ?? openBucket(sandbox.config.throttle.maximumAvailable, sandbox.config.throttle.restoreRate);
    buckets.set(domain, bucket);
    return bucket;
  };
  return [
    route('POST', '/admin/api/{version}/graphql.json', async (request) => {
      const started = realMs();
      const { response, fields, contract } = await answer(sandbox, request, bucketOf);
      sandbox.log.add({
        at: sandbox.clock.iso(),
        target: 'shopify',
        method: 'POST',
        path: `${request.host}${request.url.pathname}`,
        operation: fields.join(',') || null,
        body: request.body.toString('utf8'),
        status: response.status,
        durationMs: Math.round(realMs() - started),
        contract,
      });
      return response;
    }),
  ];
}

type Checked = { document: DocumentNode; errors: readonly GraphQLError[] };
/** What is known of operations: by their text alone, so every store and every sandbox of a process shares it. */
const checked = new Map<string, Checked>();

/** Parses and checks an operation once; programs send the same few texts over and over. */
function check(query: string): Checked {
  const known = checked.get(query);
  if (known) return known;
  const document = parse(query, { maxLexicalTokens: 20_000 });
  const entry = { document, errors: checkDocument(adminSchema(), document) };
  if (checked.size > 500) checked.clear();
  checked.set(query, entry);
  return entry;
}

async function answer(
  sandbox: Sandbox,
  request: SandboxRequest,
  bucketOf: (domain: string) => Bucket,
): Promise<Answer> {
  const plain = (response: SandboxResponse, contract = 'ok', fields: string[] = []): Answer => ({
    response,
    fields,
    contract,
  });
  const shop = findShop(sandbox, request.host);
  if (!shop || request.params['version'] !== API_VERSION)
    return plain(
      json(404, { errors: 'Not Found' }),
      `violates: no shop ${request.host} or no version ${request.params['version'] ?? ''}`,
    );
  const header = request.headers['x-shopify-access-token'];
  const token = findAccessToken(sandbox, shop, typeof header === 'string' ? header : '');
  if (!token)
    return plain(json(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' }));
  const body = readBody(request);
  if (!body)
    return plain(json(400, { errors: { query: 'Required parameter missing or invalid' } }), 'violates: no query');
  const refuse = (errors: readonly GraphQLError[], contract: string, fields: string[] = []): Answer =>
    plain(
      json(200, { errors: errors.map((error) => error.toJSON()) }, { 'x-shopify-api-version': API_VERSION }),
      contract,
      fields,
    );
  let document: DocumentNode;
  let errors: readonly GraphQLError[];
  try {
    ({ document, errors } = check(body.query));
  } catch (error) {
    return refuse([error instanceof GraphQLError ? error : new GraphQLError(String(error))], 'violates: syntax');
  }
  const operation = getOperationAST(document, body.operationName);
  if (!operation) return refuse([new GraphQLError('An operation name is required')], 'violates: no operation');
  const fields = rootFields(operation).map((field) => field.name.value);
  const admin = adminSchema();
  const wrong =
    errors.length > 0
      ? errors
      : [
          ...checkArrays(operation, body.variables),
          ...checkScopes(admin, document, token.scopes),
          ...checkIdempotent(admin, operation),
        ];
  if (wrong.length > 0) return refuse(wrong, `violates: ${wrong.map((error) => error.message).join('; ')}`, fields);
  const fault = sandbox.faults.take('shopify', fields);
  const struck = await strike(fault);
  if (struck) return plain(struck, 'ok', fields);
  const bucket = bucketOf(shop.domain);
  const requested =
    findRecordedCost(sandbox, body.query, body.variables) ??
    requestedCost(admin.schema, document, operation, body.variables);
  if (requested > SINGLE_LIMIT)
    return refuse(
      [
        new GraphQLError(
          `Query cost is ${requested}, which exceeds the single query max cost limit (${SINGLE_LIMIT}).`,
          { extensions: { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: SINGLE_LIMIT } },
        ),
      ],
      'violates: cost',
      fields,
    );
  const costs = (actual: number | null): View => ({
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: bucket.status(),
  });
  if (fault?.kind === 'throttle' || !bucket.take(requested))
    return plain(
      json(200, {
        errors: [
          {
            message: 'Throttled',
            extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
          },
        ],
        extensions: { cost: costs(null) },
      }),
      'throttled',
      fields,
    );
  const context: Context = { sandbox, shop, token, viewOrder: (order) => orderView(context, order) };
  const result = await run(context, document, operation, body);
  const actual = Math.min(
    requested,
    countObjects(result.data) + (operation.operation === OperationTypeNode.MUTATION ? 10 : 0),
  );
  bucket.refund(requested - actual);
  const unknown = result.errors?.find((error) => error.message.startsWith('not implemented in the sandbox'));
  const response = json(
    200,
    {
      ...(result.errors ? { errors: result.errors.map((error) => error.toJSON()) } : {}),
      data: result.data ?? null,
      extensions: { cost: costs(actual) },
    },
    { 'x-shopify-api-version': sandbox.config.answeredVersion ?? API_VERSION },
  );
  return plain(
    fault?.kind === 'drop_response' ? { ...response, dropConnection: true } : response,
    unknown ? `violates: ${unknown.message}` : 'ok',
    fields,
  );
}

/** What the platform says beside a status; 403 is its answer to an address that is not on the app's allowlist. */
const STRUCK: Readonly<Record<number, string>> = {
  401: '[API] Invalid API key or access token (unrecognized login or wrong password)',
  403: 'Forbidden',
};

/** A fault that strikes before the work: an error answer, or a long silence and then none. */
async function strike(fault: Fault | null): Promise<SandboxResponse | null> {
  if (fault?.kind === 'error' || fault?.kind === 'drop')
    return fault.kind === 'drop'
      ? { ...json(500, {}), dropConnection: true }
      : json(fault.status, {
          errors: STRUCK[fault.status] ?? 'Internal Server Error. Request ID: sandbox-fault',
        });
  if (fault?.kind === 'delay' || fault?.kind === 'timeout')
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  return fault?.kind === 'timeout' ? { ...json(504, {}), dropConnection: true } : null;
}

async function run(
  context: Context,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  body: Body,
): Promise<ExecutionResult> {
  const { schema } = adminSchema();
  const replay = makeReplay(context, operation, body.variables);
  const rootValue =
    operation.operation === OperationTypeNode.MUTATION
      ? {
          ...collectionMutations(context),
          ...productMutations(context),
          ...holdMutations(context),
          ...orderMutations(context, replay),
          ...orderCreateMutations(context),
          ...chargeMutations(context),
          ...fulfillmentEventMutations(context),
          ...discountMutations(context),
          ...carrierMutations(context),
          ...flowMutations(context),
          ...draftMutations(context),
          ...returnMutations(context),
          ...metaobjectMutations(context),
          ...shopMutations(context, replay),
          ...translationMutations(context),
          ...bulkMutations(context),
          ...webhookMutations(context),
        }
      : {
          ...queryRoot(context),
          ...discountQueries(context),
          ...carrierQueries(context),
          ...draftQueries(context),
          ...metaobjectQueries(context),
          ...translationQueries(context),
          ...bulkQueries(context),
          ...webhookQueries(context),
        };
  return await execute({
    schema,
    document,
    rootValue,
    variableValues: body.variables,
    operationName: operation.name?.value,
    fieldResolver: resolveField,
  });
}

/** Runs a keyed mutation once: the same key gives the stored result, the same key with other arguments is refused. */
function makeReplay(context: Context, operation: OperationDefinitionNode, variables: Record<string, unknown>): Replay {
  const directive = adminSchema().schema.getDirective('idempotent');
  return (field, args, run_) => {
    const node = rootFields(operation).find((candidate) => candidate.name.value === field);
    const values = directive && node ? getDirectiveValues(directive, node, variables) : undefined;
    const key = typeof values?.['key'] === 'string' ? values['key'] : null;
    if (key === null) return run_();
    const fingerprint = createHash('sha256').update(JSON.stringify(args)).digest('hex');
    const stored = context.shop.idempotent[`${field}:${key}`];
    if (stored && stored.fingerprint !== fingerprint)
      throw new Refusal(
        'The same idempotency key was used with different parameters.',
        [],
        'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
      );
    if (stored) return stored.result as ReturnType<typeof run_>;
    const result = run_();
    context.shop.idempotent[`${field}:${key}`] = { fingerprint, result };
    context.sandbox.save();
    return result;
  };
}

function readBody(request: SandboxRequest): Body | null {
  const body = readJson(request);
  if (typeof body !== 'object' || body === null) return null;
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string') return null;
  return {
    query,
    variables: typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {},
    operationName: typeof operationName === 'string' ? operationName : null,
  };
}

function countObjects(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countObjects(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((sum, item) => sum + countObjects(item), 0);
}
