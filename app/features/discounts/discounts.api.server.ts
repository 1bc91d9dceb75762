import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as settings from './discount-settings.contract.ts';
import { changeDiscountSettings, readDiscountSettings } from './discount-settings.service.server.ts';
import * as contract from './discounts.contract.ts';
import { listSharedDiscounts, refuseDiscount } from './refuse-discount.service.server.ts';
import { editDiscount } from './edit-discount.service.server.ts';
import { createDiscount, deleteDiscount, getDiscount, listDiscounts } from './discounts.service.server.ts';

export const discountsApi: readonly Implementation[] = [
  implement(contract.listDiscounts, (ctx, { query }) => listDiscounts(ctx, query)),
  implement(contract.getDiscount, (ctx, { params }) => getDiscount(ctx, params.id)),
  implement(contract.createDiscount, async (ctx, { body }) => ({ discount: await createDiscount(ctx, body) })),
  implement(contract.editDiscount, (ctx, { params, body }) => editDiscount(ctx, params.id, body)),
  implement(contract.deleteDiscount, async (ctx, { body }) => ({ discount: await deleteDiscount(ctx, body.id) })),
  implement(contract.listSharedDiscounts, (ctx) => listSharedDiscounts(ctx)),
  implement(contract.refuseDiscount, (ctx, { params }) => refuseDiscount(ctx, params.id)),
  implement(settings.getDiscountSettings, (ctx) => readDiscountSettings(ctx)),
  implement(settings.saveDiscountSettings, (ctx, { body }) => changeDiscountSettings(ctx, body)),
];
