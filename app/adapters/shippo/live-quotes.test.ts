import { expect, test } from 'vitest';
import { rateAnswer, type ShippoRate } from './answers.ts';
import { createLiveQuotes } from './live-quotes.ts';
import { ShippoProblem } from './shippo-problem.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 25, 12, 0, seconds));
const rate = (amount: string, currency: string): ShippoRate =>
  rateAnswer.parse({ object_id: `rate_${currency}`, amount, currency });

/** Shippo as a list of what it answers, one after the other; `undefined` is no answer at all. */
function openProvider(...answers: (ShippoRate[] | ShippoProblem | undefined)[]) {
  const requested: string[] = [];
  const late: (() => void)[] = [];
  const quoteLive = createLiveQuotes<string>(() => ({
    quoteOnce: (shipment) => {
      requested.push(shipment);
      const answer = answers[requested.length - 1] ?? answers.at(-1);
      if (answer instanceof ShippoProblem) return Promise.reject(answer);
      const quote = { shipmentId: shipment, rates: answer ?? [rate('1.00', 'USD')], messages: [] };
      if (answer) return Promise.resolve(quote);
      return new Promise((resolve) => {
        late.push(() => {
          resolve(quote);
        });
      });
    },
    listRates: (shipmentId, currency) => {
      requested.push(`${shipmentId} in ${currency}`);
      return currency === 'EUR'
        ? Promise.resolve([rate('0.90', 'EUR')])
        : Promise.reject(new ShippoProblem('missing', 404));
    },
  }));
  const ask = (shipment: string, o: { seconds?: number; currency?: string; limitMs?: number; key?: string } = {}) =>
    quoteLive(o.key ?? 'key', shipment, {
      currency: o.currency ?? 'USD',
      limitMs: o.limitMs ?? 20,
      now: at(o.seconds ?? 0),
    });
  return {
    ask,
    asked: requested,
    answerLate: () =>
      late.splice(0).forEach((one) => {
        one();
      }),
  };
}

test('rates that are stated in another currency are asked for in the one that is wanted, and left where there are none', async () => {
  const { ask, asked: requested } = openProvider([rate('1.00', 'USD')]);
  expect(await ask('a', { currency: 'EUR' })).toMatchObject({ status: 'answered', rates: [{ amount: '0.90' }] });
  expect(await ask('a', { currency: 'XPF' })).toMatchObject({ status: 'answered', rates: [{ currency: 'USD' }] });
  expect(requested).toEqual(['a', 'a in EUR', 'a', 'a in XPF']);
});

test('an answer that comes too late for one buyer serves the next, who does not wait for it', async () => {
  const { ask, asked: requested, answerLate } = openProvider(undefined);
  expect(await ask('a')).toEqual({ status: 'slow' });
  expect(await ask('a', { seconds: 1 })).toEqual({ status: 'slow' });
  answerLate();
  await Promise.resolve();
  expect(await ask('a', { seconds: 2 })).toMatchObject({ status: 'answered' });
  expect(requested).toEqual(['a']);
});

test('a key that fails five times is paused, alone, until one question is answered; a refused shipment is no failure', async () => {
  const [down, no] = [new ShippoProblem('lost', 500), new ShippoProblem('refused', 400)];
  const { ask, asked: requested } = openProvider(no, no, no, no, no, no, down, down, down, down, down, [
    rate('1.00', 'USD'),
  ]);
  const statuses: string[] = [];
  for (let call = 0; call < 12; call++) statuses.push((await ask(`shipment ${String(call)}`)).status);
  expect(statuses).toEqual([...Array<string>(6).fill('refused'), ...Array<string>(5).fill('failed'), 'paused']);
  expect((await ask('another', { key: 'other key' })).status).toBe('answered');
  expect((await ask('later', { seconds: 31 })).status).toBe('answered');
  expect((await ask('again', { seconds: 31 })).status).toBe('answered');
  expect(requested).not.toContain('shipment 11');
});

test('no more than 200 questions wait for one key at a time', async () => {
  const { ask } = openProvider(undefined);
  const answers = await Promise.all(Array.from({ length: 201 }, (_, at) => ask(`shipment ${String(at)}`)));
  expect(answers.filter(({ status }) => status === 'slow')).toHaveLength(200);
  expect(answers.at(-1)).toEqual({ status: 'paused' });
});
