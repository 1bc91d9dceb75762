import { getExtension, type AnyExtensionTarget } from '@shopify/ui-extensions-tester';
import { waitFor } from '@testing-library/dom';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.default.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };

type Texts = { [key: string]: string | Texts };
const LOCALES = { en, de, fr } satisfies Record<string, Texts>;

/** The texts of a language as the host gives them; a key or a value that is missing fails. */
function translateIn(language: keyof typeof LOCALES) {
  const texts: Texts = LOCALES[language];
  return (key: string, params: Record<string, string | number> = {}): string => {
    const text = key
      .split('.')
      .reduce<Texts | string | undefined>((at, step) => (typeof at === 'object' ? at[step] : undefined), texts);
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      if (!(name in params)) throw new Error(`${key} needs ${name}`);
      return String(params[name]);
    });
  };
}

export type SentCall = { method: string; address: string; body: unknown; headers: Headers };
type Reply = { status?: number; body: unknown };
export type Program = (sent: SentCall) => Reply | undefined | Promise<Reply>;

/** What a test decides of the account: who is there, and how it speaks. */
type Account = {
  i18n: Record<string, unknown>;
  localization: { extensionLanguage: { value: { isoCode: string } } };
  authenticationState?: { value: string };
  lines?: { value: object[] };
  order?: { value: object | undefined };
  requireLogin?: () => Promise<void>;
};

/** An extension in the platform's own tester, whose host answers calls of our API by a program and records them. */
export function setUpTarget<Target extends AnyExtensionTarget>(target: Target) {
  const extension = getExtension(target);
  const sent: SentCall[] = [];
  let program: Program = () => undefined;
  const readAccount = () => extension.shopify as unknown as Account;

  function speak(language: keyof typeof LOCALES): void {
    const { i18n, localization } = readAccount();
    localization.extensionLanguage.value = { isoCode: language };
    i18n['translate'] = translateIn(language);
    i18n['formatCurrency'] = (number: number, options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(language, { style: 'currency', ...options }).format(number);
    i18n['formatDate'] = (date: Date, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(date);
  }

  beforeEach(() => {
    extension.setUp();
    sent.length = 0;
    extension.fetch = vi.fn(async (address: string | URL | Request, options: RequestInit = {}) => {
      const one: SentCall = {
        method: options.method ?? 'GET',
        address: address instanceof Request ? address.url : address.toString(),
        body: typeof options.body === 'string' ? (JSON.parse(options.body) as unknown) : undefined,
        headers: new Headers(options.headers),
      };
      sent.push(one);
      const reply = await program(one);
      if (!reply) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 });
    });
    speak('en');
  });
  afterEach(async () => {
    // What was begun ends before its host is gone.
    await waitFor(() => expect(document.body.querySelector('s-spinner')).toBeNull());
    // The tester unmounts by `require`, which modules do not have.
    render(null, document.body);
    extension.tearDown();
  });

  return {
    sent,
    speak,
    readAccount,
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

/** Types a value into the field of a label. */
export function fill(label: string, value: string): void {
  const field = [...document.body.querySelectorAll<HTMLElement>('s-text-field, s-text-area')].find(
    (one) => one.getAttribute('label') === label,
  );
  if (!field) throw new Error(`no field ${label}`);
  void act(() => {
    Object.assign(field, { value });
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
