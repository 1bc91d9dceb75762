import { readMarkup } from '#app/core/text/markup.ts';
import type { DocumentTemplateName, DocumentWords } from './documents.ts';

/**
 * The fonts of documents: first those that come with the program and that a printed page holds, then what a browser has. A font of the
 * system before ours would draw boxes for the letters that it lacks.
 */
const DOCUMENT_FONTS =
  '"Figtree Variable", "Noto Sans Variable", "Noto Emoji Variable", "Noto Sans Thai Variable", "Noto Sans Hebrew Variable", "Noto Sans Arabic Variable", "Noto Sans SC Variable", "Noto Sans KR Variable", Figtree, "Helvetica Neue", Arial, sans-serif';

/** The look of all documents on paper and screen: A4, a document a page, heads of tables on every page, no line torn apart. */
export const DOCUMENT_LOOK = `
@page { size: A4; margin: 16mm 16mm 18mm; }
* { box-sizing: border-box; }
html { background: #eceef2; }
body { margin: 0; color: #161821; font: 10pt/1.45 ${DOCUMENT_FONTS}; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.document { width: 210mm; max-width: 100%; min-height: 297mm; margin: 16px auto; padding: 16mm; background: #fff; overflow-wrap: anywhere; }
.head { display: flex; justify-content: space-between; gap: 10mm; align-items: flex-start; margin-bottom: 9mm; }
.head .brand { font-size: 15pt; font-weight: 700; }
.head img { display: block; max-height: 16mm; max-width: 60mm; }
.head .seller { text-align: right; color: #4a4d5a; font-size: 9pt; }
.head .seller strong { color: #161821; }
h1 { margin: 0 0 4mm; font-size: 19pt; line-height: 1.2; font-weight: 700; }
h2 { margin: 0 0 1mm; font-size: 8.5pt; font-weight: 600; color: #4a4d5a; }
p { margin: 0; }
.facts { display: flex; flex-wrap: wrap; gap: 3mm 10mm; margin: 0 0 7mm; padding: 3.5mm 0; border-top: .4mm solid #161821; border-bottom: .2mm solid #cfd2da; }
.facts div { min-width: 26mm; }
.facts dt { font-size: 8.5pt; color: #4a4d5a; }
.facts dd { margin: 0; font-weight: 600; }
.parties { display: flex; gap: 10mm; margin-bottom: 8mm; }
.parties > div { flex: 1; }
table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
tr { break-inside: avoid; page-break-inside: avoid; }
th { padding: 2mm 2mm 2mm 0; border-bottom: .3mm solid #161821; font-size: 8.5pt; font-weight: 600; text-align: left; vertical-align: bottom; color: #4a4d5a; }
td { padding: 2.4mm 2mm 2.4mm 0; border-bottom: .2mm solid #e1e3e8; vertical-align: top; }
th.end, td.end { padding-right: 0; padding-left: 2mm; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.small { font-size: 8.5pt; color: #4a4d5a; }
.sums { break-inside: avoid; page-break-inside: avoid; width: 100mm; max-width: 100%; margin: 4mm 0 0 auto; }
.sums td { padding: 1.2mm 0; border: 0; }
.sums .total td { padding-top: 2.4mm; border-top: .4mm solid #161821; font-size: 12.5pt; font-weight: 700; }
.check { width: 9mm; }
.check span { display: inline-block; width: 4.4mm; height: 4.4mm; border: .3mm solid #161821; border-radius: .8mm; }
.slip .quantity { font-size: 12.5pt; font-weight: 700; }
.text { margin-top: 7mm; white-space: pre-line; break-inside: avoid; page-break-inside: avoid; }
.foot { margin-top: 10mm; padding-top: 3mm; border-top: .2mm solid #cfd2da; font-size: 8.5pt; color: #4a4d5a; white-space: pre-line; }
@media print {
  html { background: none; }
  .document { width: auto; min-height: 0; margin: 0; padding: 0; }
  .document + .document { break-before: page; page-break-before: always; }
}
@media screen and (max-width: 600px) {
  .document { min-height: 0; margin: 0; padding: 20px 16px; }
  .head, .parties { flex-direction: column; gap: 5mm; }
  .head .seller { text-align: left; }
}`;

const head = (): string =>
  `<header class="head"><div>{% if store.logo %}<img src="{{ store.logo }}" alt="{{ store.name }}">{% else %}<p class="brand" style="color:{{ store.brand }}">{{ store.logo_text }}</p>{% endif %}</div>`;

const party = (title: string, list: string): string =>
  `{% if params.${list}.size > 0 %}<div><h2>${title}</h2>{% for line in params.${list} %}<p>{{ line }}</p>{% endfor %}</div>{% endif %}`;

