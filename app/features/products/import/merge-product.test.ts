import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { LENGTH_UNITS } from '#app/features/products/product.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { mergeProduct } from './merge-product.service.server.ts';
import { suggestMapping } from './import-headers.ts';
import { isPublicLink } from './read-cells.service.server.ts';
import { readRows } from './read-rows.service.server.ts';
import { readTable } from './read-table.service.server.ts';

const EUR = asCurrency('EUR');
const HEADERS = [
  ...['title', 'sku', 'barcode', 'price', 'compare_at_price', 'stock', 'weight', 'weight_unit', 'option1_name'],
  ...['option1_value', 'images', 'description', 'metafields', 'notes'],
  ...['length', 'width', 'height', 'length_unit', 'local_pickup'],
];
const text = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...Array.from('abZ,;"=+-@ \t9é')) })
  .map((one) => one.trim());
const title = fc.tuple(text, text).map(([one, other]) => `T${one}${other}xx`);
const amount = fc.bigInt({ min: 0n, max: 10_000_000n });

const side = fc.constantFrom(0, 0.5, 12, 120.25);

const productOf = fc
  .record({
    title: fc.oneof(
      title,
      title.map((one) => `=${one}`),
    ),
    count: fc.integer({ min: 1, max: 4 }),
    images: fc.uniqueArray(
      fc.constantFrom('https://a.example/1,2.png', 'https://a.example/3 4.png', 'https://b.example/x'),
      { maxLength: 3 },
    ),
    bodyHtml: fc.constantFrom('', 'Plain', '<p>One</p>\n<p>=Two, "three"</p>'),
    variants: fc.array(
      fc.record({
        price: amount,
        compareAt: fc.option(amount),
        stock: fc.integer({ min: -5, max: 900 }),
        trackStock: fc.boolean(),
        weight: fc.option(fc.constantFrom(0, 0.25, 1, 12.5)),
        barcode: fc.constantFrom('', '400638', '=12', '-3'),
        dimensions: fc.option(
          fc.record({ width: side, height: side, length: side, dimUnit: fc.constantFrom(...LENGTH_UNITS) }),
        ),
        localPickup: fc.boolean(),
      }),
      { minLength: 4, maxLength: 4 },
    ),
  })
  .map((made): ProductDto => {
    const variants = made.variants.slice(0, made.count).map((variant, index) => ({
      id: String(index + 1),
      title: '',
      options: made.count > 1 ? [{ name: 'Size', value: `=${index}` }] : [],
      price: formatAmount(variant.price, EUR),
      compareAt: variant.compareAt === null ? null : formatAmount(variant.compareAt, EUR),
      sku: `-SKU ${index}`,
      barcode: variant.barcode,
      taxable: true,
      trackStock: variant.trackStock,
      stock: variant.stock,
      requiresShipping: true,
      weight: variant.weight,
      weightUnit: 'POUNDS' as const,
      dimensions: variant.dimensions,
      localPickup: { enabled: variant.localPickup },
      media: null,
      metafields: [],
    }));
    return {
      id: '7',
      handle: 'h',
      title: made.title,
      vendor: 'V',
      status: 'ACTIVE',
      submission: 'approved',
      submittedAt: null,
      bodyHtml: made.bodyHtml,
      productType: '',
      currency: 'EUR',
      version: 'v',
      allowedActions: [],
      updatedAt: '2026-11-25T00:00:00.000Z',
      media: made.images.map((src, index) => ({
        id: `gid://shopify/MediaImage/${index + 1}`,
        src,
        alt: 'a',
        contentType: 'IMAGE',
        problem: null,
      })),
      options:
        made.count > 1
          ? [{ id: 'o', name: 'Size', values: variants.map(({ options }) => options[0]?.value ?? '') }]
          : [],
      variants,
      metafields: [
        { id: 'custom.care', namespace: 'custom', key: 'care', type: 'single_line_text_field', value: 'Wash' },
      ],
      seo: { title: '', description: '' },
    };
  });

/** A product as the export writes it. */
function writeTable(product: ProductDto): string {
  const rows = product.variants.map((variant, index) => {
    const [option] = variant.options;
    const plain = (src: string | null) => (src ?? '').replaceAll(',', '%2C').replaceAll(' ', '%20');
    return [
      ...[product.title, variant.sku, variant.barcode, variant.price, variant.compareAt ?? ''],
      variant.trackStock ? variant.stock : 'Untracked',
      ...[variant.weight ?? '', variant.weight === null ? '' : variant.weightUnit],
      ...[option?.name ?? '', option?.value ?? ''],
      index === 0 ? product.media.map(({ src }) => plain(src)).join(', ') : '',
      index === 0 ? product.bodyHtml : '',
      index === 0 ? JSON.stringify(product.metafields) : '',
      'whatever',
      ...[variant.dimensions?.length, variant.dimensions?.width, variant.dimensions?.height],
      ...[variant.dimensions?.dimUnit, variant.localPickup.enabled],
    ];
  });
  const guard = /^(?!-\d{1,20}(?:\.\d{1,6})?$)[=+\-@\t\r]/;
  return Papa.unparse([HEADERS, ...rows], { escapeFormulae: guard, newline: '\r\n' });
}

function mergeTable(table: string, product?: ProductDto) {
  const read = readTable(new TextEncoder().encode(table));
  if (!read.ok) throw new Error(read.refusal);
  const { headers, rows: cells } = read.value;
  const mapping = suggestMapping(headers, { withVendor: false });
  const rows = readRows({ rows: cells, mapping, headers, currency: EUR, locale: 'en' }).read;
  expect(rows.flatMap(({ issues }) => issues)).toEqual([]);
  const values = rows.map((row) => row.values);
  return mergeProduct(product, values, { seller: 'V', units: { weight: 'GRAMS', length: 'cm' } });
}

