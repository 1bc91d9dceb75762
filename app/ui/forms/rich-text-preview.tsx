import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import { useIsBrowser } from '../page/use-is-browser.ts';

/** Elements that the editor writes. Of any other only its text is shown, and of none an attribute. */
const SHOWN = new Set(
  'p h1 h2 h3 h4 ul ol li strong b em i u s code pre blockquote br hr table tbody thead tr td th'.split(' '),
);
const VOID = new Set(['br', 'hr']);
const NEVER = new Set(['script', 'style', 'template', 'title']);

/** Formatted text as elements without attributes, read by the browser's own parser, which the server does not have. */
export function RichTextPreview({ html }: { html: string }) {
  const isBrowser = useIsBrowser();
  return useMemo(
    () => (isBrowser ? renderElements(new DOMParser().parseFromString(html, 'text/html').body) : null),
    [isBrowser, html],
  );
}

function renderElements(node: Node): ReactNode {
  return [...node.childNodes].map((child, at) => {
    if (child.nodeType === Node.TEXT_NODE) return child.textContent;
    if (!(child instanceof Element)) return null;
    const tag = child.localName;
    if (NEVER.has(tag)) return null;
    if (VOID.has(tag)) return createElement(tag, { key: at });
    if (tag === 'span' && child.hasAttribute('data-code'))
      return (
        <span key={at} data-code="">
          {child.textContent}
        </span>
      );
    if (tag === 'div' && child.hasAttribute('data-block'))
      return (
        <div key={at} data-block="">
          {child.textContent}
        </div>
      );
    return createElement(SHOWN.has(tag) ? tag : Fragment, { key: at }, renderElements(child));
  });
}