const fact = (label: string, variable: string): string =>
  `{% if params.${variable} %}<div><dt>${label}</dt><dd>{{ params.${variable} }}</dd></div>{% endif %}`;

const row = (label: string, variable: string): string =>
  `{% if params.${variable} %}<tr><td>${label}</td><td class="end">{{ params.${variable} }}</td></tr>{% endif %}`;

/** An invoice, or what takes a part of one back. */
function accountBody(w: DocumentWords, kind: 'invoice' | 'creditNote'): string {
  const isInvoice = kind === 'invoice';
  return `${head()}
  <div class="seller"><p><strong>{{ params.seller_name }}</strong></p>{% for line in params.seller_lines %}<p>{{ line }}</p>{% endfor %}{% if params.seller_tax_number %}<p>${w.taxNumber} {{ params.seller_tax_number }}</p>{% endif %}</div></header>
<h1>${isInvoice ? w.invoice : w.creditNote}</h1>
<dl class="facts">${fact(w.number, 'number')}${fact(w.issuedOn, 'issued_on')}${isInvoice ? '' : fact(w.forInvoice, 'invoice_number') + fact(w.creditedOn, 'credited_on')}${fact(w.order, 'order_number')}${fact(w.orderedOn, 'ordered_on')}</dl>
<section class="parties">{% if params.buyer_erased %}<p class="small">${w.erased}</p>{% endif %}${party(w.billTo, 'bill_to')}${party(w.shipTo, 'ship_to')}</section>
<table>
  <thead><tr><th>${w.item}</th><th class="end">${w.quantity}</th><th class="end">${w.unitPrice}</th><th class="end">${w.tax}</th><th class="end">${w.amount}</th></tr></thead>
  <tbody>{% for line in params.lines %}<tr>
    <td>{{ line.title }}{% if line.variant %}<br><span class="small">{{ line.variant }}</span>{% endif %}{% if line.sku %}<br><span class="small">{{ line.sku }}</span>{% endif %}{% if line.discount %}<br><span class="small">${w.discount} {{ line.discount }}</span>{% endif %}</td>
    <td class="end">{{ line.quantity }}</td><td class="end">{{ line.unit_price }}</td><td class="end">{{ line.tax }}</td><td class="end">{{ line.total }}</td>
  </tr>{% endfor %}</tbody>
</table>
<table class="sums"><tbody>
  ${row(w.goods, 'goods')}${row(w.discount, 'discount')}${row(w.shipping, 'shipping')}
  {% for tax in params.taxes %}{% if params.prices_include_tax == false %}<tr><td>${w.taxAdded} {% if tax.title %}{{ tax.title }}{% else %}${w.shippingTax}{% endif %} {{ tax.rate }} <span class="small">(${w.net} {{ tax.net }})</span>{% if tax.by_channel %}<br><span class="small">${w.byChannel}</span>{% endif %}</td><td class="end">{{ tax.amount }}</td></tr>{% endif %}{% endfor %}
  <tr class="total"><td>${isInvoice ? w.total : w.totalCredited}</td><td class="end">{{ params.total }}</td></tr>
  {% for tax in params.taxes %}{% if params.prices_include_tax %}<tr><td class="small">${w.taxIncluded} {% if tax.title %}{{ tax.title }}{% else %}${w.shippingTax}{% endif %} {{ tax.rate }} (${w.net} {{ tax.net }}){% if tax.by_channel %}<br>${w.byChannel}{% endif %}</td><td class="end small">{{ tax.amount }}</td></tr>{% endif %}{% endfor %}
</tbody></table>
{% if params.footer %}<footer class="foot">{{ params.footer }}</footer>{% endif %}`;
}

/** A packing slip: what goes into the box, and no price. */
function slipBody(w: DocumentWords): string {
  return `<div class="slip">${head()}<div class="seller"><p>${w.soldBy}</p><p><strong>{{ params.vendor_name }}</strong></p></div></header>
<h1>${w.packingSlip} {{ params.order_number }}</h1>
<dl class="facts">${fact(w.orderedOn, 'ordered_on')}<div><dt>${w.units}</dt><dd>{{ params.units }}</dd></div></dl>
<section class="parties">{% if params.buyer_erased %}<p class="small">${w.erased}</p>{% endif %}${party(w.shipTo, 'ship_to')}</section>
<table>
  <thead><tr><th class="check"></th><th>${w.item}</th><th class="end">${w.quantity}</th></tr></thead>
  <tbody>{% for line in params.lines %}<tr>
    <td class="check"><span></span></td>
    <td>{{ line.title }}{% if line.variant %}<br><span class="small">{{ line.variant }}</span>{% endif %}{% if line.sku %}<br><span class="small">{{ line.sku }}</span>{% endif %}{% for one in line.properties %}<br><span class="small">{{ one.name }}: {{ one.value }}</span>{% endfor %}{% if line.selling_plan %}<br><span class="small">{{ line.selling_plan }}</span>{% endif %}</td>
    <td class="end quantity">{{ line.quantity }}</td>
  </tr>{% endfor %}</tbody>
</table>
{% if params.note %}<div class="text"><h2>${w.note}</h2>{{ params.note }}</div>{% endif %}
{% if params.fulfillments.size > 0 %}<div class="text"><h2>${w.tracking}</h2>{% for fulfillment in params.fulfillments %}<p>{{ fulfillment.carrier }} {{ fulfillment.tracking }}</p>{% endfor %}</div>{% endif %}
</div>`;
}

