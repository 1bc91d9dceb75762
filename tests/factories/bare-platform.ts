import { execute, parse, type DocumentNode } from 'graphql';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { AccessToken } from '#sandbox/core/state.ts';
import type { Context } from '#sandbox/platform/graphql/context.ts';
import { queryRoot } from '#sandbox/platform/graphql/queries.ts';
import { resolveField } from '#sandbox/platform/graphql/resolve.ts';
import { adminSchema } from '#sandbox/platform/graphql/schema.ts';
import { orderView } from '#sandbox/platform/graphql/views/views-order.ts';
import type { BareShop } from '#sandbox/testing-shop.ts';

/** The Admin API of a bare store, for the adapter's reading: the sandbox's own answers without a server between. */
export function openBarePlatform({ sandbox, shop }: BareShop): PlatformClient {
  const parsed = new Map<string, DocumentNode>();
  const token: AccessToken = {
    token: 'bare',
    kind: 'offline',
    scopes: [],
    userId: null,
    expiresAt: null,
    refresh: null,
  };
  const context: Context = { sandbox, shop, token, viewOrder: (order) => orderView(context, order) };
  return {
    shop: shop.domain,
    query: async <Data>(operation: string, variables: object = {}) => {
      const document = parsed.get(operation) ?? parse(operation);
      parsed.set(operation, document);
      const { data, errors } = await execute({
        schema: adminSchema().schema,
        document,
        rootValue: queryRoot(context),
        variableValues: { ...variables },
        fieldResolver: resolveField,
      });
      if (errors?.[0]) throw errors[0];
      return data as Data;
    },
    mutate: () => Promise.reject(new Error('a bare store is only read')),
    report: () => Promise.resolve(),
  };
}
