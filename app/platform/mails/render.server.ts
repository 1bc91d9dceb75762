import { Liquid } from 'liquidjs';
import { invalidInput, type Issue } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import type { Locale } from '#app/core/viewer.ts';
import { wordingVariables } from '#app/ui/i18n/wordings.ts';
import { composeMail } from './default-mails.server.ts';
import { DOCUMENT_VARIABLES } from './document-variables.ts';
import type { DocumentTemplateName } from './documents.ts';
import { MAIL_VARIABLES } from './mail-variables.ts';
import { formatPlainText, wholeMail } from './layout.ts';
import { MAIL_NOUN_RULES, MAIL_TEXTS, MAIL_WORDINGS } from './mail-texts.server.ts';
import { DEFAULT_LOOK_BRAND, MAIL_TEMPLATES, type MailLook, type MailTemplateName, type RenderedMail } from './mail.ts';

/**
 * A mail that is larger or slower to render than this is a mistake of its template. Nobody else is answered while one is rendered, so
 * that a loop which people wrote into one ends soon.
 */
const LIMITS = { parseLimit: 200_000, renderLimit: 150, memoryLimit: 10_000_000 };
/** The library compares each variable with all before it. */
const MAX_PLACEHOLDERS = 1_000;
const KEPT_TAGS = new Set(['for', 'if']);

/** A template language of output, `if` and `for` alone: no other tag, no filter, no file. An unknown variable is empty. */
function createEngine(escapes: boolean): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    // An empty text counts as nothing, which is what `if` is used for here.
    jsTruthy: true,
    strictFilters: true,
    strictVariables: false,
    ...(escapes ? { outputEscape: 'escape' as const } : {}),
    ...LIMITS,
  });
  for (const tag of Object.keys(engine.tags)) if (!KEPT_TAGS.has(tag)) Reflect.deleteProperty(engine.tags, tag);
  for (const filter of Object.keys(engine.filters)) Reflect.deleteProperty(engine.filters, filter);
  return engine;
}

const html = createEngine(true);
const plain = createEngine(false);

/** A store's own wording of a template; what is missing comes from the default. */
export type MailOverride = { subject: string | null; htmlBody: string };

/** The default of a template in one language. */
export function defaultMail(template: MailTemplateName, locale: Locale): { subject: string; htmlBody: string } {
  const { subject, body } = composeMail(template, locale);
  return { subject, htmlBody: body };
}

/**
 * Renders a mail: the store's own wording, or the default in the recipient's language, in the store's look. Values are
 * escaped; the subject is one line.
 */
export function renderMail(o: {
  template: MailTemplateName;
  locale: Locale;
  params: object;
  look: MailLook;
  override: MailOverride | undefined;
  /** Where its reader leaves such mails, if they can. */
  unsubscribeUrl?: string;
}): RenderedMail {
  const standard = composeMail(o.template, o.locale);
  const { frame } = MAIL_TEXTS[o.locale];
  const scope = toScope(o);
  const subject = fillLine(o.override?.subject ?? standard.subject, scope);
  const footer = MAIL_TEMPLATES[o.template].to === 'visitor' ? frame.visitorFooter : frame.footer;
  const leaving = o.unsubscribeUrl === undefined ? '' : ` <a href="{{ unsubscribe_url }}">${frame.leave}</a>`;
  const source = wholeMail(o.override?.htmlBody ?? standard.body, footer + leaving);
  const rendered = fillHtml(source, { ...scope, subject, unsubscribe_url: o.unsubscribeUrl ?? '' });
  return { subject, html: rendered, text: formatPlainText(rendered) };
}

/** What a template may name: its own variables, and the store with its look and its words. */
export function toScope(o: { locale: Locale; params: object; look: MailLook }): object {
  const { look } = o;
  return {
    params: o.params,
    lang: o.locale,
    words: wordingVariables(MAIL_NOUN_RULES[o.locale], look.words, MAIL_WORDINGS[o.locale]),
    store: {
      name: look.storeName,
      brand: /^#[0-9a-f]{6}$/i.test(look.brand) ? look.brand : DEFAULT_LOOK_BRAND,
      logo: look.logo.kind === 'image' ? look.logo.src : '',
      logo_text: look.logo.kind === 'text' ? look.logo.text : look.storeName,
    },
  };
}

/** Fills a template of one line, as plain text. */
export function fillLine(source: string, scope: object): string {
  return fill(plain, source, scope).replace(/\s+/g, ' ').trim().slice(0, 250);
}

/** Fills a template of HTML; values are escaped. */
export function fillHtml(source: string, scope: object): string {
  return fill(html, source, scope);
}

/** Refuses a wording that the template language cannot read (422 at its field), with the reason and the line. */
export function checkWording(wording: MailOverride): void {
  const issues: Issue[] = [];
  for (const [path, source] of [
    ['subject', wording.subject ?? ''],
    ['htmlBody', wording.htmlBody],
  ] as const) {
    if (countPlaceholders(source) > MAX_PLACEHOLDERS) {
      issues.push({ path, rule: 'max_placeholders', message: rule('max_placeholders', { maximum: MAX_PLACEHOLDERS }) });
      continue;
    }
    try {
      html.parse(source);
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : 'unreadable';
      issues.push({ path, rule: 'template', message: rule('template', { reason: reason ?? '' }) });
    }
  }
  if (issues.length > 0) throw invalidInput(issues);
}

const countPlaceholders = (source: string): number => source.split(/\{[{%]/).length - 1;

/** The names below `params` that a wording uses and the template does not have: they would stay empty. */
export function unknownVariables(template: MailTemplateName | DocumentTemplateName, wording: MailOverride): string[] {
  const known = new Set(Object.keys({ ...MAIL_VARIABLES, ...DOCUMENT_VARIABLES }[template].variables.shape));
  const used = html.globalFullVariablesSync(html.parse(`${wording.subject ?? ''}\n${wording.htmlBody}`));
  return [...new Set(used.filter((path) => path.startsWith('params.')).map((path) => path.split(/[.[]/)[1] ?? ''))]
    .filter((name) => !known.has(name))
    .sort();
}

/** The library calls its result any; it is the text. */
function fill(engine: Liquid, source: string, scope: object): string {
  return String(engine.parseAndRenderSync(source, scope));
}
