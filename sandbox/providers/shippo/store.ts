import { DAY_MS } from '#sandbox/core/durations.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type {
  ShippoMessage,
  ShippoOutcome,
  ShippoRate,
  ShippoRefund,
  ShippoRefundStatus,
  ShippoShipment,
  ShippoState,
  ShippoTransaction,
} from '../../core/state-shippo.ts';
import { makeId, spell } from '../identifiers.ts';

/** The keys that the stand-in knows from the start. */
export const SHIPPO_TEST_KEY = `shippo_test_${spell('shippo test', 40).toLowerCase()}`;
export const SHIPPO_LIVE_KEY = `shippo_live_${spell('shippo live', 40).toLowerCase()}`;

const RATE_DAYS = 7;

/** Shippo's part of the state. */
export function shippoOf(sandbox: Sandbox): ShippoState {
  sandbox.state.shippo ??= {
    keys: [
      { key: SHIPPO_TEST_KEY, isTest: true, revokedAt: null },
      { key: SHIPPO_LIVE_KEY, isTest: false, revokedAt: null },
    ],
    shipments: {},
    rates: {},
    transactions: [],
    refunds: [],
    outcomes: [],
  };
  return sandbox.state.shippo;
}

/** Signs reports with a secret from now on; an empty one signs none. */
export function setWebhookSecret(sandbox: Sandbox, secret: string): void {
  if (secret === '') delete shippoOf(sandbox).webhookSecret;
  else shippoOf(sandbox).webhookSecret = secret;
}

const objectId = (sandbox: Sandbox, kind: string): string => makeId(sandbox, kind, 28).toLowerCase();

/** Services of three carriers, from the cheapest to the fastest: cents for the first half kilogram and for each further one. */
const SERVICES = [
  { provider: 'PostNL', service: 'Standard', token: 'postnl_standard', base: 495, more: 90, days: 4 },
  { provider: 'UPS', service: 'Saver', token: 'ups_saver', base: 1190, more: 160, days: 2 },
  { provider: 'DHL Express', service: 'Worldwide', token: 'dhl_express_worldwide', base: 2390, more: 310, days: 1 },
] as const;

/** The services of the account's carriers, as its list of carriers has them. */
export const listServiceLevels = () =>
  SERVICES.map(({ provider, service, token }) => ({ provider, name: service, token, supports_return_labels: false }));

/** Nobody delivers there. */
const NOWHERE = '00000';

export type ShipmentInput = Pick<ShippoShipment, 'from' | 'to' | 'parcels' | 'customs' | 'metadata' | 'isReturn'>;

/** Makes a shipment with the rates of its carriers, and what those say that have none. */
export function addShipment(sandbox: Sandbox, isTest: boolean, input: ShipmentInput): ShippoShipment {
  const state = shippoOf(sandbox);
  const createdAt = sandbox.clock.iso();
  const id = objectId(sandbox, 'ship');
  const messages: ShippoMessage[] = [];
  const grams = input.parcels.reduce((sum, one) => sum + gramsOf(one), 0);
  const isForeign = input.from['country'] !== input.to['country'];
  const offered = SERVICES.filter(({ provider }) => {
    const text =
      input.to['zip'] === NOWHERE
        ? 'The destination is not served.'
        : input.isReturn && provider !== 'UPS'
          ? 'Return labels are not offered.'
          : provider === 'DHL Express' && !input.to['phone']
            ? 'The recipient’s phone number is required.'
            : input.parcels.length > 1 && provider === 'PostNL'
              ? 'Shipments of several packages are not offered.'
              : undefined;
    if (text) messages.push({ source: provider, code: '', text });
    return text === undefined;
  });
  const rates = offered.map(({ base, more, ...service }, at): ShippoRate => ({
    ...service,
    id: objectId(sandbox, 'rate'),
    shipmentId: id,
    isTest,
    cents: (base + more * Math.max(0, Math.ceil(grams / 500) - 1)) * (isForeign ? 2 : 1),
    attributes: [...(at === 0 ? ['CHEAPEST', 'BESTVALUE'] : []), ...(at === offered.length - 1 ? ['FASTEST'] : [])],
    createdAt,
  }));
  for (const rate of rates) state.rates[rate.id] = rate;
  const shipment = { id, isTest, ...input, rateIds: rates.map((rate) => rate.id), messages, createdAt };
  state.shipments[id] = shipment;
  return shipment;
}

