import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { AppCharge, Shop } from '../../core/state.ts';

export const chargesOf = (shop: Shop): AppCharge[] => (shop.appCharges ??= []);

export function requireCharge(shop: Shop, id: number): AppCharge {
  const found = chargesOf(shop).find((charge) => charge.id === id);
  if (!found) throw new Refusal('There is no such subscription.', ['id'], 'NOT_FOUND');
  return found;
}

/** Begins a subscription of the app, which charges nothing before the merchant approves it. */
export function createCharge(
  sandbox: Sandbox,
  shop: Shop,
  input: Omit<AppCharge, 'id' | 'status' | 'createdAt'>,
): AppCharge {
  const charge: AppCharge = { ...input, id: nextId(sandbox), status: 'PENDING', createdAt: sandbox.clock.iso() };
  chargesOf(shop).push(charge);
  sandbox.save();
  return charge;
}

/** What the merchant says: an approved one takes the place of the one before. */
export function decideCharge(sandbox: Sandbox, shop: Shop, charge: AppCharge, isApproved: boolean): void {
  if (charge.status !== 'PENDING') throw new Refusal('The subscription was decided before.', ['id']);
  if (isApproved) {
    for (const other of chargesOf(shop)) if (other.status === 'ACTIVE') other.status = 'CANCELLED';
  }
  charge.status = isApproved ? 'ACTIVE' : 'DECLINED';
  sandbox.save();
}

export function cancelCharge(sandbox: Sandbox, charge: AppCharge): void {
  if (charge.status !== 'ACTIVE') throw new Refusal('The subscription is not active.', ['id']);
  charge.status = 'CANCELLED';
  sandbox.save();
}
