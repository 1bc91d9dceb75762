import { buildDiscountRow, discountBody, openDiscounts, switchDiscounts } from '#tests/factories/discounts.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { api } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

async function discountOf(side: Side): Promise<string> {
  await switchDiscounts(side.admin, true);
  // One that has ended in the store needs nothing of the platform.
  return String(await buildDiscountRow(side.store, { vendor: side.vendor, state: 'ended' }));
}

const readRules = async (side: Side, change: object) => ({
  ...(await api(side.admin).get('/settings/discounts')).as<object>(),
  ...change,
});
const saveRules = async (side: Side, change: object): Promise<void> => {
  await api(side.admin).put('/settings/discounts', await readRules(side, change));
};

export const probes = defineProbes([
  {
    endpoint: 'discounts.list',
    request: async (side) => {
      await discountOf(side);
      return { query: { status: 'ended', q: 'code' } };
    },
  },
  {
    endpoint: 'discounts.get',
    request: async (side) => ({ params: { id: await discountOf(side) } }),
    ids: ['params.id'],
  },
  {
    endpoint: 'discounts.create',
    request: async (side) => {
      await openDiscounts(side.store, side.admin);
      return {
        body: discountBody({
          active: { from: '2026-01-01', until: '2099-12-31', withEndDate: true },
          limit: { onePerCustomer: true, withUsage: true, usage: 5 },
          vendorIds: [String(side.vendor.id)],
        }),
      };
    },
    ids: ['body.vendorIds.*'],
    once: true,
  },
  {
    endpoint: 'discounts.delete',
    request: async (side) => ({ body: { id: await discountOf(side) } }),
    ids: ['body.id'],
  },
  {
    endpoint: 'discounts.edit',
    request: async (side) => {
      await openDiscounts(side.store, side.admin);
      const made = await api(side.member).post('/discounts', discountBody({ name: `EDIT${nextNumber()}` }));
      const { discount } = made.as<{ discount: { id: string; version: number } }>();
      const body = {
        version: discount.version,
        value: { type: 'percentage', percentage: '7' },
        active: { from: '2026-01-01', until: '2099-12-31', withEndDate: true },
        limit: { onePerCustomer: true, withUsage: true, usage: 5 },
        minPurchase: { type: 'quantity', value: '2' },
      };
      return { params: { id: discount.id }, body };
    },
    ids: ['params.id'],
    once: true,
  },
  {
    endpoint: 'discounts.listShared',
    request: async (side) => {
      await switchDiscounts(side.admin, true);
      return {};
    },
  },
  {
    endpoint: 'discounts.refuse',
    request: async (side) => {
      await openDiscounts(side.store, side.admin);
      await saveRules(side, { vendorsMayRefuse: true });
      const id = await buildDiscountRow(side.store, { vendorIds: [side.vendor.id] });
      return { params: { id: String(id) } };
    },
    ids: ['params.id'],
    once: true,
  },
  {
    endpoint: 'discounts.settings',
    request: async (side) => {
      await switchDiscounts(side.admin, true);
      return {};
    },
  },
  {
    endpoint: 'discounts.saveSettings',
    request: async (side) => {
      await switchDiscounts(side.admin, true);
      return {
        body: await readRules(side, { vendorQuota: nextNumber() % 20, reservedNames: [`KEPT${nextNumber()}`] }),
      };
    },
    once: true,
  },
]);
