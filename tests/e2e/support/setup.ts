import { startStack } from './stack.ts';

/**
 * What Playwright does before the tests of a run: one marketplace for all files. It answers with what takes it down again.
 * With E2E_STACK=running, one that was started by hand (`node tests/e2e/support/keep-stack.ts`) is used instead.
 */
export default function setup(): Promise<() => Promise<void>> {
  return process.env.E2E_STACK === 'running' ? Promise.resolve(() => Promise.resolve()) : startStack();
}
