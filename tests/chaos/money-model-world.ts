import { encodeExact } from '#app/core/exact-json.ts';
import { asCurrency, parseAmount } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { decideLiableParty, computeGoodwill } from '#app/features/orders/money/pending-refunds.ts';
import { resettleOrder } from '#app/features/orders/ingest/ingest.service.server.ts';
import { isReceiptUnsure } from '#app/features/orders/order.ts';
import { orderHandlers } from '#app/features/orders/orders.webhooks.server.ts';
import { ingestReadOrders, requireReadable } from '#app/features/orders/ingest/read-orders.service.server.ts';
import { parseReadOrders } from '#app/features/orders/ingest/read-orders.ts';
import { parseOrder } from '#app/features/orders/ingest/parse-order.ts';
import { formatMinor } from '#sandbox/core/money.ts';
import type { Rule, Terms } from '#tests/model/platform-order.ts';
import type { SentEvent } from '#sandbox/testing-shop.ts';
import { buildDiscountRow } from '#tests/factories/discounts.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program } from '#tests/support/program.ts';
import { KINDS, MADE_HERE, ownersOf, TIERS, vendorsOf, type Dice, type Platform } from './money-model-scenarios.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00.000Z');

export type MoneyWorld = {
  store: BuiltStore;
  admin: Awaited<ReturnType<typeof buildAdmin>>;
  /** Vendor ids by the model's name for them, and back. */
  idOf: Map<string, string>;
  nameOf: Map<string, string>;
  terms: Terms;
  /** How often lists and flags were saved. */
  version: number;
};

/** A store in the program for the orders of a platform: its vendors, their older names, its products and an admin. */
export async function buildMoneyWorld(platform: Platform): Promise<MoneyWorld> {
  const { owner, clock } = program();
  const store = await buildStore({ currency: platform.shop.currency });
  await owner.store.update({ where: { id: store.id }, data: { installedAt: LONG_AGO } });
  const names = Array.from({ length: platform.groups }, (_, group) => vendorsOf(group)).flat();
  const idOf = new Map<string, string>();
  for (const name of names) idOf.set(name.toLowerCase(), String((await buildVendor({ store, name })).id));
  await owner.vendorAlias.createMany({
    data: names.map((name) => ({
      storeId: store.id,
      key: `old ${name.toLowerCase()}`,
      vendorId: BigInt(idOf.get(name.toLowerCase()) ?? 0),
    })),
  });
  const at = clock.now();
  await owner.product.createMany({
    data: Object.values(platform.shop.products).map((product) => ({
      storeId: store.id,
      id: BigInt(product.id),
      vendorId: BigInt(idOf.get(product.vendor.toLowerCase()) ?? 0),
      vendorName: product.vendor,
      title: product.title,
      handle: product.handle,
      status: 'ACTIVE',
      bodyHtml: '',
      media: [],
      options: [],
      metafields: [{ namespace: 'custom', key: 'kind', values: [platform.kinds.get(product.id) ?? 'none'] }],
      inventoryTotal: 0,
      searchText: product.title.toLowerCase(),
      submission: 'awaiting',
      createdAt: at,
      platformUpdatedAt: at,
      readAt: at,
    })),
  });
  const owners = ownersOf(platform.groups).map((name) => BigInt(idOf.get(name.toLowerCase()) ?? 0));
  for (const [code, { vendorShare, isOwn }] of Object.entries(MADE_HERE))
    await buildDiscountRow(store, {
      name: code,
      vendorPercent: vendorShare,
      vendorIds: isOwn ? owners : [],
      at: LONG_AGO,
    });
  return {
    store,
    admin: await buildAdmin({ store }),
    idOf,
    nameOf: new Map([...idOf].map(([name, id]) => [id, name])),
    terms: { commissioned: NO_FLAGS, inPayout: NO_FLAGS, standard: [], ofVendor: {}, aliases: {} },
    version: 0,
  };
}

const NO_FLAGS = { discount: 0n, tax: 0n, shipping: 0n };

/** A list of one to five tiers, and sometimes a line for one kind of products. Percentages up to the whole. */
function drawList(dice: Dice): Rule[] {
  const percent = () => BigInt(dice.chance(0.1) ? 1_000_000 : dice.below(400_000));
  const flat = () => BigInt(dice.chance(0.5) ? 0 : dice.below(400));
  const mins = [0, ...TIERS.filter(() => dice.chance(0.5))];
  const tiers: Rule[] = mins.map((min, at) => {
    const next = mins[at + 1];
    const isOpen = next === undefined || dice.chance(0.5);
    return { min: BigInt(min), percent: percent(), flat: flat(), ...(isOpen ? {} : { max: BigInt(next) }) };
  });
  const conditioned: Rule[] = dice.chance(0.5)
    ? [
        {
          min: BigInt(dice.below(500)),
          percent: percent(),
          flat: flat(),
          constraint: { key: dice.pick(['kind', 'custom.kind']), value: dice.pick(KINDS) },
        },
      ]
    : [];
  return dice.chance(0.5) ? [...conditioned, ...tiers] : [...tiers, ...conditioned];
}