const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000, oz: 28.35, lb: 453.6 };
const gramsOf = (box: Record<string, unknown>): number =>
  Number(box['weight']) * (GRAMS[String(box['mass_unit'])] ?? 1);

/** Whether a rate can still be bought. */
export function isRateBuyable(sandbox: Sandbox, rate: ShippoRate): boolean {
  return sandbox.clock.now().getTime() - new Date(rate.createdAt).getTime() < RATE_DAYS * DAY_MS;
}

/** Buys the labels of a rate: each call buys them, as Shippo does. One is made for each package; the first is answered. */
export function addTransaction(sandbox: Sandbox, rate: ShippoRate, metadata: string): ShippoTransaction {
  const state = shippoOf(sandbox);
  const outcome = state.outcomes.shift() ?? { status: 'SUCCESS', text: '' };
  const first = addPackage(sandbox, rate, { metadata, outcome });
  const count = state.shipments[rate.shipmentId]?.parcels.length ?? 1;
  if (outcome.status !== 'ERROR')
    for (let more = 1; more < count; more += 1) addPackage(sandbox, rate, { metadata, outcome });
  return first;
}

function addPackage(
  sandbox: Sandbox,
  rate: ShippoRate,
  { metadata, outcome }: { metadata: string; outcome: ShippoOutcome },
): ShippoTransaction {
  const state = shippoOf(sandbox);
  const id = objectId(sandbox, 'tran');
  const made: ShippoTransaction = {
    id,
    rateId: rate.id,
    isTest: rate.isTest,
    metadata,
    status: outcome.status,
    messages: outcome.status === 'ERROR' ? [{ source: rate.provider, code: '', text: outcome.text }] : [],
    tracking: outcome.status === 'ERROR' ? '' : `SBX${spell(`tracking ${id}`, 12, '0123456789')}`,
    trackingStatus: 'UNKNOWN',
    createdAt: sandbox.clock.iso(),
  };
  state.transactions.push(made);
  return made;
}

/** A purchase by its id or its tracking number; refused where there is none. */
export function transactionOf(sandbox: Sandbox, id: string): ShippoTransaction {
  const found = shippoOf(sandbox).transactions.find((one) => one.id === id || (id !== '' && one.tracking === id));
  if (!found) throw new Refusal('There is no such label.', ['id'], 'NOT_FOUND');
  return found;
}

/** Asks for the money of a label back; undefined where it was asked for, or there is none to ask for. */
export function addRefund(sandbox: Sandbox, transaction: ShippoTransaction): ShippoRefund | undefined {
  if (transaction.status !== 'SUCCESS') return undefined;
  transaction.status = 'REFUNDPENDING';
  const made: ShippoRefund = {
    id: objectId(sandbox, 'refu'),
    transactionId: transaction.id,
    isTest: transaction.isTest,
    status: 'QUEUED',
    createdAt: sandbox.clock.iso(),
  };
  shippoOf(sandbox).refunds.push(made);
  return made;
}

/** Decides a refund, as the carrier does days later. */
export function endRefund(sandbox: Sandbox, refund: ShippoRefund, status: ShippoRefundStatus): void {
  refund.status = status;
  const transaction = transactionOf(sandbox, refund.transactionId);
  transaction.status = status === 'SUCCESS' ? 'REFUNDED' : status === 'ERROR' ? 'REFUNDREJECTED' : 'REFUNDPENDING';
}

/** Refunds that nobody decided are granted after a day. */
export function passShippoTime(sandbox: Sandbox): void {
  const now = sandbox.clock.now().getTime();
  for (const refund of shippoOf(sandbox).refunds) {
    const isOpen = refund.status === 'QUEUED' || refund.status === 'PENDING';
    if (isOpen && now - new Date(refund.createdAt).getTime() >= DAY_MS) endRefund(sandbox, refund, 'SUCCESS');
  }
}
