import { getExtension, type AnyExtensionTarget } from '@shopify/ui-extensions-tester';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.default.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };

type Texts = { [key: string]: string | Texts };
export const LOCALES = { en, de, es, fr, nl } satisfies Record<string, Texts>;

/** The texts of a language as the host gives them: by key, with values and the plural of `count`. */
function translateIn(language: keyof typeof LOCALES) {
  const texts: Texts = LOCALES[language];
  return (key: string, params: Record<string, string | number> = {}): string => {
    const found = key
      .split('.')
      .reduce<Texts | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts);
    const form = new Intl.PluralRules(language).select(Number(params['count'] ?? 0));
    const text = typeof found === 'object' ? (found[form] ?? found['other']) : found;
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      if (!(name in params)) throw new Error(`${key} needs ${name}`);
      return String(params[name]);
    });
  };
}

export type SentCall = { method: string; path: string; body: unknown; headers: Headers };
type Reply = { status?: number; body: unknown };
export type Program = (sent: SentCall) => Reply | undefined | Promise<Reply>;

/**
 * An extension in the platform's own tester, whose host answers calls of our API by `answer` and records them. Texts are those of
 * the extension's own files: a key or a value that is missing fails.
 */
export function setUpTarget<Target extends AnyExtensionTarget>(target: Target) {
  const extension = getExtension(target);
  const sent: SentCall[] = [];
  let program: Program = () => undefined;
  const navigated: string[] = [];
  let closed = 0;

  beforeEach(() => {
    extension.setUp();
    sent.length = 0;
    navigated.length = 0;
    closed = 0;
    extension.fetch = vi.fn(async (address: string | URL | Request, options: RequestInit = {}) => {
      const one: SentCall = {
        method: options.method ?? 'GET',
        path: address instanceof Request ? address.url : address.toString(),
        body: typeof options.body === 'string' ? (JSON.parse(options.body) as unknown) : undefined,
        headers: new Headers(options.headers),
      };
      sent.push(one);
      const reply = await program(one);
      if (!reply) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 });
    });
    const host = extension.shopify as unknown as Record<string, Record<string, unknown>>;
    speak('en');
    if ('navigation' in host) host['navigation'] = { navigate: (url: string) => navigated.push(url) };
    if ('close' in host) (host as Record<string, unknown>)['close'] = () => (closed += 1);
  });
  afterEach(async () => {
    // What was begun ends before its host is gone.
    await waitFor(() => expect(document.body.querySelector('[loading], s-spinner')).toBeNull());
    // The tester unmounts by `require`, which modules do not have.
    render(null, document.body);
    extension.tearDown();
  });

  function speak(language: keyof typeof LOCALES): void {
    const { i18n } = extension.shopify as unknown as { i18n: Record<string, unknown> };
    i18n['translate'] = translateIn(language);
    i18n['formatCurrency'] = (number: number, options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(language, { style: 'currency', ...options }).format(number);
    i18n['formatDate'] = (date: Date, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(date);
  }

  return {
    sent,
    navigated,
    closings: () => closed,
    speak,
    choose(ids: readonly string[]): void {
      (extension.shopify as unknown as { data: { selected: { id: string }[] } }).data.selected = ids.map((id) => ({
        id,
      }));
    },
    async draw(answer: Program): Promise<void> {
      program = answer;
      await extension.render();
    },
    answer(next: Program): void {
      program = next;
    },
  };
}

/** What the extension shows, one space for any number of them. */
export const readPage = (): string => document.body.textContent.replace(/\s+/g, ' ').trim();

/** The one element of a name with these words. */
export function find(name: string, words: string): HTMLElement {
  const found = [...document.body.querySelectorAll<HTMLElement>(name)].filter(
    (one) => one.textContent.trim() === words,
  );
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} of ${name} say "${words}"`);
  return first;
}

/** Types or chooses a value in the field of a label. */
export function fill(label: string, value: string): void {
  const field = [...document.body.querySelectorAll<HTMLElement>('s-text-field, s-text-area, s-select')].find(
    (one) => one.getAttribute('label') === label,
  );
  if (!field) throw new Error(`no field ${label}`);
  void act(() => {
    Object.assign(field, { value });
    field.dispatchEvent(new Event(field.localName === 's-select' ? 'change' : 'input', { bubbles: true }));
  });
}
