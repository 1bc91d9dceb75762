import { describe, expect, it, vi } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import { suggestMapping } from './import-headers.ts';
import { checkRowsBeside, readTableBeside } from './run-table-task.service.server.ts';
import { runTableTask } from './table-task.service.server.ts';

// A thread starts slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ROWS = 4_000;

/** A file that is large enough for a thread, with a broken price in every hundredth row. */
const fileOf = (name: string): Buffer =>
  Buffer.from(
    [
      'handle,sku,title,price,description',
      ...Array.from({ length: ROWS }, (_one, row) => {
        const price = row % 100 === 99 ? 'soon' : '20.50';
        return `${name}-${row},${name}-${row},Bowl ${row},${price},Glazed stoneware`;
      }),
    ].join('\n'),
  );

async function readAndCheck(bytes: Buffer, where: 'here' | 'beside') {
  const table = await (where === 'here' ? runTableTask({ kind: 'read', bytes }) : readTableBeside(bytes));
  if (!table.ok) return table;
  const { headers, rows } = table.value;
  const mapping = suggestMapping(headers, { withVendor: false });
  const task = { rows, mapping, headers, currency: asCurrency('USD'), locale: 'en' as const };
  const checked = await (where === 'here' ? runTableTask({ kind: 'check', ...task }) : checkRowsBeside(task));
  return JSON.parse(JSON.stringify({ headers, rows, checked })) as {
    rows: unknown[];
    checked: { read: { issues: unknown[] }[] };
  };
}

describe('reading a table of products in a thread', () => {
  it('finds what is found here, in the same order, for more tables at once than there are threads', async () => {
    const files = ['a', 'b', 'c', 'd', 'e'].map(fileOf);
    const here = await Promise.all(files.map((file) => readAndCheck(file, 'here')));
    const beside = await Promise.all(files.map((file) => readAndCheck(file, 'beside')));
    expect(beside).toEqual(here);
    const [first] = beside;
    if (!first || !('checked' in first)) throw new Error('the table was refused');
    expect(first.checked.read.filter(({ issues }) => issues.length > 0)).toHaveLength(ROWS / 100);
  });

  it('says why a file is refused, and reads the next one', async () => {
    const wide = Buffer.from(`${Array.from({ length: 60_000 }, (_one, column) => `h${column}`).join(',')}\n1`);
    expect(await readTableBeside(wide)).toEqual(await runTableTask({ kind: 'read', bytes: wide }));
    expect(await readTableBeside(wide)).toMatchObject({ ok: false });
    expect(await readTableBeside(fileOf('next'))).toMatchObject({ ok: true });
  });
});
