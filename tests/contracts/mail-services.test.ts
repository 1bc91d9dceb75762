import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrevo } from '#app/adapters/mail-services/brevo.server.ts';
import { openKlaviyo } from '#app/adapters/mail-services/klaviyo.server.ts';
import { BREVO_KEY } from '#sandbox/providers/mail/brevo.ts';
import { KLAVIYO_HOST, KLAVIYO_KEY } from '#sandbox/providers/mail/klaviyo.ts';
import { callHost } from '#sandbox/providers/testing.ts';
import { startTestSandbox, type TestSandbox } from '#tests/support/sandbox.ts';
import { CONTRACTS_FOLDER, openProviderContracts } from './provider-contracts.ts';

const contracts = openProviderContracts();
if (!contracts)
  console.warn(
    `NOT CHECKED: the published contracts are not at ${CONTRACTS_FOLDER}. Brevo and Klaviyo were held against nothing.`,
  );

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox('http://localhost:9');
});
afterAll(() => sandbox.stop());

const MAIL = {
  from: { address: 'hello@kiln.test', name: 'Kiln' },
  to: 'ada@kiln.test',
  replyTo: { address: 'help@kiln.test' },
  subject: 'New order #1042',
  html: '<p>New order</p>',
  text: 'New order',
  tag: 'order-placed',
  unsubscribeUrl: 'https://kiln.test/leave?token=abc',
  key: '0f8fad5b-d9cb-469f-a165-70867728950e',
};

describe.skipIf(!contracts)('what is sent to a mail service', () => {
  it('is what Brevo’s published types allow, with the key and both unsubscribe headers', async () => {
    const brevo = openBrevo(BREVO_KEY);
    expect(await brevo.readAccount()).toBe('Souk Market');
    await brevo.send(MAIL);
    const [entry] = sandbox.sandbox.log.list('brevo').filter(({ operation }) => operation === 'send');
    expect(entry).toMatchObject({ contract: 'ok', status: 201 });
    expect(entry && contracts?.requestProblems(entry)).toEqual([]);
    expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({
      headers: {
        idempotencyKey: MAIL.key,
        'List-Unsubscribe': '<https://kiln.test/leave?token=abc>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    const wrong = { method: 'POST', path: 'api.brevo.com/v3/smtp/email', body: '{"html":"x","to":"ada@kiln.test"}' };
    expect(contracts?.requestProblems(wrong)).toEqual(['/ must not have html', '/to must be array']);
  });

  it('is what Klaviyo’s published contracts allow, and so are the answers of its stand-in', async () => {
    const klaviyo = openKlaviyo(KLAVIYO_KEY);
    expect(await klaviyo.readAccount()).toBe('Souk Market');
    const at = new Date('2026-11-21T10:00:00Z');
    const properties = { order_number: '#1042', lines: [{ quantity: 2 }], text: 'New order' };
    await klaviyo.sendEvent({ name: 'order-placed', email: 'ada@kiln.test', key: MAIL.key, at, properties });
    const entries = sandbox.sandbox.log.list('klaviyo');
    expect(entries.map(({ operation, contract, status }) => [operation, contract, status])).toEqual([
      ['accounts', 'ok', 200],
      ['events', 'ok', 202],
    ]);
    expect(entries.flatMap((entry) => contracts?.requestProblems(entry) ?? ['not known'])).toEqual([]);
    const headers = { authorization: `Klaviyo-API-Key ${KLAVIYO_KEY}`, revision: '2026-07-15' };
    const answer = await callHost(sandbox.url, KLAVIYO_HOST, 'GET', '/api/accounts', undefined, headers);
    const requested = { method: 'GET', path: `${KLAVIYO_HOST}/api/accounts`, body: '' };
    expect(contracts?.answerProblems(requested, answer.status, answer.body)).toEqual([]);
    const bare = { data: { type: 'event', attributes: { properties: {} } } };
    const wrong = { method: 'POST', path: `${KLAVIYO_HOST}/api/events`, body: JSON.stringify(bare) };
    expect(contracts?.requestProblems(wrong)).toHaveLength(2);
  });

  it('without the revision that the contracts are of is refused', async () => {
    const headers = { authorization: `Klaviyo-API-Key ${KLAVIYO_KEY}` };
    expect((await callHost(sandbox.url, KLAVIYO_HOST, 'GET', '/api/accounts', undefined, headers)).status).toBe(400);
  });
});
