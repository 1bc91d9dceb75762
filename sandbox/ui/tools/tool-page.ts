import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxResponse } from '../../core/router.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { renderPage } from '../page.ts';

const PLACES = [
  { href: '/mail', label: 'Mail' },
  { href: '/providers', label: 'Providers' },
  { href: '/faults', label: 'Faults' },
  { href: '/themes', label: 'Themes' },
] as const;

export type ToolPage = {
  title: string;
  lead?: Markup | string;
  current: (typeof PLACES)[number]['href'] | null;
  body: Markup;
  notice?: Markup;
  status?: number;
};

/** A page of the sandbox's own tools: mail, providers, faults, themes. */
export function renderToolPage(sandbox: Sandbox, page: ToolPage): SandboxResponse {
  return renderPage(sandbox, {
    title: `${page.title} · Souk sandbox`,
    status: page.status,
    body: markup`${renderToolBar(page.current)}
<main class="tool-page" id="main">
<header><h1>${page.title}</h1>${page.lead ? markup`<p>${page.lead}</p>` : null}</header>
${page.notice}
${page.body}
</main>`,
  });
}

/** The bar on top: the way back to the first page, and the tools. */
export function renderToolBar(current: ToolPage['current']): Markup {
  return markup`<a class="skip" href="#main">Skip to content</a>
<header class="tool-bar"><div>
<a class="brand" href="/"><img src="/ui/assets/icon.svg" alt="" width="28" height="28">Souk sandbox</a>
<nav aria-label="Sandbox">${PLACES.map((place) => markup`<a href="${place.href}"${place.href === current ? markup` aria-current="page"` : null}>${place.label}</a>`)}</nav>
</div></header>`;
}
