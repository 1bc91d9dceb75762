import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#app/core/viewer.ts';
import { formatPlainText } from './layout.ts';
import { MAIL_TEMPLATE_NAMES, nextTry, type MailLook } from './mail.ts';
import { MAIL_VARIABLES } from './mail-variables.ts';
import { checkWording, defaultMail, renderMail, unknownVariables } from './render.server.ts';

const look: MailLook = {
  storeName: 'Fjord & Field',
  logo: { kind: 'text', text: 'Fjord & Field' },
  brand: '#0f766e',
  words: {},
};

describe('the default mails', () => {
  for (const template of MAIL_TEMPLATE_NAMES) {
    it(`write ${template} in five different languages, with an emoji first and nothing left to fill in`, () => {
      const mails = LOCALES.map((locale) =>
        renderMail({ template, locale, params: MAIL_VARIABLES[template].sample, look, override: undefined }),
      );
      for (const { subject, html, text } of mails) {
        expect(subject).toMatch(/^\p{Extended_Pictographic}/u);
        expect(`${subject}${html}${text}`).not.toMatch(/\{\{|\}\}|\{%|%\}|undefined|\[object/);
        expect(html).toContain('Fjord &amp; Field');
        expect(text).not.toMatch(/<[a-z]/i);
        expect(html).toContain('#0f766e');
      }
      expect(new Set(mails.map((mail) => mail.text)).size).toBe(5);
    });
    it(`use the same variables of ${template} in every language, all of them known`, () => {
      const used = LOCALES.map((locale) => {
        const { subject, htmlBody } = defaultMail(template, locale);
        expect(unknownVariables(template, { subject, htmlBody })).toEqual([]);
        return [...`${subject}${htmlBody}`.matchAll(/params\.\w+/g)].map(([name]) => name).sort();
      });
      for (const names of used) expect(names).toEqual(used[0]);
    });
  }

  it('say that an order is not paid yet', () => {
    const params = { ...MAIL_VARIABLES['order-placed'].sample, is_paid: false };
    const mail = renderMail({ template: 'order-placed', locale: 'en', params, look, override: undefined });
    expect(mail.subject).toBe('🛍️ New order #1042 (payment pending)');
    expect(mail.text).toContain('please wait with sending');
    expect(mail.text).toContain('2 × Stoneware mug');
  });

  it('leave out what is empty', () => {
    const params = MAIL_VARIABLES['product-approved'].sample;
    const textOf = (note: string) =>
      renderMail({ template: 'product-approved', locale: 'en', params: { ...params, note }, look, override: undefined })
        .text;
    expect(textOf('')).not.toContain('A note from us');
    expect(textOf('Lovely.')).toContain('A note from us\nLovely.');
  });

  it("use the store's own words and its logo", () => {
    const own: MailLook = {
      ...look,
      logo: { kind: 'image', src: 'https://cdn.example/logo.png' },
      words: { vendor: 'maker', product: ' ' },
    };
    const params = MAIL_VARIABLES['marketplace-vendor-request'].sample;
    const mail = renderMail({
      template: 'marketplace-vendor-request',
      locale: 'en',
      params,
      look: own,
      override: undefined,
    });
    expect(mail.subject).toBe('📝 Maker application: Kiln & Co');
    expect(mail.html).toContain('src="https://cdn.example/logo.png"');
  });
});

describe('rendering', () => {
  const invite = (params: object, override?: { subject: string | null; htmlBody: string }) =>
    renderMail({
      template: 'auth-invite',
      locale: 'en',
      params: { ...MAIL_VARIABLES['auth-invite'].sample, ...params },
      look,
      override,
    });

  it('escapes whatever stands in a value', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (name) => {
        const { html } = invite({ name: `<i>${name}"'&</i>` });
        expect(html).not.toContain('<i>');
        expect(html).toContain('&lt;i&gt;');
      }),
    );
    expect(invite({ url: '"><script>alert(1)</script>' }).html).not.toContain('<script');
  });

  it('does not render a value as a template', () => {
    expect(
      invite({ name: '{{ params.email }}' }, { subject: null, htmlBody: '<p>{{ params.name }}</p>' }).text,
    ).toContain('{{ params.email }}');
  });

  it('keeps a subject to one line', () => {
    expect(
      invite({ name: 'a\r\nBcc: x@evil.example' }, { subject: 'Hi {{ params.name }}', htmlBody: 'x' }).subject,
    ).toBe('Hi a Bcc: x@evil.example');
  });

  it('prefers the wording of the store, and leaves an unknown variable empty', () => {
    const mail = invite({}, { subject: '🎉 Come in', htmlBody: '<p>Hello {{ params.name }}{{ params.nothing }}!</p>' });
    expect(mail).toMatchObject({ subject: '🎉 Come in' });
    expect(mail.text).toContain('Hello Noor!');
  });

  it('takes a whole document of the store as it is', () => {
    expect(invite({}, { subject: null, htmlBody: '<html><body>{{ params.name }}</body></html>' }).html).toBe(
      '<html><body>Noor</body></html>',
    );
  });

  it.each([
    '{% assign a = 1 %}',
    "{% include 'x' %}",
    "{% render 'x' %}",
    '{{ params.name | raw }}',
    '{{ params.name | upcase }}',
    '{% if params.name %}',
    '{{ params.name',
    '{% raw %}{% endraw %}',
  ])('refuses %s as a wording and names the field', (htmlBody) => {
    expect(() => {
      checkWording({ subject: null, htmlBody });
    }).toThrow(
      expect.objectContaining({ code: 'invalid_input', issues: [expect.objectContaining({ path: 'htmlBody' })] }),
    );
  });

  it('takes output, if and for, and reports variables that do not exist', () => {
    const wording = {
      subject: 'A {{ params.subject_line }}',
      htmlBody:
        '{% if params.name %}{% for x in params.list %}{{ x.y }}{% endfor %}{% else %}-{% endif %}{{ store.name }}',
    };
    expect(() => {
      checkWording(wording);
    }).not.toThrow();
    expect(unknownVariables('auth-invite', wording)).toEqual(['list', 'subject_line']);
  });
});

describe('the plain text of a mail', () => {
  it('keeps links, lines and paragraphs apart', () => {
    const html = '<h1>Hi</h1><p>One<br>two &amp; three</p><p><a href="https://a.example/?x=1&amp;y=2">Open</a></p>';
    expect(formatPlainText(html)).toBe('Hi\n\nOne\ntwo & three\n\nOpen: https://a.example/?x=1&y=2');
  });
});

describe('tries after a failure', () => {
  it('come after longer and longer pauses', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    expect([1, 2, 3, 7].map((tries) => (nextTry(tries, now).getTime() - now.getTime()) / 1000)).toEqual([
      30, 120, 480, 122_880,
    ]);
  });
});
