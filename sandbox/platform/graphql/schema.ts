import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, GraphQLError, isAbstractType, isScalarType, valueFromASTUntyped } from 'graphql';
import type { GraphQLSchema, IntrospectionQuery } from 'graphql';

export const API_VERSION = '2026-10';

type ScopeItem = {
  type: 'type' | 'field';
  typeName: string;
  fieldName?: string;
  offlineScopes: string[];
  requiredAccess: string;
};
export type AccessRule = { anyOf: string[]; text: string };

export type AdminSchema = {
  schema: GraphQLSchema;
  /** What a field of a type, or a type by itself, asks for. */
  fieldAccess: Map<string, AccessRule>;
  typeAccess: Map<string, AccessRule>;
  /** Mutations whose description demands an idempotency key. */
  needsIdempotencyKey: Set<string>;
};

/**
 * Where the published data is silent or wrong: what the platform's documents say of these mutations.
 * The carrier types list read_markets alone although their text names orders and shipping too.
 */
const CORRECTIONS: Record<string, string[]> = {
  'Mutation.refundCreate': ['write_orders', 'write_marketplace_orders'],
  'Mutation.fulfillmentCancel': [
    'write_assigned_fulfillment_orders',
    'write_merchant_managed_fulfillment_orders',
    'write_third_party_fulfillment_orders',
  ],
  DeliveryCarrierService: ['read_shipping', 'read_orders', 'read_markets'],
  DeliveryAvailableService: ['read_shipping', 'read_orders', 'read_markets'],
  DeliveryCountryCodesOrRestOfWorld: ['read_shipping', 'read_orders', 'read_markets'],
};

let loaded: AdminSchema | null = null;

/** The platform's own published schema, read once (about 0.2 s). */
export function adminSchema(): AdminSchema {
  loaded ??= loadSchema();
  return loaded;
}

function loadSchema(): AdminSchema {
  const file = new URL(`../../schema/admin_${API_VERSION}.json.gz`, import.meta.url);
  const content = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as {
    data: IntrospectionQuery;
    offline_scopes: { items: ScopeItem[] };
  };
  const schema = buildClientSchema(content.data, { assumeValid: true });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: unknown) => (value as { __typename?: string }).__typename;
    const check = isScalarType(type) ? SCALARS[type.name] : undefined;
    if (check && isScalarType(type)) {
      if (type.name === 'UnsignedInt64') type.serialize = String;
      type.parseValue = (value: unknown) => parseScalar(type.name, check, value);
      type.parseLiteral = (node, variables) => parseScalar(type.name, check, valueFromASTUntyped(node, variables));
    }
  }
  const rule = (item: ScopeItem): AccessRule => ({
    anyOf: item.offlineScopes,
    text: item.requiredAccess || describeScopes(item.offlineScopes),
  });
  const fieldAccess = new Map<string, AccessRule>();
  const typeAccess = new Map<string, AccessRule>();
  for (const item of content.offline_scopes.items) {
    if (item.offlineScopes.length === 0) continue;
    if (item.type === 'type') typeAccess.set(item.typeName, rule(item));
    else fieldAccess.set(`${item.typeName}.${item.fieldName ?? ''}`, rule(item));
  }
  for (const [name, anyOf] of Object.entries(CORRECTIONS))
    (name.includes('.') ? fieldAccess : typeAccess).set(name, { anyOf, text: describeScopes(anyOf) });
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const needsIdempotencyKey = new Set(
    Object.values(mutations)
      .filter((field) => /idempotency key is required/i.test(field.description ?? ''))
      .map((field) => field.name),
  );
  return { schema, fieldAccess, typeAccess, needsIdempotencyKey };
}

/** The forms of the platform's own scalars; introspection carries their names only. */
const SCALARS: Record<string, (text: string) => boolean> = {
  DateTime: (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  Date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  Decimal: (text) => /^-?\d+(\.\d+)?$/.test(text),
  Money: (text) => /^-?\d+(\.\d+)?$/.test(text),
  UnsignedInt64: (text) => /^\d+$/.test(text),
  URL: (text) => URL.canParse(text),
};

function parseScalar(name: string, check: (text: string) => boolean, value: unknown): unknown {
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || !check(String(value)))
    throw new GraphQLError(`${name} cannot represent the value ${JSON.stringify(value)}`);
  return String(value);
}

function describeScopes(scopes: readonly string[]): string {
  return `${scopes.map((scope) => `\`${scope}\` access scope`).join(' or ')}.`;
}
