import { crc32, deflateRawSync } from 'node:zlib';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { inspectPacked } from './unpacked-size.server.ts';
import { readWorkbook } from './read-workbook.service.server.ts';

type File = { name: string; content: Buffer; says?: number };

/** A packed file of some entries; an entry may say another size than it has. */
function pack(files: readonly File[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, says = content.length } of files) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(says, 18);
    head.writeUInt16LE(name.length, 22);
    const signed = (signature: number): Buffer => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(signature);
      return bytes;
    };
    const place = Buffer.alloc(16);
    place.writeUInt32LE(at, 12);
    directory.push(signed(0x02014b50), Buffer.from([20, 0]), head, place.subarray(2), Buffer.from(name));
    const local = Buffer.concat([signed(0x04034b50), head, Buffer.from(name), packed]);
    parts.push(local);
    at += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, index, end]);
}

const ROWS = [
  ['Price list of May'],
  ['SKU', 'Title', 'Price', 'Stock', 'Barcode', 'Weight (kg)', 'Made on'],
  ['WB-1', 'Booked bowl', 12.5, 4, '0042', 1.234, new Date('2026-05-01T00:00:00Z')],
  ['WB-2', 'Booked cup', 0.1 + 0.2, null, 4_006_381_333_931, true, null],
  ['WB-3', 'Booked jug', 3, 1, 9_400_111_899_223_197_000_000, null, null],
];

describe('a workbook', () => {
  it.each([
    ['XLSX', writeXlsx],
    ['ODS', writeOds],
  ] as const)('of %s is read as the sheet that has headers, with its numbers and dates', async (encoding, write) => {
    const bytes = await write({
      sheets: [
        { name: 'Notes', rows: [['Nothing here']] },
        { name: 'Products', rows: ROWS },
      ],
    });
    const read = await readWorkbook(bytes);
    expect(read).toMatchObject({ ok: true, value: { encoding, headers: ROWS[1] } });
    const cells = read.ok ? read.value.rows.map((row) => row.cells) : [];
    expect(cells[0]?.slice(0, 6)).toEqual(['WB-1', 'Booked bowl', '12.5', '4', '0042', '1.2340']);
    expect(cells[1]?.slice(0, 5)).toEqual(['WB-2', 'Booked cup', '0.3', '', '4006381333931']);
    expect(cells[2]?.[4]).toBe('9.40011E+21');
    if (encoding === 'XLSX') expect([cells[0]?.[6], cells[1]?.[5]]).toEqual(['2026-05-01', 'TRUE']);
    expect(read.ok && read.value.rows.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  it('with formulas is read as the values that were stored with them', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Products',
          rows: [
            ['SKU', 'Title', 'Price'],
            ['F-1', 'Computed bowl', 0],
          ],
          cells: new Map([['1,2', { value: 21, type: 'formula' as const, formula: 'B9*2', formulaResult: 21 }]]),
        },
      ],
    });
    expect(await readWorkbook(bytes)).toMatchObject({
      ok: true,
      value: { rows: [{ cells: ['F-1', 'Computed bowl', '21'] }] },
    });
  });

  it.each([
    [
      'that comes to too much',
      pack([{ name: 'xl/workbook.xml', content: Buffer.alloc(101 * 1024 * 1024) }]),
      'table_unpacked',
    ],
    [
      'that says less than it has',
      pack([{ name: 'xl/workbook.xml', content: Buffer.alloc(1_000_000), says: 10 }]),
      'not_a_table',
    ],
    [
      'with macros',
      pack([
        { name: 'xl/workbook.xml', content: Buffer.from('<x/>') },
        { name: 'xl/vbaProject.bin', content: Buffer.from('x') },
      ]),
      'table_macros',
    ],
    ['of an old kind', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'table_old_workbook'],
    ['that is none', pack([{ name: 'readme.txt', content: Buffer.from('x') }]), 'not_a_table'],
    ['that is broken', Buffer.from('PK\u0003\u0004 and the rest'), 'not_a_table'],
  ])('%s is refused', async (_what, bytes, code) => {
    const read = await readWorkbook(bytes);
    expect(read.ok ? '' : read.refusal).toContain(`"${code}"`);
  });

  it('of too many entries is refused before anything of it is unpacked', () => {
    const files = Array.from({ length: 1_001 }, (_one, index) => ({ name: `f${index}`, content: Buffer.from('x') }));
    expect(inspectPacked(pack(files))).toBe('too_large');
    expect(inspectPacked(pack(files.slice(0, 3)))).toEqual({ names: ['f0', 'f1', 'f2'] });
  });
});
