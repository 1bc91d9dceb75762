import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';

/** A file that cannot be joined with others; it can be printed by itself. */
export class UnreadablePdf extends Error {}

const MAX_PAGES = 50;
/** What is kept of a page: what is drawn, and neither links nor scripts. Its parent hands down what it leaves out. */
const KEPT: ReadonlySet<string> = new Set(
  ['Type', 'Parent', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'Contents', 'Group', 'UserUnit'].map((name) =>
    PDFName.of(name).asString(),
  ),
);

/** The pages of several PDF files in one, in their order. Throws UnreadablePdf where one cannot be read, is encrypted or has over 50 pages. */
export async function mergePdfs(files: readonly Buffer[]): Promise<Buffer> {
  const merged = await PDFDocument.create({ updateMetadata: false });
  for (const bytes of files) {
    for (const page of await copyPages(merged, bytes)) merged.addPage(page);
  }
  return Buffer.from(await merged.save({ useObjectStreams: false }));
}

/** How many pages a file has. Throws UnreadablePdf. */
export async function countPages(bytes: Buffer): Promise<number> {
  return read(async () => (await load(bytes)).getPageCount());
}

const load = (bytes: Buffer): Promise<PDFDocument> =>
  PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false });

async function copyPages(merged: PDFDocument, bytes: Buffer): Promise<PDFPage[]> {
  return read(async () => {
    const file = await load(bytes);
    const pages = file.getPages();
    if (pages.length === 0 || pages.length > MAX_PAGES) throw new UnreadablePdf('no pages, or too many');
    for (const { node } of pages) {
      for (const name of node.keys()) if (!KEPT.has(name.asString())) node.delete(name);
    }
    return merged.copyPages(file, file.getPageIndices());
  });
}

/** Files come from carriers: whatever the library stumbles over makes the whole file unreadable, never half of it. */
async function read<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (cause) {
    throw new UnreadablePdf('the file cannot be taken apart', { cause });
  }
}
