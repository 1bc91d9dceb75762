import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { html, route } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { CaughtMail } from '../../core/state.ts';
import { countOf, escapeHtml, markup, showTime, trustedMarkup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { posting, renderNotice, showing } from '../page.ts';
import { renderToolPage } from './tool-page.ts';

const PAGE_SIZE = 50;
/**
 * A mail may show pictures of the sandbox and carry its own styles; it fetches nothing from elsewhere. No script-src lets a script run;
 * the sandbox itself allows them only so that tools which look into pages (accessibility checks) can look into the mail.
 */
const MAIL_POLICY =
  "default-src 'none'; img-src 'self' data: http://localhost:* http://127.0.0.1:*; style-src 'unsafe-inline'; font-src data:; form-action 'none'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox";

/** The mails that the app sent. */
export function mailRoutes(sandbox: Sandbox): Route[] {
  return [
    route(
      'GET',
      '/mail',
      showing(sandbox, (request) => renderInbox(sandbox, request)),
    ),
    route(
      'POST',
      '/mail/clear',
      posting(
        sandbox,
        () => '/mail',
        () => {
          sandbox.mail.clear();
          return { to: '/mail', done: 'All mails are gone.' };
        },
      ),
    ),
    route(
      'GET',
      '/mail/{id}',
      showing(sandbox, (request) => renderMail(sandbox, request)),
    ),
    route(
      'GET',
      '/mail/{id}/body',
      showing(sandbox, (request) => renderMailBody(mailOf(sandbox, request))),
    ),
  ];
}

function mailOf(sandbox: Sandbox, request: SandboxRequest): CaughtMail {
  const mail = sandbox.mail.list().find((candidate) => String(candidate.id) === request.params['id']);
  if (!mail) throw new Refusal('This mail is not here any more.', ['id'], 'NOT_FOUND');
  return mail;
}

/** Mails show the time of the first store, which is where the people who read them are. */
function zone(sandbox: Sandbox): { timezone: string } {
  return Object.values(sandbox.state.shops)[0] ?? { timezone: 'UTC' };
}

function renderInbox(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const to = (request.query.get('to') ?? '').trim().slice(0, 250).toLowerCase();
  const all = sandbox.mail.list().toReversed();
  const found =
    to === ''
      ? all
      : all.filter(
          (mail) =>
            mail.to.some((address) => address.toLowerCase().includes(to)) || mail.subject.toLowerCase().includes(to),
        );
  const page = Math.max(1, Number.parseInt(request.query.get('page') ?? '1', 10) || 1);
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const link = (at: number, label: string): Markup =>
    markup`<a class="button" href="/mail?${new URLSearchParams({ to, page: String(at) }).toString()}">${label}</a>`;
  return renderToolPage(sandbox, {
    title: 'Mail',
    current: '/mail',
    lead: 'Every mail Souk sent. None left this computer.',
    notice: renderNotice(request),
    body: markup`<div class="spread"><form class="row" role="search" action="/mail"><label class="visually-hidden" for="to">Recipient or subject</label><input type="search" id="to" name="to" value="${to}" placeholder="Recipient or subject" class="mail-search"><button class="button">Find</button></form>
${all.length > 0 ? markup`<form method="post" action="/mail/clear"><button class="button button-critical">Delete all</button></form>` : null}</div>
<section class="card card-flush" aria-label="Mails">${shown.length === 0 ? renderNoMail(to !== '') : markup`<div class="table-scroll" tabindex="0"><table class="mails"><thead><tr><th>Subject</th><th>To</th><th>At</th></tr></thead><tbody>${shown.map((mail) => markup`<tr class="linked"><td><a class="cover" href="/mail/${mail.id}">${mail.subject || '(no subject)'}</a></td><td>${mail.to.join(', ')}</td><td>${showTime(mail.at, zone(sandbox))}</td></tr>`)}</tbody></table></div>`}</section>
<div class="spread"><p class="quiet small">${countOf(found.length, 'mail')}</p>${page > 1 || found.length > page * PAGE_SIZE ? markup`<nav class="row" aria-label="Pages">${page > 1 ? link(page - 1, 'Newer') : null}${found.length > page * PAGE_SIZE ? link(page + 1, 'Older') : null}</nav>` : null}</div>`,
  });
}

function renderNoMail(isFiltered: boolean): Markup {
  return isFiltered
    ? markup`<div class="empty"><h2>No mail fits</h2><p><a href="/mail">Show all mails</a></p></div>`
    : markup`<div class="empty"><h2>No mail yet</h2><p>Invite a vendor, or order something in the storefront: the mail about it is here within seconds.</p></div>`;
}

function renderMail(sandbox: Sandbox, request: SandboxRequest): SandboxResponse {
  const mail = mailOf(sandbox, request);
  return renderToolPage(sandbox, {
    title: mail.subject || '(no subject)',
    current: '/mail',
    lead: markup`<a href="/mail">All mails</a>`,
    body: markup`<section class="card stack"><dl class="mail-head"><div><dt>From</dt><dd>${mail.headers.from ?? mail.from}</dd></div><div><dt>To</dt><dd>${mail.to.join(', ')}</dd></div><div><dt>Sent</dt><dd>${showTime(mail.at, zone(sandbox))}</dd></div>${mail.attachments.length > 0 ? markup`<div><dt>Attached</dt><dd>${mail.attachments.map((attachment) => `${attachment.filename} (${attachment.mimeType}, ${attachment.byteLength} bytes)`).join(', ')}</dd></div>` : null}</dl></section>
${mail.html ? markup`<section class="card card-flush"><iframe class="mail-body" src="/mail/${mail.id}/body" title="The mail" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe></section>` : null}
${mail.text ? markup`<details class="card"${mail.html ? null : markup` open`}><summary>Plain text</summary><pre>${linkAddresses(mail.text)}</pre></details>` : null}
<details class="card"><summary>Headers</summary><pre>${Object.entries(mail.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}</pre></details>`,
  });
}

/** Addresses in plain text become links. */
function linkAddresses(text: string): Markup {
  return trustedMarkup(
    text
      .split(/(https?:\/\/[^\s<>"]+)/g)
      .map((part, index) =>
        index % 2 === 1
          ? `<a href="${escapeHtml(part)}" target="_blank" rel="noopener">${escapeHtml(part)}</a>`
          : escapeHtml(part),
      )
      .join(''),
  );
}

/** The mail's own HTML, alone and powerless. Its links open in a new tab. */
function renderMailBody(mail: CaughtMail): SandboxResponse {
  const base = '<base target="_blank">';
  const source = /<head[^>]*>/i.test(mail.html)
    ? mail.html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + mail.html;
  return html(200, source, { 'content-security-policy': MAIL_POLICY, 'referrer-policy': 'no-referrer' });
}
