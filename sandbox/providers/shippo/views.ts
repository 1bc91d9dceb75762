import type { Sandbox } from '../../core/kernel.ts';
import type { ShippoRate, ShippoRefund, ShippoShipment, ShippoTransaction } from '../../core/state-shippo.ts';
import { shippoOf } from './store.ts';

const OWNER = 'marketplace@sandbox.test';
const CARRIER_ACCOUNT = 'carrieraccount000000000000000000';
/** Units of each currency for a dollar. */
const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, EUR: 0.9, GBP: 0.8, NOK: 10, JPY: 150, SEK: 10.5 };
const LOCAL: Readonly<Record<string, string>> = { US: 'USD', GB: 'GBP', NO: 'NOK', SE: 'SEK', JP: 'JPY' };

/** An amount of dollars in a currency; undefined for one that the stand-in has no rate of. */
export function amountIn(cents: number, currency: string): string | undefined {
  const rate = PER_DOLLAR[currency];
  return rate === undefined ? undefined : ((cents * rate) / 100).toFixed(currency === 'JPY' ? 0 : 2);
}

const times = (createdAt: string) => ({ object_created: createdAt, object_updated: createdAt, object_owner: OWNER });

export function viewRate(sandbox: Sandbox, rate: ShippoRate, currency?: string): Record<string, unknown> {
  const to = shippoOf(sandbox).shipments[rate.shipmentId]?.to['country'];
  const local = currency ?? LOCAL[String(to)] ?? 'EUR';
  return {
    object_id: rate.id,
    object_created: rate.createdAt,
    object_owner: OWNER,
    shipment: rate.shipmentId,
    attributes: rate.attributes,
    amount: amountIn(rate.cents, 'USD'),
    currency: 'USD',
    amount_local: amountIn(rate.cents, local) ?? amountIn(rate.cents, 'USD'),
    currency_local: amountIn(rate.cents, local) === undefined ? 'USD' : local,
    provider: rate.provider,
    servicelevel: { name: rate.service, token: rate.token, terms: '' },
    estimated_days: rate.days,
    duration_terms: '',
    carrier_account: CARRIER_ACCOUNT,
    messages: [],
    test: rate.isTest,
  };
}

export function viewShipment(sandbox: Sandbox, shipment: ShippoShipment): Record<string, unknown> {
  const { rates } = shippoOf(sandbox);
  const own = { ...times(shipment.createdAt), test: shipment.isTest };
  const address = (given: Record<string, unknown>, name: string) => ({
    ...given,
    ...own,
    object_id: `${name}${shipment.id}`,
    is_complete: true,
  });
  return {
    ...own,
    object_id: shipment.id,
    status: 'SUCCESS',
    address_from: address(shipment.from, 'from'),
    address_to: address(shipment.to, 'to'),
    parcels: shipment.parcels.map((box, at) => ({
      ...box,
      ...own,
      object_id: `parcel${at}${shipment.id}`,
      object_state: 'VALID',
    })),
    carrier_accounts: [],
    metadata: shipment.metadata,
    rates: shipment.rateIds.flatMap((id) => (rates[id] ? [viewRate(sandbox, rates[id])] : [])),
    messages: shipment.messages,
  };
}

/** A purchase. A live key is told where the package is by an object, as Shippo does against its own contract. */
export function viewTransaction(one: ShippoTransaction): Record<string, unknown> {
  const isBought = one.status !== 'ERROR' && one.status !== 'QUEUED';
  const status = {
    object_id: `track${one.id}`,
    object_created: one.createdAt,
    object_updated: one.createdAt,
    status: one.trackingStatus,
    status_details: '',
  };
  return {
    ...times(one.createdAt),
    object_id: one.id,
    object_state: 'VALID',
    status: one.status,
    rate: one.rateId,
    metadata: one.metadata,
    test: one.isTest,
    messages: one.messages,
    ...(isBought
      ? {
          label_url: `https://deliver.goshippo.com/labels/${one.id}.pdf`,
          label_file_type: 'PDF_4x6',
          tracking_number: one.tracking,
          tracking_url_provider: `https://tracking.example.test/${one.tracking}`,
          tracking_status: one.isTest ? one.trackingStatus : status,
        }
      : {}),
  };
}

/** Where a package is, as webhooks report it. */
export function viewTrack(sandbox: Sandbox, one: ShippoTransaction): Record<string, unknown> {
  const { provider = 'shippo' } = shippoOf(sandbox).rates[one.rateId] ?? {};
  const at = sandbox.clock.iso();
  const status = {
    object_id: `track${one.id}`,
    object_created: at,
    object_updated: at,
    status: one.trackingStatus,
    status_details: '',
    status_date: at,
  };
  return {
    carrier: provider.toLowerCase().replaceAll(' ', '_'),
    tracking_number: one.tracking,
    transaction: one.id,
    messages: [],
    metadata: one.metadata,
    test: one.isTest,
    tracking_status: status,
    tracking_history: [status],
  };
}

export function viewRefund(one: ShippoRefund): Record<string, unknown> {
  return {
    ...times(one.createdAt),
    object_id: one.id,
    status: one.status,
    transaction: one.transactionId,
    test: one.isTest,
  };
}

/** A label of one page, as small as a PDF can be. */
export function drawLabel(one: ShippoTransaction): Buffer {
  const words = `BT /F1 14 Tf 20 380 Td (SAMPLE ${one.tracking}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}
