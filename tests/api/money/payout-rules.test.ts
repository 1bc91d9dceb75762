import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRulesState, PayoutRulesDto } from '#app/features/payouts/rules/payout-rules.contract.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const PATH = '/settings/payouts';
const RULES: PayoutRulesDto = {
  schedule: { kind: 'periodic', rule: { kind: 'weekdays', days: ['wed'], time: '10:00' } },
  holdingDays: 14,
  minimum: '25.00',
  approveAbove: '1000.00',
};

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore({ timezone: 'Europe/Amsterdam', currency: 'EUR' });
  admin = await buildAdmin({ store, name: 'Mira' });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
});
afterAll(() => program().stop());

const read = async () => (await api(admin).get(PATH)).as<PayoutRulesState>();
const save = async (rules: object, version?: number) =>
  api(admin).put(PATH, { rules: { ...RULES, ...rules }, version: version ?? (await read()).version });
const events = () =>
  program().owner.auditEvent.findMany({ where: { storeId: store.id, subjectId: 'payouts' }, orderBy: { id: 'asc' } });

describe('the rules of payouts', () => {
  it('begin off, without a holding period, a minimum or a limit, and are for admins', async () => {
    expect(await read()).toEqual({
      rules: { schedule: { kind: 'off' }, holdingDays: 0, minimum: '0.00', approveAbove: null },
      version: 0,
      currency: 'EUR',
      timezone: 'Europe/Amsterdam',
      nextRuns: [],
      raise: null,
      others: 0,
      mayChange: true,
    });
    expect((await api(seller).get(PATH)).status).toBe(403);
    expect((await api(seller).put(PATH, { rules: RULES, version: 0 })).status).toBe(403);
  });

  it('are saved over the version that was read, noted with before and after, and tell the next five runs', async () => {
    const saved = await save({});
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const state = saved.as<PayoutRulesState>();
    expect(state).toMatchObject({ rules: RULES, version: 1 });
    const shown = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: store.timezone,
    });
    expect(state.nextRuns.map((run) => shown.format(new Date(run)))).toEqual(Array(5).fill('Wed 10:00'));
    expect(state.nextRuns[0] && new Date(state.nextRuns[0]) > program().clock.now()).toBe(true);
    expect(await read()).toEqual(state);
    // A repeat of a call whose answer was lost was made over a version that is gone; nothing happens twice.
    expect((await save({}, 0)).status).toBe(409);
    expect((await save({}, 1)).as<PayoutRulesState>().version).toBe(1);
    expect((await save({ holdingDays: 7, minimum: '30' }, 1)).as<PayoutRulesState>()).toMatchObject({
      version: 2,
      rules: { holdingDays: 7, minimum: '30.00' },
    });
    expect((await events()).map(({ action, detail }) => ({ action, detail }))).toEqual([
      {
        action: 'settings.saved',
        detail: {
          currency: 'EUR',
          schedule: [{ kind: 'off' }, RULES.schedule],
          holdingDays: [0, 14],
          minimum: ['0.00', '25.00'],
          approveAbove: [null, '1000.00'],
        },
      },
      {
        action: 'settings.saved',
        detail: { currency: 'EUR', holdingDays: [14, 7], minimum: ['25.00', '30.00'] },
      },
    ]);
  });

  it('of two who save at once keep one, and tell the other', async () => {
    const { version } = await read();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((days) => save({ holdingDays: days }, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await read()).version).toBe(version + 1);
  });

  it('refuse in words what no rule can be: the field and the rule', async () => {
    const before = await read();
    const refused = async (rules: object) => {
      const answer = await save(rules);
      expect(answer.status, JSON.stringify(rules)).toBe(422);
      return answer
        .as<{ issues: { path: string; message: string }[] }>()
        .issues.map(({ path, message }) => `${path}: ${message}`);
    };
    const periodic = (rule: object) => refused({ schedule: { kind: 'periodic', rule } });
    const days = (what: string, from: number, to: number) =>
      `rules.${what}: must be a whole number from ${from} to ${to}`;
    for (const holdingDays of [-1, 91, 1.5, '7'])
      expect(await refused({ holdingDays })).toEqual([days('holdingDays', 0, 90)]);
    expect(await refused({ schedule: { kind: 'relative', days: 91 } })).toEqual([days('schedule.days', 0, 90)]);
    expect(await periodic({ kind: 'weeks', every: 0, day: 'mon', time: '10:00', from: '2026-12-01' })).toEqual([
      days('schedule.rule.every', 1, 12),
    ]);
    expect(await periodic({ kind: 'weeks', every: 2, day: 'mon', time: '10:00', from: '2026-02-30' })).toEqual([
      'rules.schedule.rule.from: must be a date',
    ]);
    expect(await periodic({ kind: 'month_day', day: 32, time: '24:00' })).toEqual([
      days('schedule.rule.day', 1, 31),
      'rules.schedule.rule.time: must be a time of day such as 10:00',
    ]);
    expect(await periodic({ kind: 'weekdays', days: [], time: '10:00' })).toEqual([
      'rules.schedule.rule.days: choose at least one weekday',
    ]);
    expect(await periodic({ kind: 'weekdays', days: ['mon', 'mon'], time: '10:00' })).toEqual([
      'rules.schedule.rule.days: stands here twice',
    ]);
    expect((await periodic({ kind: 'hours', every: 5 }))[0]).toMatch(/^rules\.schedule\.rule\.every: /);
    expect((await refused({ schedule: { kind: 'off', days: 3 } }))[0]).toMatch(/^rules\.schedule/);
    expect(await refused({ minimum: '1.005' })).toEqual(['rules.minimum: must have at most 2 decimal places']);
    expect(await refused({ minimum: '-1' })).toEqual(['rules.minimum: must be an amount of at least 0']);
    expect(await refused({ approveAbove: 'much' })).toEqual(['rules.approveAbove: must be an amount of at least 0']);
    expect(await read()).toEqual(before);
  });

  it('count in the places of the store’s own currency', async () => {
    for (const [currency, given, kept] of [
      ['JPY', '500', '500'],
      ['KWD', '1.5', '1.500'],
    ] as const) {
      const other = await buildStore({ currency });
      const person = await buildAdmin({ store: other });
      const rules = { ...RULES, minimum: given, approveAbove: null };
      const saved = await api(person).put(PATH, { rules, version: 0 });
      expect(saved.as<PayoutRulesState>()).toMatchObject({ currency, rules: { minimum: kept, approveAbove: null } });
    }
  });
});
