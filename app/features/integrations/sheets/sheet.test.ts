import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { nextHourlySync } from '../next-hourly-sync.ts';
import {
  columnLetters,
  findChanged,
  findDisappeared,
  parseSheetAddress,
  readTracking,
  SHEETS_ADDRESS,
  toCellText,
  toSheetAddress,
  toTable,
  type KnownRow,
} from './sheet.ts';

const ID = '1AbC-dEf_ghIJklmnopqrstuvwxyz0123456789';

describe('an address of a spreadsheet', () => {
  it('gives the id alone, whatever follows it', () => {
    for (const rest of ['', '/', '/edit', '/edit#gid=12', '?usp=sharing', '#gid=0'])
      expect(parseSheetAddress(`${SHEETS_ADDRESS}${ID}${rest}`)).toBe(ID);
    expect(parseSheetAddress(toSheetAddress(ID))).toBe(ID);
  });

  it('is none on another host, without an id, or with signs in it', () => {
    for (const address of [
      `http://docs.google.com/spreadsheets/d/${ID}`,
      `https://docs.google.com.example.com/spreadsheets/d/${ID}`,
      `https://example.com/${SHEETS_ADDRESS}${ID}`,
      SHEETS_ADDRESS,
      `${SHEETS_ADDRESS}short`,
      `${SHEETS_ADDRESS}..%2f..%2f${ID}`,
    ])
      expect(parseSheetAddress(address)).toBeUndefined();
  });
});

describe('rows of a sheet', () => {
  it('keep their lines, with numbers as the language writes them', () => {
    const table = toTable([['sku', 'price'], [], ['A', 28.5], ['', ''], [4006381333931, '9']], 'de');
    expect(table).toEqual({
      headers: ['sku', 'price'],
      rows: [
        { line: 3, cells: ['A', '28,5'], faults: new Map([[1, 'inexact']]) },
        { line: 5, cells: ['4006381333931', '9'], faults: new Map([[0, 'number']]) },
      ],
    });
    expect(toCellText(11.899999999999999, 'en')).toBe('11.9');
    expect(toCellText(0.1, 'en')).toBe('0.1');
    expect(toCellText(true, 'nl')).toBe('true');
  });

  const sku = fc.stringMatching(/^[a-c]{1,2}$/);
  const rows = fc.uniqueArray(fc.record({ sku, hash: fc.constantFrom('1', '2') }), { selector: (row) => row.sku });
  const remember = (all: readonly { sku: string; hash: string }[]): Map<string, KnownRow> =>
    new Map(all.map((row) => [row.sku, { sku: row.sku, contentHash: row.hash, outcome: 'updated' as const }]));

  it('are taken over once: the same sheet again has no change and misses nothing', () => {
    fc.assert(
      fc.property(rows, (all) => {
        expect(findChanged(all, remember(all))).toEqual([]);
        expect(
          findDisappeared(
            all.map((row) => row.sku),
            remember(all),
          ),
        ).toEqual([]);
      }),
    );
  });

  it('that changed, came or went are found, each in one way', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const known = remember(before);
        const changed = new Set(findChanged(after, known).map((row) => row.sku));
        const gone = new Set(
          findDisappeared(
            after.map((row) => row.sku),
            known,
          ),
        );
        for (const row of after) expect(changed.has(row.sku)).toBe(known.get(row.sku)?.contentHash !== row.hash);
        for (const row of before) expect(gone.has(row.sku)).toBe(!after.some((one) => one.sku === row.sku));
        const missing = new Map([...known].map(([key, one]) => [key, { ...one, outcome: 'missing' as const }]));
        expect(findDisappeared([], missing)).toEqual([]);
        expect(findChanged(before, missing)).toEqual(before);
      }),
    );
  });

  it('of tracking are known by order and SKU, the last one of them counts', () => {
    const table = toTable(
      [
        ['Order', 'SKU', 'Tracking', 'Carrier', 'tracking url'],
        ['#1001', 'A', 'X1', 'DHL'],
        [1001, 'a', 'X2', 'UPS', 'https://example.com/X2'],
        ['#1002', 'A', ''],
      ],
      'en',
    );
    expect(readTracking(table)).toEqual([
      { line: 3, order: '1001', sku: 'a', tracking: 'X2', carrier: 'UPS', url: 'https://example.com/X2' },
    ]);
  });
});

describe('hourly syncs', () => {
  it('are in the next hour, an hour apart, and at the vendor’s own minute', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (vendor, now) => {
          const next = nextHourlySync(vendor, now);
          expect(next.getTime() - now.getTime()).toBeGreaterThan(0);
          expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(HOUR_MS);
          expect(nextHourlySync(vendor, next).getTime() - next.getTime()).toBe(HOUR_MS);
        },
      ),
    );
  });

  it('have columns by letters', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
