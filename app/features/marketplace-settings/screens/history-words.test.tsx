import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { HistoryLine } from '../history-lines.ts';
import { useHistoryWords } from './history-words.ts';

function Line({ by, line = { kind: 'page', page: 'shippingDefaults' } }: { by: string; line?: HistoryLine }) {
  return <p>{useHistoryWords()(by, line)}</p>;
}

test.each([
  ['Ingrid Dahl', 'Ingrid Dahl changed “Shipping zones and rates”'],
  ['', 'Souk changed “Shipping zones and rates”'],
])('a line of the settings history by "%s" names who changed it', async (by, text) => {
  renderScreen(<Line by={by} />);
  expect(await screen.findByText(text)).toBeInTheDocument();
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
    'Ingrid changed “Last day” from 24 Dec 2026 to 2 Jan 2027',
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
])('a line of kind $kind says what changed', async (line, text) => {
  renderScreen(<Line by="Ingrid" line={line} />);
  expect(await screen.findByText(text)).toBeInTheDocument();
});
