import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, monthAfter, monthRange } from '#app/core/calendar.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import type {
  BalancesDto,
  StatementMonthDto,
  StatementDto,
} from '#app/features/finance/statements/statements.contract.ts';
import { buildUser } from '#tests/factories/people.ts';
import { postSale } from '#tests/factories/statements.ts';
import { buildStore, buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const ZONES = ['Europe/Amsterdam', 'America/Los_Angeles', 'Pacific/Auckland'] as const;
const MONTHS_BACK = 5;

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

const minor = (value: { amount: string }): bigint => BigInt(value.amount.replace('.', ''));

/** A posting of a random ledger: at a quarter of a month’s end and beginning as often as in between. */
const posted = fc.record({
  back: fc.integer({ min: 1, max: MONTHS_BACK }),
  place: fc.oneof(fc.constantFrom('first' as const, 'last' as const), fc.integer({ min: 0, max: 999 })),
  gross: fc.bigInt({ min: -50_000n, max: 90_000n }),
  percent: fc.bigInt({ min: 0n, max: 100n }),
});

describe('balances and statements of random ledgers', () => {
  it('are what all postings add up to, in every month and on every day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.array(posted, { minLength: 1, maxLength: 25 }),
        async (timezone, ledger) => {
          const store = await buildStore({ timezone });
          const vendor = await buildVendor({ store });
          const user = await buildUser({ vendor });
          const running = dayOf(program().clock.now(), timezone).slice(0, 'yyyy-mm'.length);
          const truth: { at: Date; amount: bigint }[] = [];
          for (const { back, place, gross, percent } of ledger) {
            const { from, to } = monthRange(monthAfter(running, -back), timezone);
            const span = to.getTime() - from.getTime();
            const after = place === 'first' ? 0 : place === 'last' ? span - 1 : Math.floor((span * place) / 1_000);
            const at = new Date(from.getTime() + after);
            const commissionMinor = (gross * percent) / 100n;
            await postSale({ store, vendor, at, grossMinor: gross, commissionMinor });
            truth.push({ at, amount: gross - commissionMinor });
          }
          const sumBefore = (moment: Date): bigint =>
            truth.filter(({ at }) => at < moment).reduce((sum, { amount }) => sum + amount, 0n);
          let closing: bigint | undefined;
          for (let back = MONTHS_BACK; back >= 1; back--) {
            const month = monthAfter(running, -back);
            const { from, to } = monthRange(month, timezone);
            const statement = (await api(user).get(`/statements/${month}`)).as<StatementDto>();
            expect(minor(statement.opening)).toBe(sumBefore(from));
            expect(minor(statement.closing)).toBe(sumBefore(to));
            if (closing !== undefined) expect(minor(statement.opening)).toBe(closing);
            closing = minor(statement.closing);
            const moved = statement.lines.reduce((sum, line) => sum + minor(line.amount), 0n);
            const summed = Object.values(statement.sums).reduce((sum, value) => sum + minor(value), 0n);
            expect([moved, summed]).toEqual([closing - minor(statement.opening), closing - minor(statement.opening)]);
            const { months } = (await api(user).get('/statements', { query: { year: month.slice(0, 4) } })).as<{
              months: StatementMonthDto[];
            }>();
            const row = months.find((one) => one.month === month);
            // Months before the first posting are left out.
            if (row) expect([row.opening, row.closing]).toEqual([statement.opening, statement.closing]);
            else expect(closing).toBe(0n);
          }
          const first = `${monthAfter(running, -MONTHS_BACK)}-01`;
          const { balances } = (await api(user).get('/balances', { query: { day: first } })).as<BalancesDto>();
          const [balance] = balances;
          if (!balance) expect.fail();
          const firstEnd = monthRange(first.slice(0, 7), timezone).from.getTime() + 24 * HOUR_MS;
          expect(minor(balance.balance)).toBe(sumBefore(new Date(firstEnd)));
          const moved = balance.days.reduce((sum, day) => sum + minor(day.change), 0n);
          expect(minor(balance.balance) + moved).toBe(minor(balance.balanceTo));
          expect(minor(balance.balanceTo)).toBe(sumBefore(program().clock.now()));
        },
      ),
      { numRuns: 25 },
    );
  }, 240_000);
});
