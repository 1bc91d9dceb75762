import { z } from 'zod';
import { stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { BatchKind, ItemAbout } from '#app/features/batches/kind.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { buyLabelOf } from '../buy-label.service.server.ts';
import { readSuggestedPackage } from '../list-labels.service.server.ts';
import { quoteBody } from '../labels.contract.ts';
import * as repo from '../labels.repo.server.ts';
import { quoteRatesOf } from '../quote.service.server.ts';
import { chooseRate, RATE_CHOICES } from './choose-rate.ts';

const inputSchema = z.object({
  choice: z.enum(RATE_CHOICES),
  carrier: z.string(),
  service: z.string(),
  notify: z.boolean(),
});
type Input = z.output<typeof inputSchema>;
const itemSchema = z.object({});
type Item = z.output<typeof itemSchema>;

/** What ends by itself: another's purchase, a lost answer that is being looked up, a provider that wants fewer questions. */
const PASSING: ReadonlySet<string | undefined> = new Set(['label_in_progress', 'label_unknown', 'provider_busy']);

/** Labels of many orders, each vendor's part by itself: one for all that is left to ship of it. */
export const buyLabels: BatchKind<Input, Item> = {
  name: 'labels.buy',
  input: inputSchema,
  item: itemSchema,
  whileRunning: 'labels_buying',
  permissions: () => ['write_orders'],
  run: buyOne,
  waitsForTurn: ({ reason }) => PASSING.has(reason),
};

type About = ItemAbout<Item> & { batchId: bigint };

/**
 * Buys the label of one part. What a worker bought before it was killed is found by the batch that it stands in: a label whose
 * outcome is open is gone on with by its own rate, and one that was bought is not bought again.
 */
async function buyOne(
  ctx: Ctx,
  { notify, ...wanted }: Input,
  { subjectId: orderId, partId: vendorId, batchId }: About,
): Promise<void> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const known = (await ctx.db.unit(scope, (tx) => repo.listLabels(tx, orderId))).find(
    (label) => label.batchId === batchId && label.vendorId === vendorId && label.status !== 'failed',
  );
  if (known && known.status !== 'buying') return;
  const rateId = known?.rateId ?? (await findRate(ctx, { orderId, vendorId }, wanted));
  const label = await buyLabelOf(ctx, { rateId, orderId, notify }, { batchId });
  // The carrier still works on it: it is looked at again, until it is bought or refused.
  if (label.status === 'buying') throw stateRefuses('label_in_progress');
}

type Part = { orderId: bigint; vendorId: bigint };

/** Quotes the suggested package of a part, and chooses. Throws invalid_state (409) where there is nothing to choose from. */
async function findRate(ctx: Ctx, vendorOrder: Part, wanted: Omit<Input, 'notify'>): Promise<string> {
  const { grams, length, width, height } = await ctx.db.unit(scopeOf(ctx.viewer), (tx) =>
    readSuggestedPackage(tx, vendorOrder),
  );
  const parsed = quoteBody.safeParse({
    orderId: String(vendorOrder.orderId),
    vendor: String(vendorOrder.vendorId),
    parcels: [{ grams, length, width, height, distanceUnit: 'cm' }],
  });
  if (!parsed.success) throw stateRefuses('label_package_unknown');
  const { rates, messages, missing } = await quoteRatesOf(ctx, parsed.data);
  const rate = chooseRate(rates, wanted);
  if (rate) return rate.id;
  if (missing.includes('phone')) throw stateRefuses('label_phone_missing');
  if (rates.length > 0 && wanted.choice === 'service') {
    throw stateRefuses('label_service_missing', { service: `${wanted.carrier} ${wanted.service}`.trim() });
  }
  const [said] = messages;
  throw said ? stateRefuses('label_refused', { message: said.text }) : stateRefuses('label_no_rates');
}
