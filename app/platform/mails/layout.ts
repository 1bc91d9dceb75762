import { readAttribute, readMarkup } from '#app/core/text/markup.ts';

/** Parts of the default bodies. Mail programs know few styles and only inline ones; `{{ }}` is filled when a mail is rendered. */
export const HEADING_STYLE = 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:650;color:#161821';
export const PARAGRAPH_STYLE = 'margin:0 0 16px';
export const heading = (text: string): string => `<h1 style="${HEADING_STYLE}">${text}</h1>`;
export const paragraph = (text: string): string => `<p style="${PARAGRAPH_STYLE}">${text}</p>`;
export const small = (text: string): string =>
  `<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:#555762">${text}</p>`;
/** The mail's one action, on the store's own colour. */
export const button = (label: string): string =>
  `<p style="margin:24px 0"><a href="{{ params.url }}" style="display:inline-block;padding:10px 18px;border-radius:10px;background:{{ store.brand }};color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>`;
/** A code to type, large and easy to select. */
export const bigCode = (): string =>
  `<p style="margin:24px 0;font-size:32px;line-height:40px;font-weight:650;letter-spacing:6px;color:#161821">{{ params.code }}</p>`;
/** What somebody wrote, set apart; nothing where they wrote nothing. */
export const formatNote = (label: string): string =>
  `{% if params.note %}<p style="margin:0 0 16px;padding:12px 16px;border-left:3px solid {{ store.brand }};background:#f8f9fc"><strong>${label}</strong><br>{{ params.note }}</p>{% endif %}`;
/** A letter as it was written, line by line; nothing where a form with fields of its own was filled in. */
export const formatLetter = (label: string): string =>
  `{% if params.note %}<p style="margin:0 0 16px;padding:12px 16px;border-left:3px solid {{ store.brand }};background:#f8f9fc;white-space:pre-line"><strong>${label}</strong><br>{{ params.note }}</p>{% endif %}`;
/** The way out of all such mails. */
export const leave = (label: string): string =>
  `<p style="margin:16px 0 0;font-size:13px;line-height:20px"><a href="{{ params.unsubscribe_url }}" style="color:#555762">${label}</a></p>`;

