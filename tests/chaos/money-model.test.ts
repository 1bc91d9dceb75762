import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import type { SentEvent } from '#sandbox/testing-shop.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { isProof, noteCount, SEED } from '#tests/support/scale.ts';
import { NOT_DRIVEN } from './money-model-acts.ts';
import { compareBooks } from './money-model-check.ts';
import { MADE_HERE } from './money-model-scenarios.ts';
import { payOut } from './money-model-paying.ts';
import { NOT_BY_PAYPAL } from './money-model-providers.ts';
import { openRun, type Plan, type Run } from './money-model-run.ts';
import { takeStep } from './money-model-steps.ts';

/** Decimals: two, none and three. */
const CURRENCIES = ['EUR', 'JPY', 'KWD'];
/** Stores of a part of the proof, each with so many orders beside one another. Five parts are 10,000 sequences. */
const STORES = isProof ? 10 : CURRENCIES.length;
const SEQUENCES = isProof ? 200 : 24;
const STEPS = isProof ? 9 : 6;
const LIMIT_MS = isProof ? HOUR_MS : 90_000;

const plans = Array.from({ length: STORES }, (_, index): Plan => {
  const currency = CURRENCIES[(index + SEED) % CURRENCIES.length] ?? 'EUR';
  // One store in three takes its deliveries one by one, as they come on a quiet day.
  return { currency, sequences: SEQUENCES, steps: STEPS, seed: SEED * 1_000 + index, batch: index % 3 === 1 ? 1 : 200 };
});

async function live(plan: Plan): Promise<Run> {
  const run = await openRun(plan);
  for (let step = 0; step < plan.steps; step++) await takeStep(run, step);
  return run;
}

beforeAll(() => startProgram({ sandbox: true, worker: false }));
afterAll(async () => {
  for (const what of Object.keys(NOT_DRIVEN)) noteCount(`not driven yet: ${what}`, 0);
  await program().stop();
});

describe('the marketplace’s money equals an independent model after each step', () => {
  it.each(plans)(
    'of $sequences random sequences in $currency, seed $seed, $batch deliveries at once',
    { timeout: LIMIT_MS },
    async (plan) => {
      const run = await live(plan);
      noteCount('sequences', plan.sequences);
      for (const [what, times] of run.counts) noteCount(what, times);
      expect(run.said.size).toBeGreaterThan(plan.sequences / 2);
      expect(run.counts.get('payouts by manual')).toBeGreaterThan(0);
      expect(run.counts.get('payouts by stripe')).toBeGreaterThan(0);
      const byPaypal = NOT_BY_PAYPAL.has(plan.currency) ? 'payouts in no currency of PayPal' : 'payouts by paypal';
      expect(run.counts.get(byPaypal)).toBeGreaterThan(0);
      expect(run.counts.get('overrides')).toBeGreaterThan(0);
      const applied = [...run.scenarios.values()].flatMap(({ order }) => order.discountApplications);
      const shared = applied.filter(({ code }) => code !== null && code in MADE_HERE);
      expect(new Set(shared.map(({ code }) => code)).size).toBe(Object.keys(MADE_HERE).length);
      noteCount('discounts with a decided bearer', shared.length);
      expect(run.counts.get('adjustments: correction')).toBeGreaterThan(0);
      expect(run.counts.get('adjustments undone')).toBeGreaterThan(0);
      expect(run.counts.get('labels charged')).toBeGreaterThan(0);
      expect(run.counts.get('labels voided')).toBeGreaterThan(0);
    },
  );
});

describe('a planted cent', () => {
  const small: Plan = { currency: 'EUR', sequences: 12, steps: 3, seed: 7, batch: 200 };

  /** Changes a row as the owner of the database, who may switch its rules off. */
  async function plant(table: string, column: string, cent: number, where = ''): Promise<void> {
    const one = `(SELECT ctid FROM ${table} WHERE true ${where} ORDER BY ${column} DESC LIMIT 1)`;
    await program().owner.$transaction([
      program().owner.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`),
      program().owner.$executeRawUnsafe(`UPDATE ${table} SET ${column} = ${column} + ${cent} WHERE ctid = ${one}`),
      program().owner.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`),
    ]);
  }

  it('in a posting, a balance, a payout or a shown figure is found, and nothing else is', async () => {
    const run = await live(small);
    const isProcessing = () => [...run.model.payouts.values()].some(({ state }) => state === 'processing');
    for (let calls = 0; calls < 20 && !isProcessing(); calls++) await payOut(run);
    expect(isProcessing()).toBe(true);
    const ofStore = `AND store_id = ${run.world.store.id}`;
    const differences = () => compareBooks(run.world, run.model, [...run.said.keys()]);
    expect(await differences()).toEqual([]);
    const places = [
      {
        table: 'ledger_postings',
        column: 'amount_minor',
        where: `${ofStore} AND account = 'vendor_payable'`,
        lines: 3,
      },
      { table: 'ledger_postings', column: 'amount_minor', where: `${ofStore} AND account = 'commission'`, lines: 3 },
      { table: 'ledger_postings', column: 'amount_minor', where: `${ofStore} AND account ~ '^in_transit:'`, lines: 3 },
      { table: 'payouts', column: 'amount_minor', where: ofStore, lines: 1 },
      { table: 'payout_lines', column: 'amount_minor', where: ofStore, lines: 1 },
      { table: 'vendor_balances', column: 'payable_minor', where: ofStore, lines: 1 },
      { table: 'vendor_orders', column: 'commission_minor', where: ofStore, lines: 1 },
    ];
    for (const { table, column, where, lines } of places) {
      await plant(table, column, 1, where);
      expect(await differences(), `${table} ${where}`).toHaveLength(lines);
      await plant(table, column, -1, where);
      expect(await differences()).toEqual([]);
    }
  });

  it('in one price on its way to the program is found', async () => {
    let planted: unknown;
    const distort = (sent: SentEvent): SentEvent => {
      const { line_items: lines = [] } = sent.payload as {
        line_items?: { id: unknown; vendor: string | null; gift_card: boolean; price_set: object }[];
      };
      planted ??= lines.find((one) => one.vendor?.startsWith('North') && !one.gift_card)?.id;
      const line = lines.find(({ id }) => id === planted);
      if (!line) return sent;
      const { shop_money: money } = line.price_set as { shop_money: { amount: string; currency_code: string } };
      const amount = (Number(money.amount) + 0.01).toFixed(2);
      const dearer = { ...line, price: amount, price_set: { shop_money: { ...money, amount } } };
      return { ...sent, payload: { ...sent.payload, line_items: lines.map((one) => (one === line ? dearer : one)) } };
    };
    await expect(live({ ...small, distort })).rejects.toThrow(/in the program, .* in the model/);
    expect(planted).toBeDefined();
  });
});
