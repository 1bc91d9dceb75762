import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { readForm, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import { SHEET_ACCESS, type SheetValue, type Spreadsheet } from '../../core/state-google.ts';
import { GOOGLE_ACCOUNT } from '../../providers/google/service-account.ts';
import { addressOf, createSpreadsheet, googleOf, requireSpreadsheet } from '../../providers/google/spreadsheets.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, renderNotice, showing } from '../page.ts';
import { consoleAction } from './provider-parts.ts';
import { renderToolPage } from './tool-page.ts';

const PAGE = '/providers/google';
const MAX_TYPED = 200_000;

/** Google Sheets for a person: spreadsheets to make, to share, to look at and to type into. */
export function googleConsoleRoutes(sandbox: Sandbox): Route[] {
  const sheetOf = (request: SandboxRequest): Spreadsheet => requireSpreadsheet(sandbox, request.params['id']);
  const post = (path: string, run: (request: SandboxRequest, sheet: Spreadsheet) => string): Route =>
    route(
      'POST',
      `${PAGE}/{id}${path}`,
      posting(
        sandbox,
        (request) => `${PAGE}/${request.params['id'] ?? ''}`,
        (request) => {
          const done = run(request, sheetOf(request));
          sandbox.save();
          return { to: `${PAGE}/${request.params['id'] ?? ''}`, done };
        },
      ),
    );
  return [
    route(
      'GET',
      PAGE,
      showing(sandbox, (request) => renderList(sandbox, request)),
    ),
    route(
      'GET',
      `${PAGE}/{id}`,
      showing(sandbox, (request) => renderSheet(sandbox, request, sheetOf(request))),
    ),
    consoleAction(sandbox, PAGE, '/new', (request) => {
      const title = (readForm(request).get('title') ?? '').trim().slice(0, 100);
      if (title === '') throw new Refusal('A spreadsheet needs a name.', ['title']);
      createSpreadsheet(sandbox, { title, access: 'editor' });
      return `${title} is shared with Souk.`;
    }),
    post('/access', (request, sheet) => {
      const access = SHEET_ACCESS.find((one) => one === readForm(request).get('access'));
      if (!access) throw new Refusal('Choose what Souk may do.', ['access']);
      sheet.access = access;
      return 'The access was changed.';
    }),
    post('/tabs/{tab}', (request, sheet) => {
      const tab = request.params['tab'] ?? '';
      const typed = readForm(request).get('cells') ?? '';
      if (!(tab in sheet.tabs) || typed.length > MAX_TYPED) throw new Refusal('This cannot be typed.', ['cells']);
      sheet.tabs[tab] = typed
        .replaceAll('\r', '')
        .split('\n')
        .map((line) => line.split('\t').map(toValue));
      return `${tab} was saved.`;
    }),
  ];
}

/** A number becomes one, as in a real cell; a text with a leading zero stays a text. */
const toValue = (text: string): SheetValue =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;

function renderList(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const sheets = Object.values(googleOf(sandbox).spreadsheets);
  return renderToolPage(sandbox, {
    title: 'Google Sheets',
    current: '/providers',
    notice: renderNotice(request),
    lead: 'Spreadsheets of vendors. A new one is shared as editor with the service account of Souk; its address goes into Souk under Settings, Google Sheets.',
    body: markup`<section class="card"><p>Service account <code class="key">${GOOGLE_ACCOUNT}</code></p><form method="post" action="${PAGE}/new" class="row"><label for="sheet-title">Name</label><input id="sheet-title" name="title" required maxlength="100"><button class="button">Make a spreadsheet</button></form></section>
<section class="card card-flush"><h2>Spreadsheets</h2>${sheets.length === 0 ? markup`<p class="empty">None yet.</p>` : markup`<ul>${sheets.map((sheet) => markup`<li><a href="${PAGE}/${sheet.id}">${sheet.title}</a> <span class="quiet">${sheet.access}</span></li>`)}</ul>`}</section>`,
  });
}

function renderSheet(sandbox: Sandbox, request: SandboxRequest, sheet: Spreadsheet): SandboxResponse {
  const choices = SHEET_ACCESS.map(
    (access) =>
      markup`<option value="${access}"${access === sheet.access ? markup` selected` : null}>${access}</option>`,
  );
  return renderToolPage(sandbox, {
    title: sheet.title,
    current: '/providers',
    notice: renderNotice(request),
    lead: 'One line is a row, tabs stand between cells.',
    body: markup`<section class="card"><p>Address <code class="key">${addressOf(sheet)}</code></p><form method="post" action="${PAGE}/${sheet.id}/access" class="row"><label for="sheet-access">Souk is</label><select id="sheet-access" name="access">${choices}</select><button class="button">Share so</button></form></section>
${Object.entries(sheet.tabs).map(([tab, rows]) => renderTab(sheet, tab, rows))}`,
  });
}

function renderTab(sheet: Spreadsheet, tab: string, rows: readonly SheetValue[][]): Markup {
  const text = rows.map((row) => row.map((value) => String(value ?? '')).join('\t')).join('\n');
  const table = markup`<div class="table-scroll" tabindex="0"><table>${rows.map((row) => markup`<tr>${row.map((value) => markup`<td>${String(value ?? '')}</td>`)}</tr>`)}</table></div>`;
  return markup`<section class="card card-flush"><h2>${tab}</h2>${rows.length === 0 ? markup`<p class="empty">Empty.</p>` : table}<form method="post" action="${PAGE}/${sheet.id}/tabs/${encodeURIComponent(tab)}" class="stack-tight"><label for="cells-${tab}">Cells of ${tab}</label><textarea id="cells-${tab}" name="cells" rows="8">${text}</textarea><button class="button">Save ${tab}</button></form></section>`;
}
