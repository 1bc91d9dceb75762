import {
  isRef,
  readPdf,
  resolve,
  UnreadablePdf,
  type PdfDict,
  type PdfFile,
  type PdfObject,
  type PdfValue,
} from './read-pdf.ts';

export { UnreadablePdf } from './read-pdf.ts';

const MAX_PAGES = 50;
const MAX_TREE_DEPTH = 40;
/** What pages take over from the nodes above them. */
const INHERITED = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'];
/** What is kept of a page: what is drawn, and neither links nor scripts. */
const KEPT = [...INHERITED, '/Contents', '/Group', '/UserUnit'];

/** The pages of several PDF files in one, in their order. Throws UnreadablePdf where one cannot be taken apart. */
export function mergePdfs(files: readonly Buffer[]): Buffer {
  const output = new Output();
  const pages: number[] = [];
  for (const bytes of files) {
    const file = readPdf(bytes);
    const copies = new Map<number, number>();
    const tree = resolve(file, file.root.get('/Pages'));
    if (!(tree instanceof Map)) throw new UnreadablePdf('no pages');
    for (const page of listPages(file, tree)) pages.push(copyPage(output, file, { page, copies }));
  }
  return output.end(pages);
}

/** How many pages a file has. Throws UnreadablePdf. */
export function countPages(bytes: Buffer): number {
  const file = readPdf(bytes);
  const tree = resolve(file, file.root.get('/Pages'));
  return tree instanceof Map ? listPages(file, tree).length : 0;
}

function listPages(file: PdfFile, tree: PdfDict): PdfDict[] {
  const pages: PdfDict[] = [];
  const visit = (node: PdfDict, above: PdfDict, depth: number): void => {
    if (depth > MAX_TREE_DEPTH || pages.length > MAX_PAGES) throw new UnreadablePdf('too many pages');
    const own: PdfDict = new Map(above);
    for (const name of INHERITED) {
      const value = node.get(name);
      if (value !== undefined) own.set(name, value);
    }
    const kids = resolve(file, node.get('/Kids'));
    if (!Array.isArray(kids)) {
      pages.push(new Map([...node, ...own]));
      return;
    }
    for (const kid of kids as readonly PdfValue[]) {
      const child = resolve(file, kid);
      if (child instanceof Map) visit(child, own, depth + 1);
    }
  };
  visit(tree, new Map(), 0);
  return pages;
}

type Source = { page: PdfDict; copies: Map<number, number> };

/** Copies a page with all that it draws; what several pages of a file share is copied once. */
function copyPage(output: Output, file: PdfFile, { page, copies }: Source): number {
  const kept: PdfDict = new Map([['/Type', '/Page']]);
  for (const name of KEPT) {
    const value = page.get(name);
    if (value !== undefined) kept.set(name, value);
  }
  const waiting: number[] = [];
  const copyOf = (id: number): number => {
    const known = copies.get(id);
    if (known !== undefined) return known;
    const made = output.reserve();
    copies.set(id, made);
    waiting.push(id);
    return made;
  };
  const pageId = output.reserve();
  // As it is written: the ids of the page's references are the file's own, and this one is the output's.
  kept.set('/Parent', `${String(output.treeId)} 0 R`);
  output.write(pageId, { value: kept, stream: null }, copyOf);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    output.write(copies.get(id) ?? 0, file.objects.get(id) ?? { value: 'null', stream: null }, copyOf);
  }
  return pageId;
}

/** A file as it is written: objects one after the other, and where each begins. */
class Output {
  readonly catalogId = 1;
  readonly treeId = 2;
  private readonly chunks: Buffer[] = [];
  private readonly offsets: number[] = [0, 0, 0];
  private length = 0;

  constructor() {
    // Four signs beyond ASCII say that the file is no text.
    this.add(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  reserve(): number {
    return this.offsets.push(0) - 1;
  }

  write(id: number, { value, stream }: PdfObject, copyOf: (id: number) => number): void {
    this.offsets[id] = this.length;
    const written =
      stream && value instanceof Map ? new Map([...value, ['/Length', String(stream.length)] as const]) : value;
    this.add(Buffer.from(`${String(id)} 0 obj\n${show(written, copyOf)}\n`, 'latin1'));
    if (stream) {
      this.add(Buffer.from('stream\n', 'latin1'));
      this.add(stream);
      this.add(Buffer.from('\nendstream\n', 'latin1'));
    }
    this.add(Buffer.from('endobj\n', 'latin1'));
  }

  end(pages: readonly number[]): Buffer {
    const kids = pages.map((id) => ({ kind: 'ref', id }) as const);
    const tree: PdfDict = new Map<string, PdfValue>([
      ['/Type', '/Pages'],
      ['/Kids', kids],
      ['/Count', String(pages.length)],
    ]);
    const same = (id: number): number => id;
    this.write(this.treeId, { value: tree, stream: null }, same);
    const catalog = new Map<string, PdfValue>([
      ['/Type', '/Catalog'],
      ['/Pages', { kind: 'ref', id: this.treeId }],
    ]);
    this.write(this.catalogId, { value: catalog, stream: null }, same);
    const start = this.length;
    const rows = this.offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const size = String(this.offsets.length);
    this.add(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root ${String(this.catalogId)} 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`,
        'latin1',
      ),
    );
    return Buffer.concat(this.chunks);
  }

  private add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
  }
}

function show(value: PdfValue, copyOf: (id: number) => number): string {
  if (typeof value === 'string') return value;
  if (isRef(value)) return `${String(copyOf(value.id))} 0 R`;
  if (value instanceof Map) {
    return `<< ${[...value].map(([name, one]) => `${name} ${show(one, copyOf)}`).join(' ')} >>`;
  }
  return `[ ${value.map((one) => show(one, copyOf)).join(' ')} ]`;
}
