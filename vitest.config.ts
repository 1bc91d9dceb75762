import { join, relative } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * Files that run beside one another, the same in every project: one with a number of its own waits until the others are done. One
 * more than the cores that the suite is timed on: a quarter of the time a file waits for its database or its stand-ins.
 */
const WORKERS = 3;

/**
 * Tests of the running program: one database cluster a run, one database a file. The files of a worker share the modules, which
 * keep nothing between them: a file starts and stops a program of its own.
 */
const program = {
  environment: 'node',
  isolate: false,
  globalSetup: ['tests/support/database/cluster.ts'],
  // Longer than what a test waits for, on a machine that also does other things.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  maxWorkers: WORKERS,
};

/**
 * What `npm run check` runs after `npm test`: suites that are generated from contracts, processes that are killed, and the program
 * without its own filter. `SUITE` says which part runs (`first`, `rest`); all of it where a file is named by hand.
 */
const REST = ['tests/api/generated/**/*.test.ts', 'tests/chaos/**/*.test.ts'];
const SUITE = process.env.SUITE;

/** The projects that have tests in the part that runs. */
function partOf(projects: TestProjectInlineConfiguration[]): TestProjectInlineConfiguration[] {
  const isRest = (name: unknown) => name === 'program' || name === 'no-filter';
  if (SUITE === 'first') return projects.filter(({ test }) => test?.name !== 'no-filter');
  return SUITE === 'rest' ? projects.filter(({ test }) => isRest(test?.name)) : projects;
}

/** Tests of the program that put something in the place of a library's function: they share no modules. */
const REPLACING = ['tests/api/access/auth-attacks.test.ts'];

/** The program with a switch at every ownership check, in memory: only a proof takes checks away. */
async function projectsOfProof(): Promise<TestProjectInlineConfiguration[]> {
  if (process.env.PROVE !== '1') return [];
  const { withSwitches } = await import('./scripts/proof/ownership-checks.ts');
  return [
    // Whole releases as processes, on servers of their own.
    {
      test: {
        name: 'operations',
        include: ['tests/operations/**/*.test.ts'],
        environment: 'node',
        isolate: true,
        // One beside another would be a load that neither knows of.
        maxWorkers: 1,
      },
    },
    {
      test: { name: 'ownership', include: ['tests/ownership/**/*.test.ts'], ...program, isolate: true },
      plugins: [
        {
          name: 'ownership-switches',
          enforce: 'pre',
          transform: (code: string, id: string) =>
            /\/app\/(?:features|platform)\/.*\.server\.ts$/.test(id)
              ? withSwitches(code, relative(import.meta.dirname, id))
              : undefined,
        },
      ],
    },
  ];
}

/**
 * The projects: pure tests beside their source, component tests in jsdom, the sandbox's own tests, checks of the source,
 * and tests of the running program, each file with a database of its own.
 */
export default defineConfig({
  test: {
    coverage: { provider: 'v8', include: ['app/**'] },
    reporters: ['default'],
    projects: partOf([
      {
        test: {
          name: 'unit',
          include: ['app/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/{support,model}/**/*.test.ts'],
          environment: 'node',
          // Pure tests leave nothing behind for the next file: one process for many of them halves their time.
          isolate: false,
          // Those with generated cases take a second where nothing else runs, and ten on a machine that is short of memory.
          testTimeout: 30_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'ui',
          include: ['app/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          testTimeout: 30_000,
          maxWorkers: WORKERS,
          setupFiles: ['tests/support/ui-setup.ts'],
        },
        ssr: { noExternal: ['@shopify/polaris'] },
        resolve: { conditions: ['browser'] },
      },
      {
        // Extensions of the store admin in the platform's own tester, which imports their modules and sets globals of a file.
        test: {
          name: 'extensions',
          include: ['extensions/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['tests/support/extensions-setup.ts'],
          testTimeout: 30_000,
          maxWorkers: WORKERS,
          server: { deps: { inline: ['@shopify/ui-extensions-tester'] } },
        },
      },
      {
        test: {
          name: 'sandbox',
          include: ['sandbox/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'source',
          include: ['tests/architecture/**/*.test.ts', 'tests/contracts/**/*.test.ts'],
          environment: 'node',
          // They read every file of the tree, and the theme check reads its documents, which takes a busy machine longer than the usual limits.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'program',
          include: SUITE === 'rest' ? REST : ['tests/api/**/*.test.ts', 'tests/chaos/**/*.test.ts'],
          exclude: SUITE === 'first' ? [...REPLACING, ...REST] : REPLACING,
          ...program,
        },
      },
      { test: { name: 'replacing', include: REPLACING, ...program, isolate: true } },
      {
        // The program with its screens, as a browser gets them before any script runs.
        test: { name: 'screens', include: ['tests/screens/**/*.test.ts'], ...program },
        ssr: { noExternal: ['@shopify/polaris', '@shopify/shopify-app-remix', '@shopify/app-bridge-react'] },
      },
      {
        // The program with its own filter switched off: row-level security must hold by itself.
        test: { name: 'no-filter', include: ['tests/api-no-filter/**/*.test.ts'], ...program },
        resolve: {
          alias: { '#app/server/scoped.server.ts': join(import.meta.dirname, 'tests/support/no-filter.server.ts') },
        },
      },
      ...(await projectsOfProof()),
    ]),
  },
});
