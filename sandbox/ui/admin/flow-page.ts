import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { listFlowActions, sendFlowRun } from '../../platform/flow-calls.ts';
import type { FlowAction, FlowAnswer } from '../../platform/flow-calls.ts';
import { isWorkflowOn, listFlowTriggers, listStarted, switchWorkflow } from '../../platform/flow-triggers.ts';
import type { FlowTrigger } from '../../platform/flow-triggers.ts';
import { markup, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, showing } from '../page.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';

/** So many of the newest starts are shown. */
const SHOWN = 20;

/**
 * Flow: each action of the app can be run by hand, as a step of a workflow would; a workflow for each trigger can be switched on, and
 * what came for it is shown.
 */
export function flowRoutes(sandbox: Sandbox): Route[] {
  const page = (request: SandboxRequest): string => `/admin/store/${request.params['store'] ?? ''}/flow`;
  return [
    route(
      'GET',
      '/admin/store/{store}/flow',
      showing(sandbox, (request) => renderFlowPage(sandbox, request)),
    ),
    route(
      'POST',
      '/admin/store/{store}/flow-triggers/{handle}',
      posting(sandbox, page, async (request) => {
        const isOn = readForm(request).get('on') === 'true';
        const handle = request.params['handle'] ?? '';
        await switchWorkflow(sandbox, adminShop(sandbox, request), { handle, isOn });
        return { to: page(request), done: isOn ? 'The workflow is on.' : 'The workflow is off.' };
      }),
    ),
    route(
      'POST',
      '/admin/store/{store}/flow/{handle}',
      posting(sandbox, page, async (request) => {
        const form = readForm(request);
        const handle = request.params['handle'] ?? '';
        const properties = Object.fromEntries([...form].map(([key, value]) => [key, value.slice(0, 5_000)]));
        const answer = await sendFlowRun(sandbox, adminShop(sandbox, request), { handle, properties });
        return { to: page(request), done: describe(answer) };
      }),
    ),
  ];
}

/** What Flow makes of an answer. */
function describe({ status, body }: FlowAnswer): string {
  if (status === 200) return 'The step is done (200).';
  if (status === 202) return 'The app works on it: Flow sends the same run again (202).';
  const isFinal = status < 500 && status !== 429;
  return `${isFinal ? 'The step failed' : 'Flow tries it again later'} (${status}): ${body}`;
}

function renderFlowPage(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const shop = adminShop(sandbox, request);
  return renderAdminPage(sandbox, request, {
    title: 'Flow',
    place: 'flow',
    body: markup`<p class="quiet small">What ${sandbox.app.name} adds to workflows, each run by hand. A workflow would fill the fields from what started it.</p>
<div class="stack">${listFlowActions().map((action) => renderAction(shop, action))}</div>
<h2>Workflows that begin with ${sandbox.app.name}</h2>
<p class="quiet small">Each stands for one workflow of the merchant’s. The app is told which triggers are used, and starts only those.</p>
<section class="card stack" aria-label="Triggers">${listFlowTriggers().map((trigger) => renderTrigger(shop, trigger))}</section>
<section class="card stack" aria-label="Started"><h2>Started</h2>${renderStarted(shop)}</section>`,
  });
}

function renderTrigger(shop: Shop, { handle, name, description }: FlowTrigger): Markup {
  const isOn = isWorkflowOn(shop, handle);
  return markup`<form class="row" method="post" action="${adminPath(shop, `/flow-triggers/${handle}`)}"><div class="grow"><strong>${name}</strong> <span class="quiet small">${description}</span></div>
<input type="hidden" name="on" value="${isOn ? 'false' : 'true'}"><button class="button" aria-label="${isOn ? 'Turn off' : 'Turn on'}: ${name}">${isOn ? 'Turn off' : 'Turn on'}</button></form>`;
}

function renderStarted(shop: Shop): Markup {
  const started = listStarted(shop).slice(0, SHOWN);
  if (started.length === 0) return markup`<p class="quiet">Nothing yet.</p>`;
  const nameOf = new Map(listFlowTriggers().map(({ handle, name }) => [handle, name]));
  return markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>Trigger</th><th>At</th><th>What it holds</th></tr></thead><tbody>${started.map(
    ({ handle, payload, at, isUsed }) =>
      markup`<tr><td>${nameOf.get(handle) ?? handle}${isUsed ? null : markup` <span class="quiet small">no workflow</span>`}</td><td>${showTime(at, shop)}</td><td>${Object.entries(
        payload,
      )
        .map(([key, value]) => `${key}: ${String(value)}`)
        .join(' · ')}</td></tr>`,
  )}</tbody></table></div>`;
}

function renderAction(shop: Shop, { handle, name, description, fields }: FlowAction): Markup {
  return markup`<section class="card stack" aria-label="${name}"><h2>${name}</h2><p class="quiet small">${description}</p>
<form class="stack" method="post" action="${adminPath(shop, `/flow/${handle}`)}">${fields.map(
    ({ key, name: label, isLong, isRequired }) =>
      markup`<div><label for="${handle}-${key}">${label}</label>${
        isLong
          ? markup`<textarea id="${handle}-${key}" name="${key}" rows="2"${isRequired ? markup` required` : null}></textarea>`
          : markup`<input id="${handle}-${key}" name="${key}"${isRequired ? markup` required` : null}>`
      }</div>`,
  )}<div class="row"><button class="button">Run</button></div></form></section>`;
}
