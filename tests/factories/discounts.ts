import { expect } from 'vitest';
import { buildNameKey, type DiscountMethod, type DiscountState } from '#app/features/discounts/discount.ts';
import { api, program } from '#tests/support/program.ts';
import { grantAftersales } from './aftersales.ts';
import { nextNumber } from './numbers.ts';
import type { BuiltUser } from './people.ts';
import type { BuiltStore, BuiltVendor } from './stores.ts';

/** Switches discounts on for a store, with the access that they need. */
export async function openDiscounts(store: BuiltStore, admin: BuiltUser): Promise<void> {
  await grantAftersales({ domain: store.domain, scopes: ['write_discounts'] });
  await switchDiscounts(admin, true);
}

export async function switchDiscounts(admin: BuiltUser, enabled: boolean): Promise<void> {
  const answer = await api(admin).patch('/app/info/features', { features: { discounts: { enabled } } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

type RowDraft = {
  name?: string;
  method?: DiscountMethod;
  vendor?: BuiltVendor;
  vendorIds?: bigint[];
  vendorPercent?: bigint;
  state?: DiscountState;
  platformId?: bigint;
  endsAt?: Date;
  at?: Date;
};

/** A discount as it stands in the database, without the platform having been asked. */
export async function buildDiscountRow(store: BuiltStore, o: RowDraft = {}): Promise<bigint> {
  const at = o.at ?? program().clock.now();
  const name = o.name ?? `CODE${nextNumber()}`;
  const row = await program().owner.discount.create({
    data: {
      storeId: store.id,
      vendorId: o.vendor?.id ?? null,
      vendorIds: o.vendorIds ?? [],
      name,
      nameKey: buildNameKey(name),
      method: o.method ?? 'code',
      valueType: 'percentage',
      percent: 100_000n,
      currency: store.currency,
      startsAt: at,
      endsAt: o.endsAt ?? null,
      onePerCustomer: false,
      minimumType: 'none',
      vendorPercent: o.vendorPercent ?? 1_000_000n,
      state: o.state ?? 'live',
      platformId: o.platformId ?? null,
      createdAt: at,
      updatedAt: at,
    },
  });
  return row.id;
}

/** What is sent for a new code of ten percent from a day on. */
export const discountBody = (o: Record<string, unknown> = {}) => ({
  method: 'code',
  name: `SAVE${nextNumber()}`,
  value: { type: 'percentage', percentage: '10' },
  active: { from: '2026-01-01' },
  ...o,
});