const formatParty = (title: string, who: 'issuer' | 'recipient', taxNumber: string): string =>
  `<div><h2>${title}</h2><p><strong>{{ params.${who}_name }}</strong></p>{% for line in params.${who}_lines %}<p>{{ line }}</p>{% endfor %}{% if params.${who}_tax_number %}<p>${taxNumber} {{ params.${who}_tax_number }}</p>{% endif %}</div>`;

const parties = (w: DocumentWords): string =>
  `<section class="parties">${formatParty(w.issuer, 'issuer', w.taxNumber)}${formatParty(w.recipient, 'recipient', w.taxNumber)}</section>`;

const footer = '{% if params.footer %}<footer class="foot">{{ params.footer }}</footer>{% endif %}';

/** One text of several, by what a variable holds. */
const chosen = (variable: string, texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([value, text]) => `{% if ${variable} == "${value}" %}${text}{% endif %}`)
    .join('');

/** A vendor's month: balance at the beginning, what moved it, balance at the end; first in sums, then line by line. */
function statementBody(w: DocumentWords): string {
  const types = {
    sale: w.sale,
    refund: w.refund,
    change: w.change,
    payout: w.payout,
    payout_returned: w.payoutReturned,
    adjustment: w.adjustment,
    chargeback: w.chargeback,
    label: w.shippingLabel,
  };
  const end = (name: string): string => `<td class="end">{{ line.${name} }}</td>`;
  return `${head()}</header>
<h1>{% if params.is_provisional %}${w.provisional}{% else %}${w.statement}{% endif %}</h1>
<dl class="facts">${fact(w.number, 'number')}${fact(w.date, 'issued_on')}${fact(w.month, 'month')}</dl>
${parties(w)}
{% if params.is_provisional %}<p class="small">${w.provisionalNote}</p>{% endif %}
<table class="sums statement-sums"><tbody>
  ${row(w.opening, 'opening')}${row(w.sales, 'sales')}${row(w.refunds, 'refunds')}${row(w.commission, 'commission')}${row(w.other, 'other')}${row(w.payouts, 'payouts')}${row(w.corrections, 'corrections')}
  <tr class="total"><td>${w.closing}</td><td class="end">{{ params.closing }}</td></tr>
</tbody></table>
<table class="text statement-lines">
  <thead><tr><th>${w.date}</th><th>${w.entry}</th><th class="end">${w.buyerPaid}</th><th class="end">${w.commission}</th><th class="end">${w.other}</th><th class="end">${w.balanceMoved}</th></tr></thead>
  <tbody><tr><td></td><td>${w.opening}</td><td></td><td></td><td></td><td class="end">{{ params.opening }}</td></tr>
  {% for line in params.lines %}<tr>
    <td>{{ line.date }}</td><td>${chosen('line.type', types)} {{ line.reference }}{% if line.count > 1 %} × {{ line.count }}{% endif %}</td>${end('gross')}${end('commission')}${end('other')}${end('amount')}
  </tr>{% endfor %}
  <tr><td></td><td><strong>${w.closing}</strong></td><td></td><td></td><td></td><td class="end"><strong>{{ params.closing }}</strong></td></tr></tbody>
</table>
${footer}`;
}

