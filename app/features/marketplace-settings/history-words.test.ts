import { expect, test } from 'vitest';
import { translate } from '#app/ui/i18n/translate.server.ts';
import type { HistoryLine } from './history-lines.ts';
import { writeHistoryLine } from './history-words.server.ts';

const write = (by: string, line: HistoryLine, locale: 'en' | 'de' = 'en') =>
  writeHistoryLine({ t: translate(locale), locale }, by, line);

test.each([
  ['Ingrid Dahl', 'Ingrid Dahl changed “Shipping zones and rates”'],
  ['', 'Souk changed “Shipping zones and rates”'],
])('a line of the settings history by "%s" names who changed it', (by, text) => {
  expect(write(by, { kind: 'page', page: 'shippingDefaults' })).toBe(text);
});

test.each<[HistoryLine, string]>([
  [
    { kind: 'choice', field: 'schedule.kind', from: 'off', to: 'periodic' },
    'Ingrid changed “Automatic payouts” from “Off” to “On a schedule”',
  ],
  [
    { kind: 'amount', field: 'approveAbove', from: null, to: '500.00', currency: 'EUR' },
    'Ingrid set “Require a second approver for large payouts” to €500.00',
  ],
  [
    { kind: 'day', field: 'holiday.to', from: '2026-12-24', to: '2027-01-02' },
    'Ingrid changed “Holidays · Last day” from 24 Dec 2026 to 2 Jan 2027',
  ],
  [
    { kind: 'emailDelay', template: 'order-reminder-1', fromHours: 48, toHours: 1 },
    'Ingrid changed when the email “First order reminder” is sent from 48 to 1 hour after the order',
  ],
  [{ kind: 'edited', field: 'reservedNames' }, 'Ingrid changed “Reserved codes and titles”'],
  [{ kind: 'act', act: 'zoneDeleted', name: 'Benelux' }, 'Ingrid deleted the shipping zone “Benelux”'],
  [
    { kind: 'act', act: 'sheetPaused', name: 'Prices' },
    'The spreadsheet “Prices” was paused because it could no longer be accessed',
  ],
])('a line of kind $kind says what changed', (line, text) => {
  expect(write('Ingrid', line)).toBe(text);
});

test('a line in the language of its reader writes days and amounts as that language does', () => {
  expect(write('Ingrid', { kind: 'day', field: 'holiday.to', from: null, to: '2027-01-02' }, 'de')).toBe(
    'Ingrid hat „Urlaub · Letzter Tag“ auf 2. Jan. 2027 gesetzt',
  );
  const amount = { kind: 'amount', field: 'minimum', from: '5.00', to: '20.00', currency: 'EUR' } as const;
  expect(write('Ingrid', amount, 'de').replaceAll('\u00a0', ' ')).toBe(
    'Ingrid hat „Mindestbetrag“ von 5,00 € auf 20,00 € geändert',
  );
});
