import type { Locale } from '#app/core/viewer.ts';
import { formatPlainText } from './layout.ts';
import type { DocumentTemplateName } from './documents.ts';
import { LOGO_MARK, standardDocument, wholeDocument } from './document-layout.ts';
import { DOCUMENT_TEXTS } from './document-texts.server.ts';
import type { MailLook, RenderedMail } from './mail.ts';
import { fillHtml, fillLine, toScope, type MailOverride } from './render.server.ts';

/** The default of a document in one language. */
export function defaultDocument(template: DocumentTemplateName, locale: Locale): { subject: string; htmlBody: string } {
  return standardDocument(template, DOCUMENT_TEXTS[locale].words);
}

/** One document to be rendered: its variables, and the store's own wording of its template where there is one. */
export type DocumentToRender = { template: DocumentTemplateName; params: object; override: MailOverride | undefined };

/** Renders documents into one page, each on paper of its own. The page is called as its first document. */
export function renderDocuments(o: {
  documents: readonly DocumentToRender[];
  locale: Locale;
  look: MailLook;
  /** The store's logo as an address that holds it; it stands once in the page. */
  logo?: string | null;
}): RenderedMail {
  const look: MailLook = o.logo ? { ...o.look, logo: { kind: 'image', src: LOGO_MARK } } : o.look;
  const rendered = o.documents.map(({ template, params, override }) => {
    const standard = defaultDocument(template, o.locale);
    const scope = toScope({ locale: o.locale, params, look });
    return {
      title: fillLine(override?.subject ?? standard.subject, scope),
      body: fillHtml(override?.htmlBody ?? standard.htmlBody, scope),
    };
  });
  const title = rendered[0]?.title ?? '';
  const html = wholeDocument({
    lang: o.locale,
    title: fillHtml('{{ title }}', { title }),
    bodies: rendered.map(({ body }) => body),
    logo: o.logo ?? null,
  });
  return { subject: title, html, text: formatPlainText(html) };
}
