// How soon a mid phone shows the two pages everybody comes in by, how much they move, and how much script they load.
import { startStack } from '#tests/e2e/support/stack.ts';
import { MAX_SPREAD, measureFirstVisits } from './first-visit.ts';

const stop = await startStack();
const app = `http://localhost:${process.env.PORT}`;
const paths = ['/app/login', '/app/login/register'];
const { spread } = await measureFirstVisits(Object.fromEntries(paths.map((path) => [path, { url: app + path }])), {
  visits: 5,
});
await stop();
process.exit(spread > MAX_SPREAD ? 1 : 0);
