/** What a person reads of a page, from its HTML as the server sends it. */
export type ReadPage = {
  /** Of the document. */
  title: string;
  heading: string;
  hasBack: boolean;
  /** How wide the page stands. */
  kind: 'form' | 'list' | 'split';
  /** The text that is seen, words apart. */
  text: string;
};

export function readPage(html: string): ReadPage {
  const page = /class="[^"]*\bPolaris-Page(?=[ "])[^"]*"/.exec(html)?.[0] ?? '';
  return {
    title: toText(/<title>([\s\S]*?)<\/title>/.exec(html)?.[1] ?? ''),
    heading: toText(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? ''),
    hasBack: html.includes('Polaris-Page-Header__BreadcrumbWrapper'),
    kind: page.includes('narrowWidth') ? 'form' : page.includes('fullWidth') ? 'split' : 'list',
    text: toText(html),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** The text of a piece of HTML; what scripts, styles, fields and code hold is no text of the page. */
function toText(html: string): string {
  return html
    .replace(/<(script|style|textarea|code|svg|option|title|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+|#\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