/** The lines of an order with their sum. */
export const orderLines = (total: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #e5e6ea">{% for line in params.lines %}<tr><td style="padding:10px 0;border-bottom:1px solid #e5e6ea">{{ line.quantity }} × {{ line.title }}{% if line.variant %}<br><span style="font-size:13px;color:#555762">{{ line.variant }}</span>{% endif %}{% if line.sku %}<br><span style="font-size:13px;color:#555762">{{ line.sku }}</span>{% endif %}{% for one in line.properties %}<br><span style="font-size:13px;color:#555762">{{ one.name }}: {{ one.value }}</span>{% endfor %}{% if line.selling_plan %}<br><span style="font-size:13px;color:#555762">{{ line.selling_plan }}</span>{% endif %}</td><td align="right" valign="top" style="padding:10px 0;border-bottom:1px solid #e5e6ea;white-space:nowrap">{{ line.total }}</td></tr>{% endfor %}<tr><td style="padding:10px 0;font-weight:650">${total}</td><td align="right" style="padding:10px 0;font-weight:650;white-space:nowrap">{{ params.total }}</td></tr></table>`;
/** What an offer is about: the item, its price against the listed one, and the total. */
export const offerRows = (labels: { price: string; listed: string; total: string }): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #e5e6ea"><tr><td colspan="2" style="padding:10px 0;border-bottom:1px solid #e5e6ea">{{ params.quantity }} × {{ params.product_title }}{% if params.variant %}<br><span style="font-size:13px;color:#555762">{{ params.variant }}</span>{% endif %}</td></tr><tr><td style="padding:10px 0">${labels.listed}</td><td align="right" style="padding:10px 0;white-space:nowrap">{{ params.listed_price }}</td></tr><tr><td style="padding:10px 0;border-bottom:1px solid #e5e6ea">${labels.price}</td><td align="right" style="padding:10px 0;border-bottom:1px solid #e5e6ea;white-space:nowrap">{{ params.price }}</td></tr><tr><td style="padding:10px 0;font-weight:650">${labels.total}</td><td align="right" style="padding:10px 0;font-weight:650;white-space:nowrap">{{ params.total }}</td></tr></table>`;
/** What a buyer collects, where and when. */
export const pickupRows = (labels: { where: string; when: string }): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #e5e6ea">{% for line in params.lines %}<tr><td style="padding:10px 0;border-bottom:1px solid #e5e6ea">{{ line.quantity }} × {{ line.title }}{% if line.variant %}<br><span style="font-size:13px;color:#555762">{{ line.variant }}</span>{% endif %}</td></tr>{% endfor %}</table><p style="margin:0 0 16px"><strong>${labels.where}</strong>{% for line in params.place %}<br>{{ line }}{% endfor %}</p>{% if params.hours %}<p style="margin:0 0 16px"><strong>${labels.when}</strong><br>{{ params.hours }}</p>{% endif %}`;
export const shipTo = (label: string): string =>
  `{% if params.ship_to.size > 0 %}<p style="margin:0 0 16px"><strong>${label}</strong>{% for line in params.ship_to %}<br>{{ line }}{% endfor %}</p>{% endif %}`;
/** The last messages of a conversation, each with who wrote it. */
export const messageRows = (labels: { buyer: string; marketplace: string; picture: string }): string =>
  `{% for one in params.messages %}<p style="margin:0 0 12px;padding:12px 16px;border-left:3px solid {% if one.from == 'buyer' %}#e5e6ea{% else %}{{ store.brand }}{% endif %};background:#f8f9fc;white-space:pre-line"><strong>{% if one.from == 'admin' %}{{ store.name }}{% elsif one.name %}{{ one.name }}{% else %}${labels.buyer}{% endif %}{% if one.by_marketplace and one.from != 'admin' %} (${labels.marketplace}){% endif %}</strong><br>{% if one.picture %}📷 ${labels.picture}{% if one.text %}<br>{% endif %}{% endif %}{{ one.text }}</p>{% endfor %}`;
/** What is owed to whom, with the sum. */
export const owedRows = (total: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #e5e6ea">{% for row in params.owed %}<tr><td style="padding:10px 0;border-bottom:1px solid #e5e6ea">{{ row.vendor }}</td><td align="right" style="padding:10px 0;border-bottom:1px solid #e5e6ea;white-space:nowrap">{{ row.amount }}</td></tr>{% endfor %}<tr><td style="padding:10px 0;font-weight:650">${total}</td><td align="right" style="padding:10px 0;font-weight:650;white-space:nowrap">{{ params.totals }}</td></tr></table>`;
/** What an applicant answered. */
export const answers = (): string =>
  `{% for field in params.fields %}<p style="margin:0 0 12px"><strong>{{ field.name }}</strong><br>{{ field.value }}</p>{% endfor %}`;

type Branch = readonly [condition: string, text: string];

/** Text that stands only where a condition of the template language holds. */
export const when = (condition: string, text: string): string => `{% if ${condition} %}${text}{% endif %}`;

/** The text of the first condition that holds, or else the other one. */
export function choose(branches: readonly [first: Branch, ...others: Branch[]], otherwise: string): string {
  const tests = branches.map(([condition, text], index) => `{% ${index === 0 ? 'if' : 'elsif'} ${condition} %}${text}`);
  return `${tests.join('')}{% else %}${otherwise}{% endif %}`;
}

/** The frame round every body: the store's logo or name, a card, and one line that says why the mail came. */
export function wholeMail(body: string, footer: string): string {
  if (/<html[\s>]/i.test(body)) return body;
  return `<!doctype html>
<html lang="{{ lang }}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{{ subject }}</title></head>
<body style="margin:0;padding:0;background:#f8f9fc">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f9fc"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:15px;line-height:24px;color:#161821">
<tr><td style="padding:0 8px 20px">{% if store.logo %}<img src="{{ store.logo }}" alt="{{ store.name }}" height="36" style="display:block;max-height:36px;max-width:180px;border:0">{% else %}<span style="font-size:20px;line-height:28px;font-weight:650;color:{{ store.brand }}">{{ store.logo_text }}</span>{% endif %}</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e5e6ea;border-radius:16px">${body}</td></tr>
<tr><td style="padding:20px 8px;font-size:12px;line-height:16px;color:#555762">${footer}</td></tr>
</table></td></tr></table></body></html>`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'", nbsp: ' ' };

/** Marks whose words are no part of the mail. */
const UNSEEN = /^(head|style|script)$/;

/** The words of a mail with the breaks and addresses that its marks stand for. */
function formatWords(html: string): string {
  let unseen: string | undefined;
  let link: { href: string; label: string } | undefined;
  let words = '';
  const say = (text: string): void => {
    if (link) link.label += text;
    else words += text;
  };
  for (const piece of readMarkup(html)) {
    if (unseen !== undefined) {
      if (piece.kind === 'tag' && piece.isEnd && piece.name === unseen) unseen = undefined;
    } else if (piece.kind === 'text') say(piece.text.replace(/\s+/g, ' '));
    else if (!piece.isEnd) {
      if (UNSEEN.test(piece.name)) unseen = piece.name;
      else if (piece.name === 'br') say('\n');
      else if (piece.name === 'img') say(readAttribute(piece.attributes, 'alt') ?? '');
      else if (piece.name === 'a') link = { href: readAttribute(piece.attributes, 'href') ?? '', label: '' };
    } else if (piece.name === 'a' && link) {
      const { href, label } = link;
      link = undefined;
      say(href === '' || label.trim() === href ? label : `${label}: ${href}`);
    } else if (piece.name === 'td') say('  ');
    else if (/^(h[1-6]|p|div|table)$/.test(piece.name)) say('\n\n');
    else if (/^(tr|li)$/.test(piece.name)) say('\n');
  }
  return link ? words + link.label : words;
}

/** The plain text beside a mail's HTML: links keep their address, lines and paragraphs stay apart. */
export function formatPlainText(html: string): string {
  return formatWords(html)
    .replace(/&(amp|lt|gt|quot|#34|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
