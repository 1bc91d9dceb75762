import type { Sandbox } from '../../core/kernel.ts';
import { json, route } from '../../core/router.ts';
import type { Route } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { readProgress, WALK_STEPS, type WalkStep } from './progress.ts';

type Shown = { text: string; label: string; href: string };

/** What is done in each step, and the page where it is done. No two links have the same name. */
function listSteps(sandbox: Sandbox, shop: Shop): Record<WalkStep, Shown> {
  const admin = `/admin/store/${shop.handle}/apps/${sandbox.app.handle}/admin`;
  const store = `/store/${shop.handle}`;
  const portal = `${sandbox.config.appUrl}/app`;
  return {
    apply: { text: 'Apply as a seller in the storefront.', label: 'Open “Sell with us”', href: `${store}/pages/sell` },
    approve: {
      text: 'Approve the application in the store admin.',
      label: 'Open applications',
      href: `${admin}/applications`,
    },
    password: {
      text: 'Open the invitation among the mails and set a password.',
      label: 'Open the mails',
      href: '/mail',
    },
    product: {
      text: 'As the seller, take the plan that is free for two weeks, and add a product.',
      label: 'Open the vendor portal',
      href: `${portal}?store=${shop.domain}`,
    },
    publish: { text: 'Approve the product.', label: 'Open products', href: `${admin}/products` },
    buy: { text: 'Buy it together with another seller’s.', label: 'Open the storefront', href: store },
    ship: {
      text: 'As the seller, ship the order.',
      label: 'Open the seller’s orders',
      href: `${portal}/orders?store=${shop.domain}`,
    },
    pay: { text: 'Pay the seller out.', label: 'Open payouts', href: `${admin}/payouts` },
  };
}

/** What the pages ask for every few seconds: the steps that are done. */
export function walkthroughRoutes(sandbox: Sandbox): Route[] {
  return [route('GET', '/walk', async () => json(200, { done: [...(await readProgress(sandbox))] }))];
}

/** The walk through one order as a list of eight steps that tick themselves. */
export async function renderChecklist(sandbox: Sandbox, shop: Shop): Promise<Markup> {
  const done = await readProgress(sandbox);
  const steps = listSteps(sandbox, shop);
  const next = WALK_STEPS.find((step) => !done.has(step));
  return markup`<section class="card walk-card" aria-labelledby="walk-title">
<div class="spread"><h2 id="walk-title">Live through one order</h2><p class="quiet"><span data-walk-count>${done.size}</span> of ${WALK_STEPS.length} done</p></div>
<p class="quiet">From an application to a payout, in about ten minutes. Each step opens in a new tab and ticks itself when it is done.</p>
<ol class="walk" data-walk>${WALK_STEPS.map((step) => renderStep(step, steps[step], { isDone: done.has(step), isNext: step === next }))}</ol>
<p role="status" data-walk-all${next === undefined ? null : markup` hidden`}>All eight steps are done. Whatever you try from here is yours to find.</p>
</section>`;
}

function renderStep(step: WalkStep, shown: Shown, o: { isDone: boolean; isNext: boolean }): Markup {
  const state = o.isDone ? 'done' : o.isNext ? 'next' : 'open';
  return markup`<li data-step="${step}" data-state="${state}"><span class="tick" aria-hidden="true"></span><span><span class="visually-hidden" data-walk-said>${o.isDone ? 'Done: ' : ''}</span>${shown.text}</span> ${renderLink(shown)}</li>`;
}

const renderLink = ({ href, label }: Shown): Markup =>
  markup`<a href="${href}" target="_blank" rel="noopener">${label}<span class="visually-hidden"> (new tab)</span></a>`;

/** The next step in small, on every page of the sandbox once the walk was started; the steps lie folded beside it. */
export function renderNextStep(sandbox: Sandbox): Markup {
  const { walk } = sandbox.state;
  const [shop] = Object.values(sandbox.state.shops);
  if (!walk || !shop) return markup``;
  const steps = listSteps(sandbox, shop);
  const next = WALK_STEPS.find((step) => !walk.ticked.includes(step));
  return markup`<details class="walk-float" data-walk-float${next === undefined ? markup` hidden` : null}>
<summary><span class="quiet"><span data-walk-count>${walk.ticked.length}</span> of ${WALK_STEPS.length} steps</span> <span data-walk-now>${next ? steps[next].text : ''}</span></summary>
<div data-walk>${WALK_STEPS.map((step) => renderSmallStep(step, steps[step], step === next))}<p><a href="/">All steps</a></p></div>
</details>`;
}

const renderSmallStep = (step: WalkStep, shown: Shown, isNext: boolean): Markup =>
  markup`<p data-step="${step}" data-text="${shown.text}" data-state="${isNext ? 'next' : 'open'}">${renderLink(shown)}</p>`;
