import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPO_OPERATIONS } from '#sandbox/providers/shippo/service.ts';
import { SHIPPO_LIVE_KEY, SHIPPO_TEST_KEY } from '#sandbox/providers/shippo/store.ts';
import { callHost } from '#sandbox/providers/testing.ts';
import type { RunningSandbox } from '#sandbox/start.ts';
import { startSandbox } from '#sandbox/testing.ts';
import { CONTRACTS_FOLDER, openShippoContract } from './provider-contracts.ts';

const contract = await openShippoContract();
if (!contract)
  console.warn(
    `NOT CHECKED: the published contract of Shippo is not at ${CONTRACTS_FOLDER}. Its stand-in was held against nothing. Set PROVIDER_CONTRACTS to its folder.`,
  );

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());

const ADDRESS = { name: 'Kari Nord', street1: 'Havnegata 1', city: 'Bergen', zip: '5003', country: 'NO', phone: '+47' };
const SHIPMENT = {
  address_from: ADDRESS,
  address_to: { ...ADDRESS, name: 'Mara', city: 'Amsterdam', zip: '1011AB', country: 'NL' },
  parcels: [{ length: '20', width: '15', height: '10', distance_unit: 'cm', weight: '500', mass_unit: 'g' }],
  async: false,
  metadata: 'souk:1',
  customs_declaration: {
    certify: true,
    certify_signer: 'Kari Nord',
    contents_type: 'MERCHANDISE',
    non_delivery_option: 'RETURN',
    items: [
      {
        description: 'Mug',
        quantity: 2,
        net_weight: '400',
        mass_unit: 'g',
        value_amount: '40.00',
        value_currency: 'USD',
        origin_country: 'NO',
        sku_code: '',
      },
    ],
  },
};

describe.skipIf(!contract)('the stand-in of Shippo', () => {
  it('takes and gives what Shippo’s published contract allows, in every operation', async () => {
    const problems: string[] = [];
    const ask = async (method: string, path: string, body?: unknown, key = SHIPPO_TEST_KEY) => {
      const answer = await callHost(
        running.url,
        'api.goshippo.com',
        method,
        path,
        body === undefined ? undefined : JSON.stringify(body),
        {
          authorization: `ShippoToken ${key}`,
          'content-type': 'application/json',
        },
      );
      const entry = running.sandbox.log.list('shippo').at(-1);
      if (!entry || !contract) return answer;
      const name = `${entry.operation ?? ''} ${entry.status}`;
      const sent = contract.requestProblems(entry) ?? ['no contract knows it'];
      const answered = contract.answerProblems(entry, answer.status, answer.body) ?? [];
      problems.push(
        ...sent.map((one) => `${name}: request ${one}`),
        ...answered.map((one) => `${name}: answer ${one}`),
      );
      return answer;
    };
    await ask('GET', '/carrier_accounts?page=1&results=1');
    const shipment = await ask('POST', '/shipments', SHIPMENT);
    const rates = shipment.body['rates'] as { object_id: string }[];
    const rate = rates[0]?.object_id ?? '';
    await ask('GET', `/shipments/${String(shipment.body['object_id'])}/rates/EUR?page=1&results=100`);
    await ask('GET', `/rates/${rate}`);
    const bought = await ask('POST', '/transactions', {
      rate,
      async: false,
      label_file_type: 'PDF_4x6',
      metadata: 'souk:1:1',
    });
    const id = String(bought.body['object_id']);
    await ask('GET', `/transactions?rate=${rate}&page=1&results=100`);
    await ask('GET', `/transactions/${id}`);
    const refund = await ask('POST', '/refunds', { transaction: id, async: false });
    await ask('GET', '/refunds/');
    await ask('GET', `/refunds/${String(refund.body['object_id'])}`);
    const hook = await ask('POST', '/webhooks', {
      url: 'https://souk.example/webhooks/shippo/1/token',
      event: 'track_updated',
      active: true,
      is_test: true,
    });
    await ask('GET', '/webhooks');
    await ask('DELETE', `/webhooks/${String(hook.body['object_id'])}`);
    expect(problems).toEqual([]);
    const operations = new Set(running.sandbox.log.list('shippo').map((entry) => entry.operation));
    expect(SHIPPO_OPERATIONS.filter((name) => !operations.has(name))).toEqual([]);
  });

  it('gives a live key the tracking status that the contract does not allow, as Shippo does', async () => {
    const ask = (path: string, body: unknown) =>
      callHost(running.url, 'api.goshippo.com', 'POST', path, JSON.stringify(body), {
        authorization: `ShippoToken ${SHIPPO_LIVE_KEY}`,
        'content-type': 'application/json',
      });
    const shipment = await ask('/shipments', SHIPMENT);
    const [rate] = shipment.body['rates'] as { object_id: string }[];
    const bought = await ask('/transactions', { rate: rate?.object_id, async: false });
    const entry = running.sandbox.log.list('shippo').at(-1);
    expect(entry && contract?.answerProblems(entry, bought.status, bought.body)).toContain(
      '/tracking_status must be string',
    );
  });

  it('is held by a contract that refuses what is wrong', () => {
    const post = (path: string, body: object) =>
      contract?.requestProblems({ method: 'POST', path: `api.goshippo.com${path}`, body: JSON.stringify(body) });
    expect(post('/refunds', {})).toEqual(['/ lacks transaction']);
    expect(post('/refunds', { transaction: 1 })).toEqual(['/transaction must be string']);
  });
});
