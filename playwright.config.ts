import { defineConfig } from '@playwright/test';
import { BARE_WINDOWS } from './scripts/chromium-arguments.ts';
import { findChromium } from './scripts/find-chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  // `npm test` makes one journey a capability; `npm run check` takes the second looks as well.
  testMatch: process.env.SUITE === 'rest' ? '**/second-looks/*.spec.ts' : '**/*.spec.ts',
  testIgnore: process.env.SUITE === 'first' ? '**/second-looks/**' : [],
  outputDir: '.local/e2e-results',
  // Starts one marketplace for each worker, on free ports: another demo may run beside.
  globalSetup: './tests/e2e/support/setup.ts',
  // The journeys change the marketplace they share, so those of one worker run one after the other.
  fullyParallel: false,
  // Two marketplaces fill two cores: while one waits for its browser, the other works.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // What was done and asked for, and the picture and the words of the page at the end. A whole trace, with a picture of each
    // step, costs a third of each test's time: `--trace retain-on-failure` where one is needed.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        BARE_WINDOWS,
        '--test-third-party-cookie-phaseout',
      ],
    },
  },
});
