import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { listFlowActions, sendFlowRun } from '../../platform/flow-calls.ts';
import type { FlowAction, FlowAnswer } from '../../platform/flow-calls.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, showing } from '../page.ts';
import { adminPath, adminShop, renderAdminPage } from './admin-page.ts';

/** Flow: each action of the app can be run by hand, as a step of a workflow would. */
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
<div class="stack">${listFlowActions().map((action) => renderAction(shop, action))}</div>`,
  });
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
