/** A table of products that somebody uploads: its limits, its fields, and how its columns become fields. */

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 100;
export const MAX_CELL_CHARACTERS = 100_000;
export const PREVIEW_ROWS = 5;
/** Characters of a cell that an issue names, and cells that a group of issues names. */
export const MAX_VALUE = 60;
export const MAX_VALUES = 3;
/** How long rows and results are kept after an import was started. */
export const KEEP_DAYS = 30;
/** How long a table is kept that was uploaded and never imported. */
export const UNSTARTED_HOURS = 24;

export const IMPORT_FIELDS = [
  'sku',
  'title',
  'vendor',
  'price',
  'compareAt',
  'stock',
  'weight',
  'weightKg',
  'weightUnit',
  'barcode',
  'images',
  'description',
  'metafields',
  'variantMetafields',
  'option1Name',
  'option1Value',
  'option2Name',
  'option2Value',
  'option3Name',
  'option3Value',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

export const OUTCOMES = ['created', 'updated', 'unchanged'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Which field each column is (null is not imported), and the names of options whose values alone have a column. */
export type Mapping = { columns: readonly (ImportField | null)[]; optionNames: readonly string[] };

/** Headers that stand for a field, without spaces and signs: the export's, the sample's, and those of other shops' tables. */
const HEADERS: Readonly<Record<ImportField, readonly string[]>> = {
  sku: ['sku', 'variantsku', 'articlenumber', 'itemnumber'],
  title: ['title', 'producttitle', 'productname', 'name'],
  vendor: ['vendor', 'seller'],
  price: ['price', 'variantprice'],
  compareAt: ['compareatprice', 'compareprice', 'variantcompareatprice', 'compareat'],
  stock: ['stock', 'inventory', 'quantity', 'variantinventoryqty', 'inventoryquantity'],
  weight: ['weight'],
  weightKg: ['weightkg', 'weightinkg'],
  weightUnit: ['weightunit', 'variantweightunit'],
  barcode: ['barcode', 'variantbarcode', 'ean', 'gtin', 'upc'],
  images: ['images', 'image', 'imagesrc', 'imageurl', 'imageurls', 'pictures'],
  description: ['description', 'bodyhtml', 'body', 'descriptionhtml'],
  metafields: ['metafields', 'specifications'],
  variantMetafields: ['variantmetafields', 'variantspecifications'],
  option1Name: ['option1name'],
  option1Value: ['option1value', 'option1'],
  option2Name: ['option2name'],
  option2Value: ['option2value', 'option2'],
  option3Name: ['option3name'],
  option3Value: ['option3value', 'option3'],
};
/** The same of tables in German, French, Dutch and Spanish. */
const FOREIGN_HEADERS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  sku: ['artikelnummer', 'artikelnr', 'reference', 'artnr', 'referencia', 'codigo'],
  title: [
    'titel',
    'produktname',
    'produkttitel',
    'bezeichnung',
    'titre',
    'nom',
    'nomduproduit',
    'productnaam',
    'naam',
    'titulo',
    'nombre',
    'nombredelproducto',
  ],
  vendor: [
    'verkaufer',
    'anbieter',
    'hersteller',
    'vendeur',
    'fournisseur',
    'verkoper',
    'leverancier',
    'vendedor',
    'proveedor',
  ],
  price: ['preis', 'verkaufspreis', 'prix', 'prixdevente', 'prijs', 'verkoopprijs', 'precio', 'precioventa'],
  compareAt: [
    'vergleichspreis',
    'uvp',
    'streichpreis',
    'prixcompare',
    'prixbarre',
    'vanprijs',
    'vergelijkingsprijs',
    'preciocomparacion',
    'precioanterior',
  ],
  stock: [
    'bestand',
    'lagerbestand',
    'menge',
    'anzahl',
    'quantite',
    'voorraad',
    'aantal',
    'existencias',
    'inventario',
    'cantidad',
  ],
  weight: ['gewicht', 'poids', 'peso'],
  weightKg: ['gewichtkg', 'gewichtinkg', 'poidskg', 'poidsenkg', 'pesokg', 'pesoenkg'],
  weightUnit: ['gewichtseinheit', 'unitedepoids', 'gewichtseenheid', 'unidaddepeso'],
  barcode: ['strichcode', 'codebarres', 'codebarre', 'streepjescode', 'codigodebarras'],
  images: [
    'bilder',
    'bild',
    'bildurl',
    'imagesdeproduit',
    'photos',
    'afbeeldingen',
    'afbeelding',
    'imagenes',
    'imagen',
    'fotos',
  ],
  description: ['beschreibung', 'produktbeschreibung', 'beschrijving', 'omschrijving', 'descripcion'],
};
const FIELD_OF = new Map(
  IMPORT_FIELDS.flatMap((field) =>
    [...HEADERS[field], ...(FOREIGN_HEADERS[field] ?? [])].map((header) => [header, field] as const),
  ),
);

/** Fields of which one may be imported only: a weight comes with a unit or in kilograms. */
const toSlot = (field: ImportField): string => (field === 'weightKg' ? 'weight' : field);

/** A header without case, accents, spaces and signs. */
const plainHeader = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The fields that columns are by their headers' names, each once; the vendor is the marketplace's to say. */
export function suggestMapping(headers: readonly string[], o: { withVendor: boolean }): Mapping {
  const used = new Set<string>();
  const columns = headers.map((header) => {
    const field = FIELD_OF.get(plainHeader(header));
    if (field === undefined || used.has(toSlot(field)) || (field === 'vendor' && !o.withVendor)) return null;
    used.add(toSlot(field));
    return field;
  });
  return { columns, optionNames: ['', '', ''] };
}

/** Numbers of options, from 1. */
export const OPTIONS = [1, 2, 3] as const;
type OptionNumber = (typeof OPTIONS)[number];
export const optionName = (number: OptionNumber) => `option${number}Name` as const;
export const optionValue = (number: OptionNumber) => `option${number}Value` as const;

/** The mapping after a column was given another field: whoever had the field before has none, and an option gets a name. */
export function remap(
  mapping: Mapping,
  headers: readonly string[],
  o: { column: number; field: ImportField | null },
): Mapping {
  const columns = mapping.columns.map((field, index) => {
    if (index === o.column) return o.field;
    return field !== null && o.field !== null && toSlot(field) === toSlot(o.field) ? null : field;
  });
  const optionNames = OPTIONS.map((number, index) => {
    const kept = mapping.optionNames[index] ?? '';
    return kept === '' && o.field === optionValue(number) ? (headers[o.column] ?? '').slice(0, 255) : kept;
  });
  return { columns, optionNames };
}

/** Whether the name of an option is typed in a box: its values have a column, its name has none. */
export const hasNameBox = ({ columns }: Mapping, number: OptionNumber): boolean =>
  columns.includes(optionValue(number)) && !columns.includes(optionName(number));

/** A field of which two columns are, or undefined. */
export function findRepeated({ columns }: Mapping): ImportField | undefined {
  const used = new Set<string>();
  for (const field of columns) {
    if (field === null) continue;
    if (used.has(toSlot(field))) return field;
    used.add(toSlot(field));
  }
  return undefined;
}

/** Lines in the shortest writing: 2, 3, 4, 5, 7, 8 is `2-5,7-8`. */
export function compressLines(lines: Iterable<number>): string {
  const sorted = [...new Set(lines)].sort((one, other) => one - other);
  const ranges: { from: number; to: number }[] = [];
  for (const line of sorted) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** What is wrong with a field of a row. */
export type RowIssue = {
  field: ImportField;
  rule: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
  /** What the cell says, cut to MAX_VALUE characters; missing where it is empty. */
  value?: string;
};
/** `values` are the first few that differ. */
export type IssueGroup = Omit<RowIssue, 'value'> & { lines: string; count: number; values: string[] };

/** Issues of rows by field and rule, with the lines of each; fields in their order, the commonest rule first. */
export function groupIssues(rows: Iterable<{ line: number; issues: readonly RowIssue[] }>): IssueGroup[] {
  const groups = new Map<string, { issue: Omit<RowIssue, 'value'>; lines: Set<number>; values: Set<string> }>();
  for (const { line, issues } of rows) {
    for (const { value, ...issue } of issues) {
      const key = JSON.stringify([issue.field, issue.rule, issue.params ?? {}]);
      const group = groups.get(key) ?? { issue, lines: new Set(), values: new Set() };
      group.lines.add(line);
      if (value !== undefined && group.values.size < MAX_VALUES) group.values.add(value);
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .map(({ issue, lines, values }) => ({
      ...issue,
      lines: compressLines(lines),
      count: lines.size,
      values: [...values],
    }))
    .sort(
      (one, other) =>
        IMPORT_FIELDS.indexOf(one.field) - IMPORT_FIELDS.indexOf(other.field) ||
        other.count - one.count ||
        (one.rule < other.rule ? -1 : 1),
    );
}
