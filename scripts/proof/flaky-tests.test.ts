import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findRepeatedNames, formatFlakyLine, mergeRuns, selectReruns, type PlaywrightReport } from './flaky-tests.ts';
import { at } from '../paths.ts';

type Outcome = 'expected' | 'unexpected' | 'skipped' | 'broken';

function reportOf(outcomes: Record<string, Outcome>, errors = 0): PlaywrightReport {
  const files = new Map<string, string[]>();
  for (const id of Object.keys(outcomes)) {
    const file = id.split('/')[0] ?? '';
    files.set(file, [...(files.get(file) ?? []), id]);
  }
  const count = (outcome: Outcome) => Object.values(outcomes).filter((one) => one === outcome).length;
  return {
    errors: Array.from({ length: errors }, () => ({ message: 'no server' })),
    stats: { expected: count('expected'), unexpected: count('unexpected'), flaky: 0, skipped: count('skipped') },
    suites: [...files].map(([file, ids]) => ({
      title: file,
      specs: [],
      suites: [
        {
          title: 'orders',
          specs: ids.map((id) => {
            const outcome = outcomes[id] ?? 'expected';
            return {
              id,
              title: id.split('/')[1] ?? '',
              file,
              line: ids.indexOf(id) + 10,
              tests: [
                {
                  expectedStatus: outcome === 'skipped' ? 'skipped' : 'passed',
                  status: outcome === 'broken' ? ('skipped' as const) : outcome,
                  results:
                    outcome === 'unexpected'
                      ? [
                          {
                            attachments: [{ name: 'trace', path: `/t/${id}.zip` }],
                            error: { message: `\u001B[31mError: ${id}\u001B[39m\n\n  Expected: 2\n` },
                          },
                        ]
                      : [],
                },
              ],
            };
          }),
        },
      ],
    })),
  };
}

test('browser tests to run once more: a failed one by its line, the whole file where its preparation failed', () => {
  const report = reportOf({
    'a.spec.ts/one': 'expected',
    'a.spec.ts/two': 'unexpected',
    'b.spec.ts/first': 'unexpected',
    'b.spec.ts/second': 'broken',
    'c.spec.ts/left out': 'skipped',
  });
  expect(selectReruns(report)).toEqual(['b.spec.ts', 'a.spec.ts:11']);
  expect(selectReruns(reportOf({ 'a.spec.ts/one': 'expected', 'a.spec.ts/two': 'skipped' }))).toEqual([]);
});

test('sums of browser tests: each test counts once, by its second run where the first failed', () => {
  const first = reportOf({
    'a.spec.ts/one': 'expected',
    'a.spec.ts/two': 'unexpected',
    'a.spec.ts/three': 'unexpected',
    'b.spec.ts/first': 'unexpected',
    'b.spec.ts/second': 'broken',
    'c.spec.ts/left out': 'skipped',
  });
  const second = reportOf({
    'a.spec.ts/two': 'expected',
    'a.spec.ts/three': 'unexpected',
    'b.spec.ts/first': 'expected',
    'b.spec.ts/second': 'expected',
  });
  const { sum, flaky, failed } = mergeRuns(first, second);
  expect(sum).toEqual({ passed: 4, failed: 1, skipped: 1 });
  expect(flaky.map((one) => one.name)).toEqual(['a.spec.ts › orders › two', 'b.spec.ts › orders › first']);
  expect(flaky[0]?.trace).toBe('/t/a.spec.ts/two.zip');
  expect(failed.map((one) => [one.name, one.message])).toEqual([
    ['a.spec.ts › orders › three', 'Error: a.spec.ts/three | Expected: 2'],
  ]);
});

test('sums of browser tests: what the second run does not know, cannot run or never was counts as failed', () => {
  const first = reportOf({ 'a.spec.ts/one': 'unexpected', 'a.spec.ts/two': 'broken', 'b.spec.ts/x': 'expected' }, 1);
  expect(mergeRuns(first).sum).toEqual({ passed: 1, failed: 3, skipped: 0 });
  const second = reportOf({ 'a.spec.ts/two': 'broken' });
  expect(mergeRuns(first, second).sum).toEqual({ passed: 1, failed: 3, skipped: 0 });
});

test('tests/FLAKY.md: no test stands there twice', () => {
  expect(findRepeatedNames(readFileSync(at('tests/FLAKY.md'), 'utf8'))).toEqual([]);
});

test('tests/FLAKY.md: a second entry of one name is found, whatever its day and trace', () => {
  const line = (name: string, day: string) => formatFlakyLine({ name, day, trace: `.local/flaky/${day}.zip` });
  const text = line('a.spec.ts › pays `once`', '2026-01-02') + line('b.spec.ts › x', '2026-01-03');
  expect(findRepeatedNames(text)).toEqual([]);
  expect(findRepeatedNames(text + line('a.spec.ts › pays `once`', '2026-02-02'))).toEqual(["a.spec.ts › pays 'once'"]);
});
