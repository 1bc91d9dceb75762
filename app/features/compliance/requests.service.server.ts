import { z } from 'zod';
import { MAX_BIGINT } from '#app/core/ids.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import type { Delivery, DeliveryStore, Outcome } from '#app/server/webhook-queue.server.ts';
import { addDays, DUE_DAYS, ERASE_AGAIN_DAYS, isAbout, toMarkers, type Person } from './compliance.ts';
import * as erase from './erase.repo.server.ts';
import * as personRepo from './person.repo.server.ts';
import { insertRequest } from './requests.repo.server.ts';
import { planSweep, REMOVE_FILES_JOB } from './retention.service.server.ts';

export const ERASE_AGAIN = 'compliance.erase-again';
const BODIES_AT_ONCE = 200;

const platformId = z
  .union([z.number().int(), z.string().regex(/^\d{1,19}$/)])
  .transform((id) => BigInt(id))
  .refine((id) => id <= MAX_BIGINT, rule('id'));
const customerSchema = z.object({
  id: platformId.nullish(),
  email: z.string().max(255).nullish(),
  phone: z.string().max(40).nullish(),
});
const orderIdsSchema = z.array(platformId).max(100_000).nullish();
const requestSchema = z.object({
  customer: customerSchema.nullish(),
  orders_requested: orderIdsSchema,
  orders_to_redact: orderIdsSchema,
  data_request: z.object({ id: platformId }).nullish(),
});

function readPerson(payload: unknown): { person: Person; reference: string | undefined } | undefined {
  const parsed = requestSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { customer, orders_requested: requested, orders_to_redact: toRedact, data_request: request } = parsed.data;
  const person = {
    customerId: customer?.id ?? null,
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    orderIds: requested ?? toRedact ?? [],
  };
  return { person, reference: request ? String(request.id) : undefined };
}

/**
 * A buyer asked what is known about them: all of it is gathered at once, sealed, and the marketplace is told that an export
 * waits to be handed over. It is due in 30 days.
 */
export async function answerDataRequest(
  services: Services,
  tx: SqlTx,
  store: DeliveryStore,
  delivery: Delivery,
): Promise<Outcome> {
  const read = readPerson(delivery.payload);
  if (!read) return { id: delivery.id, state: 'dead', note: 'not a data request' };
  const { person } = read;
  const now = services.clock.now();
  const { receivedAt } = delivery;
  const orderIds = (await erase.findCustomerOrders(tx, person)).map((one) => one.orderId);
  const known = await collectPerson(tx, store, person, orderIds, now);
  const id = await insertRequest(tx, {
    topic: 'customers/data_request',
    reference: read.reference ?? delivery.webhookId,
    subject: { customerId: person.customerId === null ? null : String(person.customerId), orders: known.orders.length },
    state: 'ready',
    sealedExport: services.vault.sealText(JSON.stringify(known)),
    receivedAt,
    dueAt: addDays(receivedAt, DUE_DAYS),
    completedAt: null,
  });
  if (id !== undefined) {
    await queueMails(tx, services, [
      {
        dedupeKey: `marketplace-data-request/${id}`,
        template: 'marketplace-data-request',
        audience: { kind: 'admins' },
        params: { requestId: String(id) },
        dueAt: now,
        createdAt: now,
      },
    ]);
  }
  await eraseOwnBody(tx, delivery);
  return { id: delivery.id, state: 'done' };
}

async function collectPerson(
  tx: SqlTx,
  store: DeliveryStore,
  person: Person,
  orderIds: readonly bigint[],
  now: Date,
): Promise<PersonExport> {
  const orders = await personRepo.listOrdersOf(tx, orderIds);
  const { lines, fulfillments } = await personRepo.listGoodsOf(tx, orderIds);
  const documents = await personRepo.listDocumentsOf(tx, orderIds);
  const own = <Row extends { orderId: string }>(rows: readonly Row[], orderId: string) =>
    rows.filter((row) => row.orderId === orderId).map(({ orderId: _order, ...row }) => row);
  return {
    store: store.domain,
    madeAt: now.toISOString(),
    customer: {
      id: person.customerId === null ? null : String(person.customerId),
      email: person.email,
      phone: person.phone,
    },
    orders: orders.map(({ currency, totalMinor, ...order }) => ({
      ...order,
      total: currency === null || totalMinor === null ? null : toDto(money(totalMinor, asCurrency(currency))),
      lines: own(lines, order.id),
      fulfillments: own(fulfillments, order.id),
      documents: own(documents, order.id),
    })),
    conversations: await personRepo.listConversationsOf(tx, person),
    ...(person.email ? await listByAddress(tx, person.email) : {}),
  };
}

async function listByAddress(tx: SqlTx, email: string) {
  const { offers, ...rest } = await personRepo.listByAddress(tx, email);
  return {
    ...rest,
    offers: offers.map(({ offeredMinor, priceMinor, ...offer }) => ({
      ...offer,
      offered: toDto(money(offeredMinor, asCurrency(offer.currency))),
      price: toDto(money(priceMinor, asCurrency(offer.currency))),
    })),
  };
}

