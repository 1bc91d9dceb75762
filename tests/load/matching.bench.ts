// How much of a server-rendered order screen is Remix's own matching of the address against the table of routes.
import { matchRoutes } from '@remix-run/react';
import { loadBundle } from '#scripts/build-loader.ts';

type Flat = Readonly<Record<string, { id: string; parentId?: string; path?: string; index?: boolean } | undefined>>;

/** The tree that Remix makes of its flat table at start. */
function treeOf(routes: Flat, parentId?: string): Parameters<typeof matchRoutes>[0] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id = '', path, index } = route ?? {};
      return index ? { id, path, index: true } : { id, path, children: treeOf(routes, id) };
    });
}

const bundle = await loadBundle();
const build = await bundle.build();
const tree = treeOf(build.routes);
const address = { pathname: '/app/orders/7000000001' };
const ROUNDS = 2000;
for (let index = 0; index < 200; index++) matchRoutes(tree, address);
const started = performance.now();
for (let index = 0; index < ROUNDS; index++) matchRoutes(tree, address);
const matchMs = (performance.now() - started) / ROUNDS;

const found = matchRoutes(tree, address);
if (found?.at(-1)?.route.id !== 'app/orders/:orderId') throw new Error('The order screen was not matched');

// What a whole server-rendered screen takes at the least: the public sign-in screen of the same shell, without a database row.
const { createRequestHandler } = await import('@remix-run/node');
const handle = createRequestHandler(build, 'production');
/** Nobody asks: the page that is rendered has no loader. */
const refuse = () => Promise.reject(new Error('The bench has no program'));
const context = { nonce: 'bench', ctxFor: refuse, anonymousCtx: refuse, sessionCtx: refuse };
const render = async () => {
  const answer = await handle(new Request('http://localhost:3000/no-such-page'), context);
  return answer.text();
};
for (let index = 0; index < 20; index++) await render();
const renderStarted = performance.now();
for (let index = 0; index < 200; index++) await render();
const renderMs = (performance.now() - renderStarted) / 200;
console.log(
  `routes ${Object.keys(build.routes).length}; matching ${(matchMs * 1000).toFixed(0)} µs; the smallest rendered page ${renderMs.toFixed(2)} ms; matching is ${((100 * matchMs) / renderMs).toFixed(1)} % of it`,
);
process.exit(0);
