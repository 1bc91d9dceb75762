import { describe, expect, it } from 'vitest';
import { fitTemplate, matchHeaders, type ImportTemplate } from './import-template.ts';

const template: ImportTemplate = {
  name: 'Supplier',
  headers: ['Code', 'Bezeichnung', 'Netto', 'Notiz'],
  columns: ['sku', 'title', 'price', null],
  optionNames: ['', '', ''],
  decimalSign: 'comma',
  vendor: null,
  allowsIncomplete: true,
};

describe('a template of an import', () => {
  it('is of files whose headers differ in case, accents, spaces and signs alone', () => {
    expect(matchHeaders(template, ['CODE', 'Bezeíchnung', ' netto:', 'notiz'])).toBe(true);
    expect(matchHeaders(template, ['Code', 'Bezeichnung', 'Netto'])).toBe(false);
    expect(matchHeaders(template, ['Bezeichnung', 'Code', 'Netto', 'Notiz'])).toBe(false);
  });

  it('keeps headers of other scripts apart', () => {
    const cyrillic = { ...template, headers: ['Цена', 'Вес'] };
    expect(matchHeaders(cyrillic, ['цена', 'вес'])).toBe(true);
    expect(matchHeaders(cyrillic, ['вес', 'цена'])).toBe(false);
  });

  it('maps the columns that a file has, in any order, and names the mapped ones that it lacks', () => {
    const { mapping, missing } = fitTemplate(template, ['Lager', 'Netto', 'Code']);
    expect(mapping).toEqual({ columns: [null, 'price', 'sku'], optionNames: ['', '', ''], decimalSign: 'comma' });
    expect(missing).toEqual(['Bezeichnung']);
  });

  it('gives columns of one header their fields in their order', () => {
    const twice = { ...template, headers: ['Bild', 'Bild'], columns: ['images', null] as const };
    expect(fitTemplate(twice, ['Bild', 'Bild']).mapping.columns).toEqual(['images', null]);
    expect(fitTemplate(twice, ['Bild']).missing).toEqual([]);
  });

  it('takes no column for a specification whose header names none', () => {
    const named = { ...template, headers: ['Care (product.metafields.custom.care)'], columns: ['metafield'] as const };
    expect(fitTemplate(named, ['Care product.metafields.custom.care']).mapping.columns).toEqual([null]);
  });
});