/** An invoice between marketplace and vendor: the fee, or the vendor's own that the marketplace writes; or what takes back. */
function vendorInvoiceBody(w: DocumentWords): string {
  const items = { commission: w.feeCommission, shipping: w.feeShipping, goods: w.goodsDelivered };
  const ofKind = (fee: string, credit: string, own: string, ownCredit: string): string =>
    `{% if params.is_self_billed %}{% if params.is_credit %}${ownCredit}{% else %}${own}{% endif %}{% elsif params.is_credit %}${credit}{% else %}${fee}{% endif %}`;
  return `${head()}</header>
<h1>${ofKind(w.invoice, w.creditNote, w.selfBilled, w.selfBilledCredit)}</h1>
<dl class="facts">${fact(w.number, 'number')}${fact(w.issuedOn, 'issued_on')}${fact(w.month, 'month')}</dl>
${parties(w)}
<table>
  <thead><tr><th>${w.item}</th><th class="end">${w.amount}</th></tr></thead>
  <tbody>{% for line in params.lines %}<tr><td>${chosen('line.item', items)}<br><span class="small">{{ params.month }}</span></td><td class="end">{{ line.amount }}</td></tr>{% endfor %}</tbody>
</table>
<table class="sums"><tbody>
  <tr><td>${w.netTotal}</td><td class="end">{{ params.net }}</td></tr>
  {% if params.tax %}<tr><td>${w.taxOf} {{ params.tax_rate }}</td><td class="end">{{ params.tax }}</td></tr>{% endif %}
  <tr class="total"><td>{% if params.is_credit %}${w.totalCredited}{% else %}${w.total}{% endif %}</td><td class="end">{{ params.total }}</td></tr>
</tbody></table>
{% if params.reverse_charge %}<p class="text">${w.reverseCharge}</p>{% endif %}
{% if params.is_self_billed %}<p class="text">${w.selfBilledNote}</p>{% endif %}
{% if params.corrects.size > 0 %}<p class="text">${w.corrects}: {% for one in params.corrects %}{{ one.month }}{% if one.number %} ({{ one.number }}){% endif %}{% if forloop.last == false %}, {% endif %}{% endfor %}</p>{% endif %}
<p class="text small">${ofKind(w.withheld, w.givenBack, w.paidByPayouts, w.withheld)}</p>
${footer}`;
}

/** The default of a document in the words of a language: its title, and its body as the template language reads it. */
export function standardDocument(
  template: DocumentTemplateName,
  words: DocumentWords,
): { subject: string; htmlBody: string } {
  switch (template) {
    case 'doc-customer-invoice':
      return { subject: `${words.invoice} {{ params.number }}`, htmlBody: accountBody(words, 'invoice') };
    case 'doc-credit-note':
      return { subject: `${words.creditNote} {{ params.number }}`, htmlBody: accountBody(words, 'creditNote') };
    case 'doc-packing-slip':
      return { subject: `${words.packingSlip} {{ params.order_number }}`, htmlBody: slipBody(words) };
    case 'doc-vendor-invoice':
      return { subject: `${words.invoice} {{ params.number }}`, htmlBody: vendorInvoiceBody(words) };
    case 'doc-vendor-statement':
      return {
        subject: `${words.statement} {{ params.month }} {{ params.recipient_name }}`,
        htmlBody: statementBody(words),
      };
  }
}

/** Tags of a whole page: a document is a part of one. They also say what a page fetches, which here nothing does. */
const PAGE_TAGS: ReadonlySet<string> = new Set(['html', 'head', 'body', 'meta', 'base', 'link', 'title']);

const isDoctype = ({ name, attributes }: { name: string; attributes: string }): boolean =>
  name === '' && /^!doctype/i.test(attributes);

/** The markup without the tags of a whole page and without its title, in time that grows with its length alone. */
function withoutPageTags(html: string): string {
  const kept: string[] = [];
  let isTitle = false;
  for (const piece of readMarkup(html)) {
    if (piece.kind === 'text') {
      if (!isTitle) kept.push(piece.text);
      continue;
    }
    if (piece.name === 'title') isTitle = !piece.isEnd;
    if (isTitle || PAGE_TAGS.has(piece.name) || isDoctype(piece)) continue;
    kept.push(`<${piece.isEnd ? '/' : ''}${piece.name}${piece.attributes}>`);
  }
  return kept.join('');
}

/** What templates take for the logo: an empty picture, over which the style of the page lays the real one. */
export const LOGO_MARK = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The logo stands once in a page of many documents, however often it is shown. Its address has letters and digits only. */
const styleOfLogo = (logo: string): string => `
img[src="${LOGO_MARK}"] { width: 60mm; height: 16mm; max-width: 100%; background: url("${logo}") left center / contain no-repeat; }`;

/** The page round the bodies of documents, each on paper of its own. `title` is escaped by the caller. */
export function wholeDocument(o: {
  lang: string;
  title: string;
  bodies: readonly string[];
  logo?: string | null;
}): string {
  const sections = o.bodies.map((body) => `<section class="document">${withoutPageTags(body)}</section>`);
  return `<!doctype html>
<html lang="${o.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${o.title}</title>
<style>${DOCUMENT_LOOK}${o.logo ? styleOfLogo(o.logo) : ''}</style></head>
<body>${sections.join('\n')}</body></html>`;
}
