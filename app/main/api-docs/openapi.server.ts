import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { z } from 'zod';
import { appendTo } from '#app/core/append-to.ts';
import type { Access, AnyEndpoint } from '#app/core/endpoint.ts';
import { ERRORS, type ErrorCode } from '#app/core/errors.ts';
import { scopeOfCall } from '#app/core/viewer.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const params = z.record(z.string(), z.union([z.string(), z.number()]));

const errorSchema = z
  .object({
    message: z.string().meta({ description: 'What went wrong, for people' }),
    code: z.string().meta({ description: 'What went wrong, for programs' }),
    reason: z.string().optional().meta({ description: 'Why the state of things refuses, for programs' }),
    params: params.optional().meta({ description: 'What the words of code and reason name' }),
    issues: z
      .array(z.object({ path: z.string(), rule: z.string(), params: params.optional(), message: z.string() }))
      .optional()
      .meta({ description: 'Each field that breaks a rule' }),
  })
  .meta({ id: 'Error', description: 'A refusal' });

/** Whom a document is for: what it is called, what is said of each call, and how its reader says who calls. */
export type Audience = {
  title: string;
  about: string;
  describe: (endpoint: AnyEndpoint) => string;
  schemes: Record<string, ZodOpenApiSecuritySchemeObject>;
};

const LIMITS =
  '300 calls a minute by key, 1,000 by vendor. Answers to keys say in `RateLimit-Policy` and `RateLimit` what is left, 429 in `Retry-After` when to go on.';

const EVERYBODY: Audience = {
  title: 'Souk',
  about: 'The calls of the marketplace.',
  describe: ({ access }) => describeAccess(access),
  schemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'souk_session',
      description: 'The session of a signed-in person',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: `The store platform's session token of an embedded admin, or the API key of a vendor's program: ${LIMITS}`,
    },
  },
};

/** Programs of vendors, which bring a key; `describe` says what one needs for a call. */
export const createKeyAudience = (describe: Audience['describe']): Audience => ({
  title: 'Souk for vendors',
  about: 'The calls that a vendor’s program makes with a key. A vendor reaches its own only.',
  describe,
  schemes: { key: { type: 'http', scheme: 'bearer', description: `The API key: ${LIMITS}` } },
});

const CONVENTIONS =
  'Ids are decimal strings. Computed amounts are `{"amount":"12.34","currency":"EUR"}`; amounts that you send are decimal strings. Times are ISO 8601 in UTC. A refusal is an `Error`; what is absent or not yours is 404. AI assistants of vendors speak the Model Context Protocol at `/mcp`, with the same keys.';

/** The document of some calls, made from their contracts: OpenAPI 3.1. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], audience: Audience = EVERYBODY): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of [...endpoints].sort(byPath)) {
    const path = (paths[endpoint.path] ??= {});
    path[chooseMethod(endpoint)] = toOperation(endpoint, audience);
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: audience.title,
      version: '1',
      description: `${audience.about} ${CONVENTIONS}`,
    },
    servers: [{ url: '/api' }],
    paths,
    components: { securitySchemes: audience.schemes },
  });
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
const chooseMethod = (endpoint: AnyEndpoint) => endpoint.method.toLowerCase() as Verb;

const byPath = (a: AnyEndpoint, b: AnyEndpoint) => {
  const [one, two] = [`${a.path} ${a.method}`, `${b.path} ${b.method}`];
  return one < two ? -1 : one > two ? 1 : 0;
};

function toOperation(endpoint: AnyEndpoint, { describe, schemes }: Audience): ZodOpenApiOperationObject {
  const { params, query, body } = endpoint;
  const requestParams = {
    ...(params instanceof z.ZodObject ? { path: params } : {}),
    ...(query instanceof z.ZodObject ? { query } : {}),
  };
  const contentType = endpoint.form ? 'application/x-www-form-urlencoded' : 'application/json';
  const status = endpoint.status ?? 200;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [endpoint.name.split('.')[0] ?? 'calls'],
    ...(isForSignedIn(endpoint.access) ? { security: Object.keys(schemes).map((name) => ({ [name]: [] })) } : {}),
    requestParams,
    ...(body ? { requestBody: { required: true, content: { [contentType]: { schema: body } } } } : {}),
    responses: {
      [`${status}`]: status === 204 ? { description: 'Done' } : { description: 'Done', content: toContent(endpoint) },
      ...toRefusals(endpoint),
    },
  };
}

/** The answer by its content types. Files and texts are strings; JSON beside them has the shape of the contract. */
function toContent({ answers = ['application/json'], response }: AnyEndpoint): ZodOpenApiContentObject {
  const text = z.string().meta({ description: response.description ?? 'A text' });
  return Object.fromEntries(
    answers.map((type) => [
      type,
      type === 'application/json'
        ? { schema: response }
        : { schema: type === 'application/pdf' ? { type: 'string', format: 'binary' } : text },
    ]),
  );
}

/** Who may call, in words. */
const isForSignedIn = ({ kind }: Access): boolean => kind !== 'public';

const describeScope = (access: Parameters<typeof scopeOfCall>[0]): string => {
  const scope = scopeOfCall(access);
  return scope === undefined ? 'No API key can make it.' : `An API key needs the scope \`${scope}\`.`;
};

export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Anybody may call.';
    case 'buyer':
      return 'A customer of the store may call, by the session token of their account there, for what is their own.';
    case 'vendor':
      return `Needs the permission ${access.permission}; a vendor reaches its own only. ${describeScope(access)}`;
    case 'signed_in':
      return 'Everybody who is signed in, for themselves.';
    case 'admin':
      return `Admins of the marketplace may call. ${describeScope(access)}`;
  }
}

/** The refusals of a call by status, with their codes: those that it declares and those that its kind implies. */
function toRefusals(endpoint: AnyEndpoint): Record<`${4 | 5}${string}`, object> {
  const codes = new Set<ErrorCode>(endpoint.errors ?? []);
  if (endpoint.params ?? endpoint.query ?? endpoint.body) codes.add('invalid_input');
  if (isForSignedIn(endpoint.access)) {
    codes.add('not_signed_in');
    if (endpoint.access.kind !== 'buyer') codes.add('missing_permission');
  }
  if (endpoint.params) codes.add('not_found');
  if (endpoint.limit) codes.add('rate_limited');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...codes].sort()) {
    appendTo(byStatus, ERRORS[code].status, code);
  }
  const answers = [...byStatus].map(([status, list]) => [
    `${status}`,
    {
      description: list.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('; '),
      content: { 'application/json': { schema: errorSchema } },
    },
  ]);
  return Object.fromEntries(answers) as Record<`${4 | 5}${string}`, object>;
}
