import { describe, expect, it } from 'vitest';
import { detectFormat, hasCommaHeaders, isLost, readMetafieldHeader, suggestMapping } from './import-headers.ts';

describe('the headers of a table', () => {
  it.each([
    ['platform', 'Handle,Title,Body (HTML),Variant Price'],
    ['platform', 'Title,URL handle,Description,Price'],
    ['woocommerce', 'ID,Type,SKU,Name,Regular price,Parent'],
    ['woocommerce', 'ID,Typ,Artikelnummer,Name,Regulärer Preis,Übergeordnetes Produkt'],
    ['etsy', 'TITLE,PRICE,CURRENCY_CODE,QUANTITY,IMAGE1'],
    ['own', 'product_id,handle,title,submission,variant_id,sku'],
    ['other', 'SKU,Title,Price'],
  ])('say that it is of %s', (format, headers) => {
    expect(detectFormat(headers.split(','))).toBe(format);
  });

  it('say in which language numbers are written', () => {
    expect(hasCommaHeaders(['SKU', 'Titel', 'Preis'])).toBe(true);
    expect(hasCommaHeaders(['SKU', 'Title', 'Price'])).toBe(false);
  });

  it('name specifications of products and of variants', () => {
    const header = 'Care guide (product.metafields.custom.care_guide)';
    expect(readMetafieldHeader(header)).toEqual({ owner: 'PRODUCT', namespace: 'custom', key: 'care_guide' });
    expect(readMetafieldHeader('Cut (variant.metafields.custom.cut)')).toMatchObject({ owner: 'PRODUCTVARIANT' });
    expect(readMetafieldHeader('Care guide')).toBeUndefined();
    const columns = (canSet: boolean) =>
      suggestMapping([header, header], { withVendor: false, canSet: () => canSet }).columns;
    expect([columns(true), columns(false)]).toEqual([
      ['metafield', 'metafield'],
      [null, null],
    ]);
  });

  it('of rows that stand alone join nothing', () => {
    const { columns } = suggestMapping(['Handle', 'SKU', 'Title'], { withVendor: false, isFlat: true });
    expect(columns).toEqual([null, 'sku', 'title']);
  });
});

describe('a column that is not imported', () => {
  it('loses what it says, but for what is usual and for ids of the own export', () => {
    expect(isLost('Tags', 'platform', 'wool')).toBe(true);
    expect(isLost('Tags', 'platform', ' ')).toBe(false);
    expect(isLost('Gift Card', 'platform', 'FALSE')).toBe(false);
    expect(isLost('Gift Card', 'platform', 'true')).toBe(true);
    expect(isLost('variant_id', 'own', '12')).toBe(false);
  });
});
