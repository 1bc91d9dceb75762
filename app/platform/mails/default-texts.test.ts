import { describe, expect, it } from 'vitest';
import { LOCALES } from '#app/core/viewer.ts';
import { documentSample } from './document-sample.server.ts';
import { standardDocument } from './document-layout.ts';
import { DOCUMENT_TEXTS } from './document-texts.server.ts';
import { DOCUMENT_TEMPLATE_NAMES, type DocumentWords } from './documents.ts';
import { composeMail, MAIL_COMPOSERS } from './default-mails.server.ts';
import { MAIL_TEXTS } from './mail-texts.server.ts';
import { MAIL_TEMPLATE_NAMES } from './mail.ts';

/** Texts that record which of them are read. */
function recordReads<Texts extends object>(texts: Texts): { texts: Texts; read: Set<string> } {
  const read = new Set<string>();
  const get = (target: Texts, key: string | symbol): unknown => {
    read.add(String(key));
    return Reflect.get(target, key);
  };
  return { texts: new Proxy(texts, { get }), read };
}

describe('the texts of default mails', () => {
  it('have one object for each template, beside the frame', () => {
    expect(Object.keys(MAIL_TEXTS.en).sort()).toEqual([...MAIL_TEMPLATE_NAMES, 'frame'].sort());
  });

  it.each(MAIL_TEMPLATE_NAMES)('%s: its structure uses every text that it has', (name) => {
    const { texts, read } = recordReads<object>(MAIL_TEXTS.en[name]);
    (MAIL_COMPOSERS[name] as (texts: object) => unknown)(texts);
    expect([...read].sort()).toEqual(Object.keys(texts).sort());
  });

  it.each(LOCALES)('each mail in %s has a subject and a body without gaps', (locale) => {
    for (const name of MAIL_TEMPLATE_NAMES) {
      const { subject, body } = composeMail(name, locale);
      expect(`${subject}${body}`, name).not.toMatch(/undefined|\[object| {2}/);
    }
  });
});

describe('the texts of documents', () => {
  it('the default documents use every word', () => {
    const { texts, read } = recordReads<DocumentWords>(DOCUMENT_TEXTS.en.words);
    for (const name of DOCUMENT_TEMPLATE_NAMES) standardDocument(name, texts);
    expect([...read].sort()).toEqual(Object.keys(texts).sort());
  });

  it.each(LOCALES)('the examples of previews show every word of theirs in %s', (locale) => {
    const shown = JSON.stringify(DOCUMENT_TEMPLATE_NAMES.map((name) => documentSample(name, locale)));
    const words = Object.values(DOCUMENT_TEXTS[locale].sample);
    expect(words.filter((word) => !shown.includes(JSON.stringify(word)))).toEqual([]);
  });
});
