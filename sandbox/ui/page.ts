import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { html, redirect, text } from '../core/router.ts';
import type { Handler, SandboxRequest, SandboxResponse } from '../core/router.ts';
import { markup } from './markup.ts';
import type { Markup } from './markup.ts';
import { renderNextStep } from './walkthrough/walkthrough.ts';

export type Page = {
  title: string;
  body: Markup;
  /** Stylesheets and scripts besides the common ones, by file name below /ui/assets/. */
  styles?: string[];
  scripts?: string[];
  /** What else stands in the head, such as a theme's own sheets. */
  head?: Markup;
  bodyClass?: string;
  status?: number;
  /** The first page shows the whole walk, so that the next step in small would say it twice. */
  isFirstPage?: boolean;
};

/** A whole page. Its policy lets a browser fetch from the sandbox only, and frame only the app. */
export function renderPage(sandbox: Sandbox, page: Page): SandboxResponse {
  const { source } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="/ui/assets/icon.svg" type="image/svg+xml">
${['base.css', ...(page.styles ?? [])].map((file) => markup`<link rel="stylesheet" href="/ui/assets/${file}">`)}
${['walk.js', ...(page.scripts ?? [])].map((file) => markup`<script type="module" src="/ui/assets/${file}"></script>`)}
${page.head}
</head>
<body class="${page.bodyClass ?? ''}">
${page.body}
${page.isFirstPage ? null : renderNextStep(sandbox)}
</body>
</html>`;
  return html(page.status ?? 200, source, {
    'content-security-policy': pagePolicy(sandbox),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
}

function pagePolicy(sandbox: Sandbox): string {
  return `default-src 'self'; img-src 'self' data: blob:; media-src 'self'; frame-src 'self' ${sandbox.config.gatewayUrl}; object-src 'none'; base-uri 'none'; frame-ancestors 'self'`;
}

/** Shows a page under the sandbox's one address, so that admin and framed app are always different sites. */
export function showing(sandbox: Sandbox, handler: Handler): Handler {
  return async (request) => {
    const wanted = new URL(sandbox.config.publicUrl);
    if (request.headers.host !== wanted.host)
      return redirect(wanted.origin + request.url.pathname + request.url.search, 302);
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return renderPage(sandbox, {
        title: 'Not found',
        status: 404,
        bodyClass: 'plain',
        body: markup`<main class="plain-page"><h1>Not found</h1><p>${error.message}</p><p><a href="/">To the sandbox’s first page</a></p></main>`,
      });
    }
  };
}

/**
 * Takes a posted form. The action answers where to go and what to say there; a refusal goes back to `back` and is said there.
 * Forms of other origins are refused.
 */
export function posting(
  sandbox: Sandbox,
  back: (request: SandboxRequest) => string,
  action: (request: SandboxRequest) => Posted | Promise<Posted>,
): Handler {
  return async (request) => {
    if (isForeign(sandbox, request)) return text(403, 'Forms of other pages are refused.\n');
    try {
      const { to, done, headers } = await action(request);
      const answer = redirect(withNotice(to, 'done', done ?? ''));
      return { ...answer, headers: { ...answer.headers, ...headers } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirect(withNotice(back(request), 'error', error.message));
    }
  };
}

export type Posted = { to: string; done?: string; headers?: Record<string, string | string[]> };

/** Whether a request that changes something comes from a page that is not the sandbox's own. */
export function isForeign(sandbox: Sandbox, request: SandboxRequest): boolean {
  const { origin } = request.headers;
  return typeof origin === 'string' && origin !== new URL(sandbox.config.publicUrl).origin;
}

function withNotice(to: string, kind: 'done' | 'error', message: string): string {
  if (message === '') return to;
  const [path = '', hash] = to.split('#');
  return `${path}${path.includes('?') ? '&' : '?'}${kind}=${encodeURIComponent(message)}${hash ? `#${hash}` : ''}`;
}

/** What the last form led to, said on top of a page. */
export function renderNotice(request: SandboxRequest): Markup {
  const done = request.query.get('done');
  const error = request.query.get('error');
  if (error) return markup`<p class="notice notice-error" role="alert">${error.slice(0, 500)}</p>`;
  return done ? markup`<p class="notice notice-done" role="status">${done.slice(0, 500)}</p>` : markup``;
}

/** The value of one of the request's cookies. */
export function readCookie(request: SandboxRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return decodeURIComponent(value.join('='));
  }
  return null;
}

/** A cookie of the sandbox's own pages. */
export function writeCookie(name: string, value: string, path: string): string {
  return `${name}=${encodeURIComponent(value)}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=31536000`;
}
