// How soon a mid phone shows six screens of the portal at a first visit, how much they move, and what script they load.
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { openMarketplace, NORDLYS } from '#tests/e2e/support/marketplace.ts';
import { startStack } from '#tests/e2e/support/stack.ts';
import { MAX_SPREAD, measureFirstVisits } from './first-visit.ts';

const MAX_SCRIPTS = 25;
const MAX_SCRIPT_BYTES = 260_000;

const stop = await startStack();
const app = `http://localhost:${process.env.PORT}`;
const client = openMarketplace();
const { cookie: vendor } = await client.signIn(NORDLYS.email);
const { cookie: admin } = await client.signIn(DEMO_ADMIN);
const { spread, loaded } = await measureFirstVisits(
  {
    "a vendor's home": { url: `${app}/app`, cookie: vendor },
    orders: { url: `${app}/app/orders`, cookie: vendor },
    'a new product': { url: `${app}/app/products/new`, cookie: vendor },
    money: { url: `${app}/app/money`, cookie: vendor },
    "an admin's vendors": { url: `${app}/app/vendors`, cookie: admin },
    'settings: look': { url: `${app}/app/settings/look`, cookie: admin },
  },
  { visits: 3 },
);
await stop();
const heavy = loaded.filter(({ scripts, scriptBytes }) => scripts > MAX_SCRIPTS || scriptBytes > MAX_SCRIPT_BYTES);
for (const { name } of heavy) {
  console.log(`${name} loads more than ${MAX_SCRIPTS} scripts or ${MAX_SCRIPT_BYTES / 1000} kB of them`);
}
process.exit(spread > MAX_SPREAD || heavy.length > 0 ? 1 : 0);
