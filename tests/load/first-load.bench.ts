// The first reading of a store's products in a process of its own, whose memory is looked at while it reads: a thousand and
// ten thousand products gathered by the platform, the same with a stop and a resume, and how often the platform asked to wait.
import type { Product } from '#sandbox/core/state.ts';
import { openBenchSandbox, runInProcess, SANDBOX_SHOP } from './bench-sandbox.ts';
import { runReader, type ReaderReport, type ReaderTask } from './first-load-reader.ts';

const MAX_PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 10_000);
const FEW = Math.max(300, Math.round(MAX_PRODUCTS / 10));
/** What ten times the products may add to the peak of the memory: garbage that nobody had to collect yet. */
const MAX_GROWTH_MB = 120;
const [, , role] = process.argv;

if (role === 'reader') await runReader();
else process.exit((await bench()) ? 0 : 1);

async function bench(): Promise<boolean> {
  const { buildSandboxProducts } = await import('#tests/factories/sandbox-products.ts');
  const { installApp } = await import('#sandbox/platform/store/shops.ts');
  // A store of the standard plan: a hundred points come back each second.
  const place = await openBenchSandbox('first-load', { throttle: { maximumAvailable: 2_000, restoreRate: 100 } });
  const { shop, sandbox } = place;
  const all: Product[] = [...Object.values(shop.products), ...buildSandboxProducts(sandbox, shop, MAX_PRODUCTS)].slice(
    -MAX_PRODUCTS,
  );
  installApp(sandbox, shop);
  let isGood = true;
  const measure = async (name: string, database: string, task: { wanted: number; stops: boolean }) => {
    const { wanted, stops } = task;
    shop.products = Object.fromEntries(all.slice(0, wanted).map((product) => [String(product.id), product]));
    const requested: ReaderTask = { shop: SANDBOX_SHOP, subjectId: place.ownerId, stops };
    const environment = place.environmentOf(await place.createDatabase(database));
    sandbox.log.clear();
    const report = await runInProcess<ReaderReport>(import.meta.filename, {
      ...environment,
      BENCH_TASK: JSON.stringify(requested),
    });
    const calls = sandbox.log.list('shopify');
    const waits = calls.filter((one) => one.contract === 'throttled').length;
    const isWhole = report.products === wanted;
    isGood &&= isWhole;
    console.log(
      `${name.padEnd(34)} ${report.products} products in ${report.seconds.toFixed(1)} s (${(report.products / report.seconds).toFixed(0)} a second), ` +
        `peak ${report.peakMb.toFixed(0)} MB (${report.restMb.toFixed(0)} MB before), ${calls.length} calls, throttled ${waits} times${isWhole ? '' : ` OF ${wanted}`}`,
    );
    return report;
  };
  try {
    const few = await measure(`${FEW}, at once`, 'few', { wanted: FEW, stops: false });
    const many = await measure(`${MAX_PRODUCTS}, at once`, 'many', { wanted: MAX_PRODUCTS, stops: false });
    const halves = await measure(`${MAX_PRODUCTS}, stopped and gone on with`, 'halves', {
      wanted: MAX_PRODUCTS,
      stops: true,
    });
    console.log(`stopped at ${halves.stoppedAt ?? 0}`);
    const growth = many.peakMb - few.peakMb;
    const isFlat = growth <= MAX_GROWTH_MB;
    const isStopped = (halves.stoppedAt ?? 0) > 0 && (halves.stoppedAt ?? 0) < MAX_PRODUCTS;
    isGood &&= isFlat && isStopped;
    console.log(
      `memory grows by ${growth.toFixed(0)} MB from ${FEW} to ${MAX_PRODUCTS} (at most ${MAX_GROWTH_MB})${isFlat ? '' : ' TOO MUCH'}`,
    );
  } finally {
    await place.stop();
  }
  return isGood;
}
