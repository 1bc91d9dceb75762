import { isEnumType, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readAppConfig } from '#sandbox/platform/app-config.ts';
import { checkDocument, checkIdempotent, checkScopes } from '#sandbox/platform/graphql/checks.ts';
import { adminSchema } from '#sandbox/platform/graphql/schema.ts';
import { at } from '#scripts/paths.ts';
import { readOperations } from './platform-operations.ts';

/** Everything that is wrong with an operation: the schema, what is deprecated, the scopes we ask for, keys that it needs. */
function complaintsOf(text: string, scopes: readonly string[]): string[] {
  const admin = adminSchema();
  const document = parse(text);
  const idempotent = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? checkIdempotent(admin, definition) : [],
  );
  const errors = [...checkDocument(admin, document), ...checkScopes(admin, document, scopes), ...idempotent];
  return errors.map((error) => error.message);
}

/** Adapters that ask for nothing before they have seen that the store granted this optional access. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  'app/adapters/shopify/products/translations.server.ts': ['write_translations'],
  'app/adapters/shopify/metaobjects/metaobjects.server.ts': ['write_metaobject_definitions', 'write_metaobjects'],
  'app/adapters/shopify/discounts.server.ts': ['write_discounts'],
  'app/adapters/shopify/discounts-read.server.ts': ['write_discounts'],
  'app/adapters/shopify/orders/draft-orders.server.ts': ['write_draft_orders'],
  'app/adapters/shopify/carrier-services.server.ts': ['write_shipping'],
  'app/adapters/shopify/orders/refunds.server.ts': ['write_orders'],
  'app/adapters/shopify/store-orders.server.ts': ['write_orders'],
  'app/adapters/shopify/orders/returns.server.ts': ['write_returns'],
  'app/adapters/shopify/orders/returns-read.server.ts': ['write_returns'],
  'app/adapters/shopify/orders/fulfillment-events.server.ts': ['write_fulfillments'],
  'app/adapters/shopify/metaobjects/entries.server.ts': ['read_metaobject_definitions', 'write_metaobjects'],
};

describe('what the program asks of the platform', () => {
  const config = readAppConfig(at('shopify.app.toml'));
  // What every store grants: an operation that needs an optional scope would fail where it was not asked for.
  const granted = config.scopes;
  const operations = readOperations('app/adapters');
  const isFragment = (text: string) => /^\s*fragment\b/.test(text.replace('#graphql', ''));
  const whole = operations.filter(({ text }) => !isFragment(text));

  it('is found', () => {
    console.log(`operations of the Admin API: ${whole.length}`);
    expect(whole.length).toBeGreaterThan(0);
  });

  it.each(whole.map((one) => [one.where, one.text]))('is valid, of today, and allowed: %s', (where, text) => {
    const optional = OPTIONAL[where.replace(/:\d+$/, '')] ?? [];
    expect(complaintsOf(text, [...granted, ...optional])).toEqual([]);
  });

  it('needs optional scopes in the named adapters alone, each of which the store can grant', () => {
    for (const scope of Object.values(OPTIONAL).flat()) expect(config.optionalScopes).toContain(scope);
  });

  it('is checked: operations with an unknown field, a deprecated one, a scope we lack or no key are caught', () => {
    expect(complaintsOf('{ shop { noSuchField } }', granted)[0]).toContain('Cannot query field "noSuchField"');
    expect(complaintsOf('{ shop { billingAddress { city } } }', granted)[0]).toContain('Deprecated');
    expect(complaintsOf('{ orders(first: 1) { nodes { id } } }', ['read_products'])[0]).toContain('Access denied');
    const refund = 'mutation { refundCreate(input: { orderId: "gid://shopify/Order/1" }) { refund { id } } }';
    expect(complaintsOf(refund, granted)).toContainEqual(expect.stringContaining('@idempotent'));
  });

  it('asks for no scope that no operation needs', () => {
    const needless = config.scopes.filter((scope) => {
      const without = granted.filter((one) => one !== scope);
      return whole.every(({ text }) => complaintsOf(text, without).length === 0);
    });
    // What webhooks and the app proxy need, and what the store demands for one field of a type (Location.isActive): no operation shows them.
    expect(
      needless.filter((scope) => !['write_app_proxy', 'read_locales', 'read_locations', 'read_orders'].includes(scope)),
    ).toEqual([]);
  });

  it('subscribes to topics that the platform has, in its present version', () => {
    expect(config.apiVersion).toBe('2026-10');
    const type = adminSchema().schema.getType('WebhookSubscriptionTopic');
    const known = new Set(isEnumType(type) ? type.getValues().map((value) => value.name) : []);
    // These three are sent to every app of the store and are not part of the enumeration.
    const compliance = ['customers/data_request', 'customers/redact', 'shop/redact'];
    const topics = config.subscriptions.map(({ topic }) => topic).filter((topic) => !compliance.includes(topic));
    expect(topics.filter((topic) => !known.has(topic.toUpperCase().replaceAll('/', '_')))).toEqual([]);
    expect(config.subscriptions.map(({ topic }) => topic)).toEqual(expect.arrayContaining(compliance));
  });
});
