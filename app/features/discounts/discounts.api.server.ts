import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as settings from './discount-settings.contract.ts';
import { changeDiscountSettings, readDiscountSettings } from './discount-settings.service.server.ts';
import * as contract from './discounts.contract.ts';
import { listSharedDiscounts, refuseDiscount } from './refuse-discount.service.server.ts';
import { editDiscount } from './edit-discount.service.server.ts';
import { createDiscount, deleteDiscount, getDiscount, listDiscounts } from './discounts.service.server.ts';

export const discountsApi: readonly Implementation[] = [
  implement(contract.listDiscountsEndpoint, (ctx, { query }) => listDiscounts(ctx, query)),
  implement(contract.getDiscountEndpoint, (ctx, { params }) => getDiscount(ctx, params.id)),
  implement(contract.createDiscountEndpoint, async (ctx, { body }) => ({ discount: await createDiscount(ctx, body) })),
  implement(contract.editDiscountEndpoint, (ctx, { params, body }) => editDiscount(ctx, params.id, body)),
  implement(contract.deleteDiscountEndpoint, async (ctx, { body }) => ({
    discount: await deleteDiscount(ctx, body.id),
  })),
  implement(contract.listSharedDiscountsEndpoint, (ctx) => listSharedDiscounts(ctx)),
  implement(contract.refuseDiscountEndpoint, (ctx, { params }) => refuseDiscount(ctx, params.id)),
  implement(settings.getDiscountSettingsEndpoint, (ctx) => readDiscountSettings(ctx)),
  implement(settings.saveDiscountSettingsEndpoint, (ctx, { body }) => changeDiscountSettings(ctx, body)),
];