/** The marketplace changes its flags, its list and those of some vendors: for orders recorded from now on. */
export async function changeTerms(world: MoneyWorld, dice: Dice): Promise<void> {
  const flags = () => ({
    discount: BigInt(dice.below(2)),
    tax: BigInt(dice.below(2)),
    shipping: BigInt(dice.below(2)),
  });
  const { idOf, store } = world;
  const ofVendor: Record<string, Rule[]> = { ...world.terms.ofVendor };
  const changed = [...idOf.keys()].filter(() => dice.chance(0.2));
  for (const name of changed) ofVendor[name] = dice.chance(0.7) ? drawList(dice) : [];
  const aliases = Object.fromEntries([...idOf.keys()].map((name) => [`old ${name}`, name]));
  world.terms = { commissioned: flags(), inPayout: flags(), standard: drawList(dice), ofVendor, aliases };
  world.version++;
  const { commissioned, inPayout, standard } = world.terms;
  const value = {
    includeDiscount: commissioned.discount === 1n,
    includeTax: commissioned.tax === 1n,
    includeShipping: commissioned.shipping === 1n,
    discountInPayout: inPayout.discount === 1n,
    taxInPayout: inPayout.tax === 1n,
    shippingInPayout: inPayout.shipping === 1n,
  };
  const { owner, clock } = program();
  const save = { value, version: world.version, updatedAt: clock.now(), updatedBy: 'test' };
  await owner.storeSetting.upsert({
    where: { storeId_section: { storeId: store.id, section: 'financeConfig' } },
    create: { storeId: store.id, section: 'financeConfig', ...save },
    update: save,
  });
  const list = (vendorId: bigint | null, rules: Rule[]) => ({
    storeId: store.id,
    vendorId,
    lines: encodeExact(
      rules.map((rule) => ({
        minMinor: rule.min,
        maxMinor: rule.max ?? null,
        flatMinor: rule.flat,
        percent: rule.percent,
        constraint: rule.constraint ?? null,
      })),
    ) as never,
    version: world.version,
    createdAt: clock.now(),
    createdBy: 'test',
  });
  await owner.commissionList.createMany({
    data: [list(null, standard), ...changed.map((name) => list(BigInt(idOf.get(name) ?? 0), ofVendor[name] ?? []))],
  });
}

/** The platform's deliveries, handled as the queue's are: by the same handler, as many in one transaction as are asked for. */
export async function deliver(world: MoneyWorld, sent: readonly SentEvent[], batch: number): Promise<void> {
  const { services } = program().container;
  const [handler] = orderHandlers(services);
  if (!handler) throw new Error('orders have a handler');
  const { id, domain, currency } = world.store;
  const store = { id, domain, currency, installed: true, installedAt: LONG_AGO };
  const at = services.clock.now();
  for (let from = 0; from < sent.length; from += batch) {
    const deliveries = sent.slice(from, from + batch).map(({ topic, payload }, index) => ({
      id: BigInt(from + index),
      topic,
      webhookId: `delivery-${from + index}`,
      triggeredAt: at,
      receivedAt: at,
      attempts: 1,
      payload: JSON.parse(JSON.stringify(payload)) as unknown,
    }));
    const outcomes = await services.db.fast(marketplaceScope(id), (tx) => handler.handle(tx, store, deliveries));
    const dead = outcomes.find((outcome) => outcome.state === 'dead');
    if (dead) throw new Error(`a delivery cannot be read: ${dead.note ?? ''}`);
  }
}

/** Whether a delivery makes the program read the order from the store. */
export function isReadAgain({ topic, payload }: SentEvent): boolean {
  if (topic === 'orders/edited') return true;
  if (!topic.startsWith('orders/')) return false;
  const facts = parseOrder(payload);
  return facts.ok && isReceiptUnsure(facts.value);
}

/** Orders as they were read from the store, learnt as a reading is. */
export async function read(world: MoneyWorld, payloads: readonly object[]): Promise<void> {
  if (payloads.length === 0) return;
  const { services } = program().container;
  const { id, domain } = world.store;
  const orders = requireReadable(parseReadOrders(payloads));
  await services.db.fast(marketplaceScope(id), (tx) =>
    ingestReadOrders(services, tx, { domain, installedAt: LONG_AGO }, orders),
  );
}

/** An admin lets a vendor bear a refund's shipping and goodwill, as the call that makes refunds does once it knows it. */
export async function letBear(world: MoneyWorld, orderId: string, refundId: string, vendor: string): Promise<void> {
  const { services } = program().container;
  const vendorId = world.idOf.get(vendor) ?? null;
  await services.db.fast(marketplaceScope(world.store.id), (tx) =>
    resettleOrder(
      services,
      tx,
      BigInt(orderId),
      ({ known, decisions }) => {
        const refund = known.refunds.find((one) => one.id === refundId);
        if (!refund) throw new Error(`the refund ${refundId} is known`);
        const goodwillMinor = computeGoodwill(refund, known.latest.taxesIncluded);
        return decideLiableParty(decisions, { ...refund, goodwillMinor }, vendorId);
      },
      { type: 'admin', id: 'test' },
    ),
  );
}

type Dto = { amount: string; currency: string };

/** Minor units of an amount on the wire. */
export function minorOf(amount: Dto): bigint {
  const parsed = parseAmount(amount.amount, asCurrency(amount.currency));
  if (!parsed.ok) throw new Error(`${amount.amount} ${amount.currency} is no amount`);
  return parsed.value;
}

/** A decimal of the store's currency. */
export const decimalOf = (world: MoneyWorld, amountMinor: bigint): string =>
  formatMinor(Number(amountMinor), world.store.currency);

/** A call of the API as the admin, which must succeed. */
export async function ask<T>(world: MoneyWorld, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await api(world.admin).send(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.as<T>();
}