/** What is handed over: the person, each order with what was bought, and what else is known under the address. */
export type PersonExport = {
  store: string;
  madeAt: string;
  customer: { id: string | null; email: string | null; phone: string | null };
  orders: object[];
  mails?: object[];
  applications?: object[];
  accounts?: object[];
  messages?: object[];
  subscriptions?: object[];
  suppressions?: object[];
  leftNotices?: object[];
  offers?: object[];
  conversations: object[];
};

/** A buyer is to be forgotten: every trace of the person goes, the facts and amounts of the orders stay. */
export async function redactCustomer(
  services: Services,
  tx: SqlTx,
  store: DeliveryStore,
  delivery: Delivery,
): Promise<Outcome> {
  const read = readPerson(delivery.payload);
  if (!read) return { id: delivery.id, state: 'dead', note: 'not a redaction of a customer' };
  const { person } = read;
  const now = services.clock.now();
  const found = await erase.findCustomerOrders(tx, person);
  const orderIds = [...new Set([...person.orderIds, ...found.map((one) => one.orderId)])];
  const markers = toMarkers([person.email, person.phone, ...found.flatMap((one) => one.texts)]);
  await erase.eraseBuyers(tx, orderIds);
  await eraseBodiesAbout(services, tx, store.domain, { person, orderIds, markers });
  if (person.email) {
    await erase.eraseMailsTo(tx, person.email);
    await erase.eraseContactsOf(tx, person.email);
  }
  await erase.eraseOffersOf(tx, person);
  const keys = await erase.eraseConversationsOf(tx, { ...person, orderIds });
  if (keys.length > 0) await services.jobs.enqueue(tx, REMOVE_FILES_JOB, { storeId: String(store.id), keys });
  await erase.eraseAnswersAbout(tx, { markers, customerId: person.customerId });
  await insertRequest(tx, {
    topic: 'customers/redact',
    reference: delivery.webhookId,
    subject: { customerId: person.customerId === null ? null : String(person.customerId), orders: orderIds.length },
    state: 'completed',
    sealedExport: null,
    receivedAt: delivery.receivedAt,
    dueAt: addDays(delivery.receivedAt, DUE_DAYS),
    completedAt: now,
  });
  // A delivery about one of these orders may still be on its way; its raw body goes then.
  await scheduleJob(tx, {
    kind: ERASE_AGAIN,
    key: delivery.webhookId,
    payload: { orderIds: orderIds.map(String) },
    dueAt: addDays(now, ERASE_AGAIN_DAYS),
  });
  await eraseOwnBody(tx, delivery);
  return { id: delivery.id, state: 'done' };
}

async function eraseBodiesAbout(
  services: Services,
  tx: SqlTx,
  shop: string,
  o: { person: Person; orderIds: readonly bigint[]; markers: readonly string[] },
): Promise<void> {
  await erase.eraseBodiesOfOrders(tx, shop, o.orderIds);
  const ids = new Set([...o.orderIds, ...(o.person.customerId === null ? [] : [o.person.customerId])].map(String));
  for (let after = 0n; ;) {
    const bodies = await erase.listUnnamedBodies(tx, { shop, after, limit: BODIES_AT_ONCE });
    const last = bodies.at(-1);
    if (!last) return;
    const about = bodies.filter(({ body }) =>
      isAbout(services.vault.open(body).toString('utf8'), { ids, markers: o.markers }),
    );
    await erase.eraseBodies(
      tx,
      about.map(({ id }) => id),
    );
    after = last.id;
  }
}

/** The word of a request names the person itself; it goes with the transaction that has done what it asks. */
async function eraseOwnBody(tx: SqlTx, delivery: Delivery): Promise<void> {
  await erase.eraseBodies(tx, [delivery.id]);
}

/** Erases what came about redacted orders after their redaction. */
export async function eraseAgain(tx: SqlTx, shop: string, orderIds: readonly bigint[]): Promise<void> {
  await erase.eraseBodiesOfOrders(tx, shop, orderIds);
  await erase.eraseBuyers(tx, orderIds);
}

/** The store is to be forgotten, 48 hours after it left. A store that is installed again keeps what it has. */
export async function redactShop(
  services: Services,
  tx: SqlTx,
  store: DeliveryStore,
  delivery: Delivery,
): Promise<Outcome> {
  const now = services.clock.now();
  const recorded = {
    topic: 'shop/redact' as const,
    reference: delivery.webhookId,
    subject: {},
    sealedExport: null,
    receivedAt: delivery.receivedAt,
    dueAt: addDays(delivery.receivedAt, DUE_DAYS),
    completedAt: now,
  };
  if (store.installed) {
    await insertRequest(tx, { ...recorded, state: 'not_needed' });
    return { id: delivery.id, state: 'done', note: 'the store is installed; nothing was erased' };
  }
  const keys = await erase.deleteUploads(tx);
  await erase.eraseStore(tx, store.domain);
  await insertRequest(tx, { ...recorded, state: 'completed' });
  if (keys.length > 0) {
    await services.jobs.enqueue(tx, REMOVE_FILES_JOB, { storeId: String(store.id), keys });
  }
  await planSweep(tx, now);
  return { id: delivery.id, state: 'done' };
}
