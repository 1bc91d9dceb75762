import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Program, ReceivedMessage } from '../../core/state-programs.ts';
import { programOf } from '../../providers/programs.ts';
import { markup, showTime } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { renderNotice, showing } from '../page.ts';
import { CONSOLE_ZONE, consoleAction } from './provider-parts.ts';
import { renderToolPage } from './tool-page.ts';

const PAGE = '/providers/programs';
const SHOWN = 50;
const SIGNATURES = { right: 'badge-success', wrong: 'badge-critical', unknown: '' } as const;

/** The console of programs outside: what each was told, and the secret that it checks. */
export function programConsoleRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      PAGE,
      showing(sandbox, (request) => renderPrograms(sandbox, request)),
    ),
    consoleAction(sandbox, PAGE, '/secret', (request) => {
      const form = readForm(request);
      const host = form.get('host') ?? '';
      const secret = form.get('secret') ?? '';
      if (!/^[a-z0-9-]+\.programs\.test$/.test(host))
        throw new Refusal('A program is a host of programs.test.', ['host']);
      if (secret === '') throw new Refusal('Enter the secret that Souk showed.', ['secret']);
      programOf(sandbox, host).secret = secret;
      return `${host} checks signatures with this secret now.`;
    }),
    consoleAction(sandbox, PAGE, '/feed', (request) => {
      const form = readForm(request);
      const host = form.get('host') ?? '';
      const name = form.get('name') ?? '';
      if (!/^[a-z0-9-]+\.programs\.test$/.test(host))
        throw new Refusal('A program is a host of programs.test.', ['host']);
      if (!/^[\w.-]{1,100}$/.test(name)) throw new Refusal('A file has a name such as stock.csv.', ['name']);
      const program = programOf(sandbox, host);
      const base64 = Buffer.from(form.get('text') ?? '').toString('base64');
      const feed = { base64, username: form.get('username') ?? '', password: form.get('password') ?? '' };
      program.feeds = { ...program.feeds, [name]: feed };
      return `https://${host}/feeds/${name} is this file now.`;
    }),
  ];
}

function renderPrograms(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const programs = Object.entries(sandbox.state.programs ?? {});
  return renderToolPage(sandbox, {
    title: 'Programs outside',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'Programs that Souk tells what happens. Add https://<name>.programs.test/souk under Settings, Webhooks, and enter its secret here.',
    body: markup`<section class="card"><h2>The secret of a program</h2><form method="post" action="${PAGE}/secret" class="stack-tight"><label for="host">Host</label><input id="host" name="host" required placeholder="erp.programs.test"><label for="secret">Secret</label><input id="secret" name="secret" required placeholder="whsec_…"><button class="button">Save</button></form></section>
<section class="card"><h2>A file that is imported on a schedule</h2><form method="post" action="${PAGE}/feed" class="stack-tight"><label for="feed-host">Host</label><input id="feed-host" name="host" required placeholder="supplier.programs.test"><label for="feed-name">Name of the file</label><input id="feed-name" name="name" required placeholder="stock.csv"><label for="feed-user">User name (if it asks for one)</label><input id="feed-user" name="username"><label for="feed-password">Password</label><input id="feed-password" name="password"><label for="feed-text">What it says</label><textarea id="feed-text" name="text" rows="6" required placeholder="SKU,Stock"></textarea><button class="button">Save</button></form></section>
${programs.length === 0 ? markup`<p class="empty">None was told anything yet.</p>` : programs.map(renderProgram)}`,
  });
}

function renderProgram([host, { received }]: [string, Program]): Markup {
  const shown = received.slice(-SHOWN).reverse();
  return markup`<section class="card card-flush"><h2>${host}</h2>${shown.length === 0 ? markup`<p class="empty">Nothing yet.</p>` : markup`<div class="table-scroll" tabindex="0"><table><thead><tr><th>What happened</th><th>At</th><th class="number">Number of its object</th><th>Signature</th></tr></thead><tbody>${shown.map(renderMessage)}</tbody></table></div>`}</section>`;
}

function renderMessage({ type, body, at, sequence, signature }: ReceivedMessage): Markup {
  return markup`<tr><td><details><summary>${type}</summary><pre>${body}</pre></details></td><td>${showTime(at, CONSOLE_ZONE)}</td><td class="number">${sequence ?? ''}</td><td><span class="badge ${SIGNATURES[signature]}">${signature}</span></td></tr>`;
}
