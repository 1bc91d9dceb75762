import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route, SandboxRequest } from '../core/router.ts';
import type { Shop, StoreDiscount } from '../core/state.ts';
import { shopOf } from '../platform/store/lookup.ts';
import {
  changeStoreDiscount,
  deleteStoreDiscount,
  discountsOf,
  endStoreDiscount,
  findStoreDiscount,
} from '../platform/store/store-discounts.ts';
import { controlBody } from './guard.ts';
import { readFlag, readNumber, readText } from './input.ts';
import type { Body } from './input.ts';

const DEFAULT_SHOP = 'demo.myshopify.com';

/** What the merchant does with discounts in the store admin: they are changed, ended and deleted. */
export function discountControlRoutes(sandbox: Sandbox): Route[] {
  const act = (path: string, run: (shop: Shop, discount: StoreDiscount, body: Body) => void): Route =>
    route('POST', `/control/discounts/{id}/${path}`, (request: SandboxRequest) => {
      const body = controlBody(request);
      const shop = shopOf(sandbox, readText(body, 'shop') ?? DEFAULT_SHOP);
      const discount = findStoreDiscount(shop, Number(request.params['id']));
      if (!discount) throw new Refusal('There is no such discount.', ['id'], 'NOT_FOUND');
      run(shop, discount, body);
      return json(200, { ok: true });
    });
  return [
    route('GET', '/control/discounts', (request) =>
      json(
        200,
        discountsOf(shopOf(sandbox, request.query.get('shop') ?? DEFAULT_SHOP)).map((discount) => ({
          ...discount,
          id: String(discount.id),
        })),
      ),
    ),
    act('change', (shop, discount, body) => {
      const percent = readNumber(body, 'percent');
      changeStoreDiscount(sandbox, shop, discount, {
        ...(percent === undefined ? {} : { value: { kind: 'percentage', share: percent / 100 } }),
        ...(readFlag(body, 'allProducts') === true ? { collectionIds: null } : {}),
      });
    }),
    act('end', (shop, discount) => {
      endStoreDiscount(sandbox, shop, discount);
    }),
    act('delete', (shop, discount) => {
      deleteStoreDiscount(sandbox, shop, discount);
    }),
  ];
}
