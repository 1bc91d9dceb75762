import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.local/e2e-results',
  // Starts one marketplace for all files, on free ports: another demo may run beside.
  globalSetup: './tests/e2e/support/setup.ts',
  // The journeys change the marketplace they share, so they run one after the other.
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // The platform's library turns away what calls itself a headless browser.
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--test-third-party-cookie-phaseout',
      ],
    },
  },
});