it('what the export writes of a product changes nothing of it', () => {
  fc.assert(
    fc.property(productOf, (product) => {
      const { product: merged, isChanged } = mergeTable(writeTable(product), product);
      expect(isChanged, JSON.stringify(merged)).toBe(false);
    }),
  );
});

it('a column that is not there changes nothing, and an empty cell clears what may be empty alone', () => {
  fc.assert(
    fc.property(productOf, (product) => {
      const table = Papa.unparse([
        ['sku', 'title', 'price', 'compare price', 'barcode'],
        [`'${product.variants[0]?.sku ?? ''}`, '', '', '', ''],
      ]);
      const { product: merged } = mergeTable(table, product);
      expect(merged).toMatchObject({ title: product.title, bodyHtml: product.bodyHtml, options: product.options });
      expect(merged.media).toHaveLength(product.media.length);
      expect(merged.variants.slice(1)).toMatchObject(
        product.variants
          .slice(1)
          .map(({ id, price, compareAt, barcode, stock }) => ({ id, price, compareAt, barcode, stock })),
      );
      const price = product.variants[0]?.price;
      expect(merged.variants[0]).toMatchObject({ price, compareAt: null, barcode: '' });
    }),
  );
});

it('rows of one title make a product with the options of its variants', () => {
  const { product, isChanged } = mergeTable(
    'sku,title,price,option1 name,option1 value,images\nA,Shirt,5,Size,S,"https://a.example/1 https://a.example/2"\nB,Shirt,6,Size,M,https://a.example/2\n',
  );
  expect(isChanged).toBe(true);
  expect(product).toMatchObject({
    vendor: 'V',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    media: [{ src: 'https://a.example/1' }, { src: 'https://a.example/2' }],
    variants: [
      { sku: 'A', price: '5.00', trackStock: false },
      { sku: 'B', price: '6.00' },
    ],
  });
});

it.each([
  ['http://127.0.0.1/x', false],
  ['http://2130706433/x', false],
  ['http://[::1]/x', false],
  ['http://169.254.169.254/latest', false],
  ['http://localhost./x', false],
  ['http://printer/x', false],
  ['http://db.internal/x', false],
  ['https://user:secret@a.example/x', false],
  ['https://pictures.example/x.png', true],
])('a picture at %s: public is %s', (address, isPublic) => {
  expect(isPublicLink(address)).toBe(isPublic);
});

/** What one row of a table comes to for a new product. */
function readOne(headers: readonly string[], cells: readonly string[]) {
  const read = readTable(new TextEncoder().encode(Papa.unparse([headers, cells])));
  if (!read.ok) throw new Error(read.refusal);
  const { rows } = read.value;
  const mapping = suggestMapping(headers, { withVendor: false });
  const [row] = readRows({ rows, mapping, headers, currency: EUR, locale: 'en' }).read;
  if (!row) throw new Error('the table has no row');
  const units = { weight: 'GRAMS', length: 'in' } as const;
  const sentFirst = row.issues.length > 0 ? undefined : mergeProduct(undefined, [row.values], { seller: 'V', units });
  return { ...row, variant: sentFirst?.product.variants[0] };
}
const BOWL = ['sku', 'title', 'price'];
const bowl = ['B-1', 'Oak bowl', '20'];
const SIDES = ['length', 'width', 'height'];

describe('the sides of an imported variant', () => {
  it('are read with the unit of their column, of their header, or of the store', () => {
    const unitOf = (headers: readonly string[], cells: readonly string[]) =>
      readOne([...BOWL, ...headers], [...bowl, ...cells]).variant?.dimensions;
    const sides = { length: 30, width: 20.5, height: 5 };
    const typed = ['30', '20.5', '5'];
    expect(unitOf([...SIDES, 'length unit'], [...typed, 'Inches'])).toEqual({ ...sides, dimUnit: 'in' });
    expect(unitOf(['Length (mm)', 'Width (mm)', 'Height (mm)'], typed)).toEqual({ ...sides, dimUnit: 'mm' });
    expect(unitOf(['Länge (cm)', 'Breite (cm)', 'Höhe (cm)'], ['30', '20,5', '5'])).toEqual({
      ...sides,
      dimUnit: 'cm',
    });
    expect(unitOf(SIDES, typed)).toEqual({ ...sides, dimUnit: 'in' });
  });

  it('are left out where not all are there, which is said; what is no number or unit is refused', () => {
    const some = readOne([...BOWL, ...SIDES], [...bowl, '30', '', '5']);
    expect(some).toMatchObject({ issues: [], values: { isDimensionMissing: true }, variant: { dimensions: null } });
    expect(readOne([...BOWL, ...SIDES], [...bowl, '', '', ''])).toMatchObject({
      issues: [],
      values: { dimensions: null, isDimensionMissing: false },
    });
    const broken = readOne([...BOWL, ...SIDES, 'length unit'], [...bowl, 'long', '2', '-3', 'mile']);
    expect(broken.issues.map(({ field, rule }) => [field, rule])).toEqual([
      ['lengthUnit', 'length_unit'],
      ['length', 'number'],
      ['height', 'number'],
    ]);
  });

  it('need a column each: one alone is taken for something else', () => {
    const headers = [...BOWL, 'Length'];
    expect(suggestMapping(headers, { withVendor: false }).columns).toEqual(['sku', 'title', 'price', null]);
  });

  it('stand beside whether it can be picked up', () => {
    const pickup = (cell: string) => readOne([...BOWL, 'local_pickup'], [...bowl, cell]).variant?.localPickup;
    expect([pickup('yes'), pickup('FALSE'), pickup('')]).toEqual([
      { enabled: true },
      { enabled: false },
      { enabled: false },
    ]);
  });
});
