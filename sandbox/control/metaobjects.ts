import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { shopOf } from '../platform/store/lookup.ts';
import { createDefinition, createEntry, definitionOfType, deleteDefinition } from '../platform/store/metaobjects.ts';
import { controlBody } from './guard.ts';
import { readList, readText, requireText } from './input.ts';

const DEFAULT_SHOP = 'demo.myshopify.com';

/** What the merchant does with metaobjects in the store admin: a kind with its entries is made, and deleted. */
export function metaobjectControlRoutes(sandbox: Sandbox): Route[] {
  return [
    route('POST', '/control/kinds', (request) => {
      const body = controlBody(request);
      const shop = shopOf(sandbox, readText(body, 'shop') ?? DEFAULT_SHOP);
      const type = requireText(body, 'type');
      const made = createDefinition(sandbox, shop, {
        type,
        name: requireText(body, 'name'),
        description: null,
        displayNameKey: 'name',
        access: { admin: null, storefront: 'PUBLIC_READ' },
        publishable: true,
        fields: [
          {
            key: 'name',
            name: 'Name',
            description: null,
            type: 'single_line_text_field',
            required: true,
            validations: [],
          },
          ...(readList(body, 'fields') ?? []).map((one) => {
            const field = one as Record<string, unknown>;
            return {
              key: requireText(field, 'key'),
              name: requireText(field, 'name'),
              type: requireText(field, 'type'),
              description: null,
              required: false,
              validations: [],
            };
          }),
        ],
      });
      for (const name of readList(body, 'entries') ?? []) {
        createEntry(sandbox, shop, type, { values: [{ key: 'name', value: String(name) }], status: 'ACTIVE' });
      }
      return json(201, { id: `gid://shopify/MetaobjectDefinition/${made.id}` });
    }),
    route('POST', '/control/kinds/delete', (request) => {
      const body = controlBody(request);
      const shop = shopOf(sandbox, readText(body, 'shop') ?? DEFAULT_SHOP);
      const found = definitionOfType(shop, requireText(body, 'type'));
      if (found) deleteDefinition(sandbox, shop, found.id);
      return json(200, { status: 'ok' });
    }),
  ];
}
