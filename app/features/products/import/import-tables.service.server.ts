import { asCurrency, formatAmount, placesOf } from '#app/core/money/money.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv } from '#app/server/csv.server.ts';
import { listFailedRows } from './failed-rows.service.server.ts';
import type { RowIssue } from './product-import.ts';

/** The columns that a table of failed rows has more than the uploaded one. */
const LINE = 'line';
const ERROR = 'error';
/** Rows that are written at once. */
const AT_ONCE = 500;

/** An issue of a row with the field that it is of, as a file says it. */
export const formatRowIssue = (t: Translate, issue: RowIssue): string =>
  `${t(`productImport:field.${issue.field}`)}: ${issueText(t, { ...issue, path: '' })}`;

/** The rows that were not imported as CSV, as they were uploaded, each with its line and the reason in the viewer's language. */
export async function exportFailedRows(ctx: Ctx, importId: bigint): Promise<ReadableStream<Uint8Array>> {
  const { headers, rows } = await listFailedRows(ctx, importId);
  const t = translate(ctx.viewer.locale);
  // A table that was corrected has the columns of the last time at its end.
  const own = headers.at(-2) === LINE && headers.at(-1) === ERROR ? headers.length - 2 : headers.length;
  const written = rows.map(({ line, cells, issues, refusal }) => {
    const texts = [
      ...issues.map((issue) => formatRowIssue(t, issue)),
      ...(refusal?.issues ?? []).map((issue) => issueText(t, issue)),
    ];
    const reason = texts.length > 0 ? texts.join('; ') : refusal ? refusalText(t, refusal) : '';
    return [...cells.slice(0, own), line, reason];
  });
  let from = 0;
  return streamCsv([...headers.slice(0, own), LINE, ERROR], () => {
    const part = written.slice(from, from + AT_ONCE);
    from += AT_ONCE;
    return Promise.resolve(part.length === 0 ? undefined : part);
  });
}

/** A table with every column that a table needs by itself, a simple product and one of four variants. Its names are those of the export. */
export function makeSample(ctx: Ctx): ReadableStream<Uint8Array> {
  const currency = asCurrency(ctx.viewer.store.currency);
  const price = (units: number): string => formatAmount(BigInt(units) * 10n ** BigInt(placesOf(currency)), currency);
  const isMarketplace = ctx.viewer.vendorScope === '*';
  const vendor = isMarketplace ? ['Example vendor'] : [];
  const fields = ['', ''];
  const shirt = (sku: string, color: string, size: string, first: boolean): string[] => [
    ...['example-shirt', sku, 'Example shirt', ...vendor, price(28), price(35), '10', '200', 'g', '', 'TRUE', 'TRUE'],
    ...['', '', '', '', 'FALSE'],
    first ? 'https://example.com/shirt-front.jpg, https://example.com/shirt-back.jpg' : '',
    first ? 'The shirt from the front' : '',
    color === 'Red' ? 'https://example.com/shirt-red.jpg' : '',
    first ? '<p>A shirt of organic cotton.</p>' : '',
    first ? 'Organic cotton shirt' : '',
    first ? 'A shirt of organic cotton in two colors.' : '',
    ...fields,
    ...['Color', color, 'Size', size, '', ''],
  ];
  const rows = [
    [
      ...['example-bowl', 'EXAMPLE-BOWL', 'Example bowl', ...vendor, price(24), '', 'Untracked', '0.6', 'kg'],
      ...['4006381333931', 'TRUE', 'TRUE', '18', '18', '7.5', 'cm', 'TRUE'],
      ...['https://example.com/bowl.jpg', 'The bowl from above', ''],
      ...['<p>A bowl of glazed stoneware.</p>', '', '', ...fields],
      ...['', '', '', '', '', ''],
    ],
    shirt('EXAMPLE-SHIRT-BLUE-S', 'Blue', 'S', true),
    shirt('EXAMPLE-SHIRT-BLUE-M', 'Blue', 'M', false),
    shirt('EXAMPLE-SHIRT-RED-S', 'Red', 'S', false),
    shirt('EXAMPLE-SHIRT-RED-M', 'Red', 'M', false),
  ];
  const head = [
    ...['handle', 'sku', 'title', ...(isMarketplace ? ['vendor'] : []), 'price', 'compare_at_price', 'stock', 'weight'],
    ...[
      'weight_unit',
      'barcode',
      'taxable',
      'requires_shipping',
      'length',
      'width',
      'height',
      'length_unit',
      'local_pickup',
      'images',
      'image_alt',
      'variant_image',
      'description',
    ],
    ...['seo_title', 'seo_description', 'metafields', 'variant_metafields'],
    ...['option1_name', 'option1_value', 'option2_name', 'option2_value', 'option3_name', 'option3_value'],
  ];
  let isDone = false;
  return streamCsv(head, () => {
    const part = isDone ? undefined : rows;
    isDone = true;
    return Promise.resolve(part);
  });
}
