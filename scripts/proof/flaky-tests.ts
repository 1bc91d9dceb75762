// The rule for browser tests that fail: once more alone. Pure, but for what `npm test` does with it.
import { stripVTControlCharacters } from 'node:util';

/** The sums of a runner: each test counts once. */
export type Sum = { passed: number; failed: number; skipped: number };

type Attachment = { name: string; path?: string };
type Spec = {
  id: string;
  title: string;
  file: string;
  line: number;
  tests: {
    expectedStatus: string;
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    results: { attachments?: Attachment[]; error?: { message?: string } }[];
  }[];
};
type Suite = { title: string; file?: string; specs?: Spec[]; suites?: Suite[] };

/** What is used of Playwright's JSON report. */
export type PlaywrightReport = {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

/** A browser test of a report. `broken` is one that was to run and did not: its file's preparation or a test before it failed. */
export type BrowserTest = {
  id: string;
  name: string;
  file: string;
  line: number;
  outcome: 'passed' | 'failed' | 'broken' | 'skipped';
  trace: string | undefined;
  /** How its last failure begins. */
  message: string | undefined;
};

/** Lists the tests of a report, each once, named by file and titles. */
export function listBrowserTests(report: PlaywrightReport): BrowserTest[] {
  const walk = (suite: Suite, titles: readonly string[]): BrowserTest[] => [
    ...(suite.specs ?? []).map((spec) => ({
      id: spec.id,
      name: [spec.file, ...titles, spec.title].join(' › '),
      file: spec.file,
      line: spec.line,
      outcome: resolveOutcome(spec),
      trace: traceOf(spec),
      message: messageOf(spec),
    })),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  // The outermost suite is the file, whose name each test has already.
  return report.suites.flatMap((file) => walk(file, []));
}

function resolveOutcome({ tests }: Spec): BrowserTest['outcome'] {
  if (tests.some((one) => one.status === 'unexpected' || one.status === 'flaky')) return 'failed';
  if (tests.some((one) => one.status === 'skipped' && one.expectedStatus !== 'skipped')) return 'broken';
  return tests.some((one) => one.status === 'expected') ? 'passed' : 'skipped';
}

function traceOf({ tests }: Spec): string | undefined {
  const attachments = tests.flatMap((one) => one.results).flatMap((result) => result.attachments ?? []);
  return attachments.find((one) => one.name === 'trace')?.path;
}

/** The first lines of the error of the last run that had one, without the colours of a terminal. */
function messageOf({ tests }: Spec): string | undefined {
  const messages = tests.flatMap((one) => one.results).flatMap((result) => result.error?.message ?? []);
  const lines = stripVTControlCharacters(messages.at(-1) ?? '').split('\n');
  return (
    lines
      .filter((line) => line.trim() !== '')
      .slice(0, 6)
      .map((line) => line.trim())
      .join(' | ')
      .slice(0, 500) || undefined
  );
}

/**
 * Names what to run once more, as Playwright's arguments: a failed test by its line, and the whole file where a test could not run,
 * because its preparation failed.
 */
export function selectReruns(report: PlaywrightReport): string[] {
  const tests = listBrowserTests(report);
  const files = new Set(tests.filter((one) => one.outcome === 'broken').map((one) => one.file));
  const lines = tests
    .filter((one) => one.outcome === 'failed' && !files.has(one.file))
    .map((one) => `${one.file}:${one.line}`);
  return [...new Set([...files, ...lines])];
}

/**
 * Merges the two runs: what failed or could not run counts by its second result, everything else by its first. A test that the
 * second run does not know counts as failed, and so does each error outside of a test.
 */
export function mergeRuns(
  first: PlaywrightReport,
  second?: PlaywrightReport,
): { sum: Sum; flaky: BrowserTest[]; failed: BrowserTest[] } {
  const again = new Map((second ? listBrowserTests(second) : []).map((one) => [one.id, one]));
  const sum: Sum = { passed: 0, failed: first.errors.length, skipped: 0 };
  const flaky: BrowserTest[] = [];
  const failed: BrowserTest[] = [];
  for (const test of listBrowserTests(first)) {
    if (test.outcome === 'passed' || test.outcome === 'skipped') {
      sum[test.outcome] += 1;
      continue;
    }
    const later = again.get(test.id);
    if (later?.outcome !== 'passed') {
      sum.failed += 1;
      failed.push({ ...test, message: later?.message ?? test.message });
      continue;
    }
    sum.passed += 1;
    // A test that never ran is not flaky itself: the one that failed before it is.
    if (test.outcome === 'failed') flaky.push({ ...test, trace: test.trace ?? later.trace });
  }
  return { sum, flaky, failed };
}

/** Writes the line of a flaky test as the list keeps it. */
export function formatFlakyLine(o: { name: string; day: string; trace: string }): string {
  const plain = (text: string) => text.replaceAll('`', "'").replace(/\s+/g, ' ');
  return `- \`${plain(o.name)}\` on ${o.day}, trace \`${plain(o.trace)}\`\n`;
}

/** Lists the names that stand more than once in the text of `tests/FLAKY.md`. */
export function findRepeatedNames(text: string): string[] {
  const names = [...text.matchAll(/^- `([^`\n]{1,500})`/gm)].map((found) => found[1] ?? '');
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
