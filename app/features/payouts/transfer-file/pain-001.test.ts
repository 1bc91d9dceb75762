import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { at } from '#scripts/paths.ts';
import { writeCreditTransfers, type CreditTransfer } from './pain-001.ts';
import { toSepaText } from './sepa-text.ts';

const transfer = (more: Partial<CreditTransfer> = {}): CreditTransfer => ({
  endToEndId: '44',
  amountMinor: 10_890n,
  holder: 'Kiln & Co GmbH',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  remittance: 'Fjord & Field payout 44',
  ...more,
});

const write = (transfers: readonly CreditTransfer[], bic = ''): string =>
  writeCreditTransfers({
    messageId: 'PAY-0123456789abcdef0123456789ab',
    createdAt: new Date('2026-11-27T18:30:12.345Z'),
    executeOn: '2026-11-27',
    debtor: { holder: 'Fjord & Field Ærlig AS', iban: 'NL91ABNA0417164300', bic },
    transfers,
  });

const values = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => value);

type Branch = { name: string; children: Branch[] };

/** The elements of a document below one another, in their order. */
function readTree(xml: string): Branch {
  const root: Branch = { name: '', children: [] };
  const open = [root];
  for (const [, end = '', name = ''] of xml.matchAll(/<(\/?)([A-Za-z]+)[^>]*>/g)) {
    if (end === '/') open.pop();
    else {
      const branch = { name, children: [] };
      open.at(-1)?.children.push(branch);
      open.push(branch);
    }
  }
  return root;
}

/** The order in which the published schema wants the elements that are written here. */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'NbOfTxs',
    'CtrlSum',
    'PmtTpInf',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf',
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
};

function checkOrder({ name, children }: Branch): string[] {
  const wanted = SEQUENCES[name];
  const places = children.map((child) => wanted?.indexOf(child.name) ?? 0);
  const isOrdered = places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
  return [...(isOrdered ? [] : [name]), ...children.flatMap(checkOrder)];
}

describe('a SEPA credit transfer file', () => {
  it('counts and sums its transfers in the header and in the payment', () => {
    const xml = write([transfer(), transfer({ endToEndId: '45', amountMinor: 1n }), transfer({ endToEndId: '46' })]);
    expect(values(xml, 'NbOfTxs')).toEqual(['3', '3']);
    expect(values(xml, 'CtrlSum')).toEqual(['217.81', '217.81']);
    expect(values(xml, 'InstdAmt')).toEqual(['108.90', '0.01', '108.90']);
    expect(values(xml, 'EndToEndId')).toEqual(['44', '45', '46']);
  });

  it('holds its elements in the order of the schema, with and without codes of banks', () => {
    for (const bic of ['', 'ABNANL2A']) {
      const xml = write([transfer(), transfer({ bic })], bic);
      expect(checkOrder(readTree(xml.replace(/^<\?.*\?>/, '')))).toEqual([]);
    }
    expect(write([transfer()])).toContain('<Id>NOTPROVIDED</Id>');
    expect(write([transfer()], 'ABNANL2A')).toContain('<BICFI>ABNANL2A</BICFI>');
  });

  it('is of the namespace of pain.001.001.09, in euros by SEPA with shared charges, on a day', () => {
    const xml = write([transfer()]);
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">/,
    );
    expect(xml).toContain('<InstdAmt Ccy="EUR">108.90</InstdAmt>');
    expect(values(xml, 'Cd')).toEqual(['SEPA']);
    expect(values(xml, 'ChrgBr')).toEqual(['SLEV']);
    expect(values(xml, 'Dt')).toEqual(['2026-11-27']);
    expect(values(xml, 'CreDtTm')).toEqual(['2026-11-27T18:30:12Z']);
  });

  it('keeps names, ids and references within their lengths and within the characters of SEPA', () => {
    const long = 'Ångström — Ünïcode «Łódź» / 北京 '.repeat(20);
    const xml = write([transfer({ holder: long, remittance: long, endToEndId: 'x'.repeat(80) })]);
    for (const [name, max] of [
      ['Nm', 70],
      ['Ustrd', 140],
      ['EndToEndId', 35],
      ['MsgId', 35],
      ['PmtInfId', 35],
    ] as const)
      for (const value of values(xml, name)) {
        expect(value).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/);
        expect(value.length).toBeLessThanOrEqual(max);
      }
  });

  it('names somebody even where nothing of the name can be written', () => {
    expect(values(write([transfer({ holder: ' / ' })]), 'Nm').at(-1)).toBe('NOTPROVIDED');
  });
});

describe('a text in the characters of SEPA', () => {
  it('drops accents, spells other letters and marks the rest', () => {
    expect(toSepaText('Müller & Söhne', 70)).toBe('Muller + Sohne');
    expect(toSepaText('Straße Ørsted Æther Łódź', 70)).toBe('Strasse Orsted AEther Lodz');
    expect(toSepaText('Θεσσαλονίκη Щастие', 70)).toBe('Thessaloniki Shtastie');
    expect(toSepaText('北京 <b>', 70)).toBe('.. .b.');
    expect(toSepaText('//a//b/', 70)).toBe('a/b');
  });
});

describe('the published schema of pain.001.001.09', () => {
  const schema = readFileSync(at('tests/fixtures/pain.001.001.09.epc132-08.xsd'), 'utf8');
  const validate = async (xml: string) => {
    const { valid, errors } = await validateXML({ xml: { fileName: 'transfers.xml', contents: xml }, schema });
    return { valid, errors: errors.map(({ message }) => message) };
  };

  it.each([
    ['with the banks of both sides', write([transfer(), transfer({ endToEndId: '45' })], 'ABNANL2A')],
    ['without any bank', write([transfer({ bic: '' })])],
    [
      'with letters that SEPA does not know',
      write([transfer({ holder: 'Žluťoučký „kůň“ & Søn <a>', remittance: '漢字 №5' })]),
    ],
    [
      'with names and words that are too long',
      write([transfer({ holder: 'K'.repeat(300), remittance: 'R'.repeat(300) })]),
    ],
  ])('takes a file %s', async (_what, xml) => {
    expect(await validate(xml)).toEqual({ valid: true, errors: [] });
  });

  it('refuses a file whose amount has three decimals, so that it checks something', async () => {
    const broken = write([transfer()]).replace(/(<InstdAmt[^>]*>)[^<]*/, '$1108.905');
    expect((await validate(broken)).valid).toBe(false);
  });
});
