// How many rows a second of a file of products are read and validated, a million of them in files of 20,000, beside the bare parser
// over the same text; what memory that takes; and how long others wait for the process meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Papa from 'papaparse';
import { asCurrency } from '#app/core/money/money.ts';
import { suggestMapping } from '#app/features/products/import/import-headers.ts';
import { MAX_ROWS } from '#app/features/products/import/product-import.ts';
import { checkRowsBeside, readTableBeside } from '#app/features/products/import/run-table-task.service.server.ts';
import { middle } from './bench-program.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const FILES = Math.ceil(ROWS / MAX_ROWS);
const LEAST_ROWS_A_SECOND = 50_000;
const MAX_WAIT_MS = 50;
/** The memory of the last quarter of files may be so many times that of the second one. */
const MAX_MEMORY_GROWTH = 1.05;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const HEAD =
  'handle,sku,title,price,compare_at_price,stock,weight,weight_unit,barcode,taxable,requires_shipping,description,option1_name,option1_value';
/** A file of products of four variants, another one for each number. */
function buildFile(file: number): string {
  const rows = Array.from({ length: MAX_ROWS }, (_one, row) => {
    const product = file * MAX_ROWS + Math.floor(row / 4);
    const size = ['S', 'M', 'L', 'XL'][row % 4] ?? '';
    const texts = row % 4 === 0 ? `<p>Bowl ${product} of glazed stoneware.</p>` : '';
    return `bowl-${product},BOWL-${product}-${size},Bowl ${product},${20 + (row % 9)}.50,35.00,${row % 40},450,g,,TRUE,TRUE,${texts},Size,${size}`;
  });
  return [HEAD, ...rows].join('\n');
}

async function readFile(text: string): Promise<number> {
  const table = await readTableBeside(Buffer.from(text));
  if (!table.ok) throw new Error(`The file was refused: ${table.refusal}`);
  const { headers, rows } = table.value;
  const mapping = suggestMapping(headers, { withVendor: false, canSet: () => false });
  const { read } = await checkRowsBeside({ rows, mapping, headers, currency: asCurrency('USD'), locale: 'en' });
  const broken = read.filter(({ issues }) => issues.length > 0);
  if (read.length !== MAX_ROWS || broken.length > 0)
    throw new Error(`${broken.length} of ${read.length} rows were refused`);
  return read.length;
}

const delay = monitorEventLoopDelay({ resolution: 5 });
const seconds: number[] = [];
const floors: number[] = [];
const memory: number[] = [];
const waits: number[] = [];
await readFile(buildFile(0));
for (let file = 0; file < FILES; file++) {
  const text = buildFile(file);
  const floorBegan = performance.now();
  Papa.parse(text, { delimiter: ',' });
  floors.push((performance.now() - floorBegan) / 1000);
  collect();
  // Without it the first value would be the time since the file before.
  delay.reset();
  delay.enable();
  const began = performance.now();
  await readFile(text);
  seconds.push((performance.now() - began) / 1000);
  delay.disable();
  waits.push(delay.max / 1e6);
  collect();
  memory.push(process.memoryUsage.rss());
}
const rowsASecond = MAX_ROWS / middle(seconds);
const quarter = Math.floor(FILES / 4);
const [second, last] = [memory.slice(quarter, 2 * quarter), memory.slice(-quarter)].map((part) => middle(part));
const growth = (last ?? 0) / (second ?? 1);
const waitMs = Math.max(...waits);
const verdict = (isMet: boolean, line: string): string => `${line}${isMet ? '' : ': missed'}`;
const mb = (bytes: number | undefined): string => `${((bytes ?? 0) / 1024 / 1024).toFixed(0)} MB`;
console.log(
  [
    verdict(
      rowsASecond >= LEAST_ROWS_A_SECOND,
      `${Math.round(rowsASecond)} rows a second read and validated, ${FILES} files of ${MAX_ROWS} rows (at least ${LEAST_ROWS_A_SECOND}); the bare parser ${Math.round(MAX_ROWS / middle(floors))}`,
    ),
    verdict(
      growth <= MAX_MEMORY_GROWTH,
      `memory ${mb(second)} in the second quarter of files, ${mb(last)} in the last: ${growth.toFixed(3)} (at most ${MAX_MEMORY_GROWTH})`,
    ),
    verdict(
      waitMs <= MAX_WAIT_MS,
      `the longest that others wait for the process: ${waitMs.toFixed(1)} ms (at most ${MAX_WAIT_MS})`,
    ),
  ].join('\n'),
);
process.exitCode = rowsASecond >= LEAST_ROWS_A_SECOND && growth <= MAX_MEMORY_GROWTH && waitMs <= MAX_WAIT_MS ? 0 : 1;
