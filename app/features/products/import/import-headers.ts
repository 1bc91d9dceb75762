import { LENGTH_UNITS } from '#app/features/products/product.ts';
import { isRepeatable, SIDES, toSlot, type ImportField, type ImportFormat, type Mapping } from './product-import.ts';

/** A side by its name alone, or with the unit that its header names: `Length (cm)`. */
function namesOfSide(side: string): string[] {
  return [side, ...LENGTH_UNITS.map((unit) => `${side}${unit}`)];
}

/** Headers that stand for a field, without spaces and signs: those of the export, of the sample and of other shops' tables. */
const HEADERS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  handle: ['handle', 'urlhandle'],
  sku: ['sku', 'variantsku', 'articlenumber', 'itemnumber'],
  title: ['title', 'producttitle', 'productname', 'name'],
  vendor: ['vendor', 'seller'],
  price: ['price', 'variantprice', 'regularprice'],
  salePrice: ['saleprice'],
  compareAt: ['compareatprice', 'compareprice', 'variantcompareatprice', 'compareat'],
  currency: ['currency', 'currencycode'],
  stock: ['stock', 'inventory', 'quantity', 'variantinventoryqty', 'inventoryquantity'],
  stockTracker: ['variantinventorytracker', 'inventorytracker'],
  weight: ['weight', 'weightlb', 'weightlbs', 'weightoz'],
  weightKg: ['weightkg', 'weightinkg'],
  weightGrams: ['variantgrams', 'weightvaluegrams', 'grams', 'weightg', 'weightgrams', 'weightingrams'],
  weightUnit: ['weightunit', 'variantweightunit', 'weightunitfordisplay'],
  length: namesOfSide('length'),
  width: namesOfSide('width'),
  height: namesOfSide('height'),
  lengthUnit: ['lengthunit', 'dimensionunit', 'dimensionsunit'],
  barcode: ['barcode', 'barcodes', 'variantbarcode', 'variantbarcodes', 'ean', 'gtin', 'upc', 'gtinupceanorisbn'],
  taxable: ['taxable', 'varianttaxable', 'chargetax', 'taxstatus'],
  requiresShipping: ['requiresshipping', 'variantrequiresshipping'],
  localPickup: ['localpickup', 'pickup'],
  images: ['images', 'image', 'imagesrc', 'imageurl', 'imageurls', 'pictures', 'productimageurl'],
  imagePosition: ['imageposition'],
  imageAlt: ['imagealttext', 'imagealt'],
  variantImage: ['variantimage', 'variantimageurl'],
  description: ['description', 'bodyhtml', 'body', 'descriptionhtml'],
  seoTitle: ['seotitle', 'metatitle'],
  seoDescription: ['seodescription', 'metadescription'],
  metafields: ['metafields', 'specifications'],
  variantMetafields: ['variantmetafields', 'variantspecifications'],
  option1Name: ['option1name', 'attribute1name', 'variation1name'],
  option1Value: ['option1value', 'option1', 'attribute1values'],
  option1Values: ['variation1values'],
  option2Name: ['option2name', 'attribute2name', 'variation2name'],
  option2Value: ['option2value', 'option2', 'attribute2values'],
  option2Values: ['variation2values'],
  option3Name: ['option3name', 'attribute3name'],
  option3Value: ['option3value', 'option3', 'attribute3values'],
};
/** The same of tables in German, French, Dutch and Spanish. */
const FOREIGN_HEADERS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  sku: ['artikelnummer', 'artikelnr', 'reference', 'artnr', 'referencia', 'codigo', 'ugs'],
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
  price: [
    'preis',
    'verkaufspreis',
    'regularerpreis',
    'prix',
    'prixdevente',
    'tarifregulier',
    'prijs',
    'verkoopprijs',
    'reguliereprijs',
    'precio',
    'precioventa',
    'precionormal',
  ],
  salePrice: ['angebotspreis', 'tarifpromo', 'actieprijs', 'preciorebajado'],
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
  currency: ['wahrung', 'devise', 'valuta', 'moneda'],
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
  weightGrams: ['gewichtg', 'gewichting', 'gewichtingramm', 'gewichtingram', 'poidsg', 'poidseng', 'pesog', 'pesoeng'],
  weightUnit: ['gewichtseinheit', 'unitedepoids', 'gewichtseenheid', 'unidaddepeso'],
  length: ['lange', 'longueur', 'lengte', 'longitud', 'largo'].flatMap(namesOfSide),
  width: ['breite', 'largeur', 'breedte', 'anchura', 'ancho'].flatMap(namesOfSide),
  height: ['hohe', 'hauteur', 'hoogte', 'altura', 'alto'].flatMap(namesOfSide),
  barcode: ['strichcode', 'codebarres', 'codebarre', 'streepjescode', 'codigodebarras'],
  taxable: ['steuerpflichtig', 'steuerstatus', 'taxableonoui', 'belastbaar', 'imponible'],
  requiresShipping: ['versandnotig', 'versanderforderlich', 'livraisonrequise', 'verzendingnodig', 'requiereenvio'],
  localPickup: ['abholung', 'retraitsurplace', 'afhalen', 'recogidalocal'],
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
  imageAlt: ['alternativtext', 'textealternatif', 'alternatievetekst', 'textoalternativo'],
  description: ['beschreibung', 'produktbeschreibung', 'beschrijving', 'omschrijving', 'descripcion'],
  option1Name: ['attribut1name', 'nomdelattribut1', 'nombredelatributo1', 'naamattribuut1'],
  option1Value: ['attribut1werte', 'valeursdelattribut1', 'valoresdelatributo1', 'waardenattribuut1'],
  option2Name: ['attribut2name', 'nomdelattribut2', 'nombredelatributo2', 'naamattribuut2'],
  option2Value: ['attribut2werte', 'valeursdelattribut2', 'valoresdelatributo2', 'waardenattribuut2'],
  option3Name: ['attribut3name', 'nomdelattribut3', 'nombredelatributo3', 'naamattribuut3'],
  option3Value: ['attribut3werte', 'valeursdelattribut3', 'valoresdelatributo3', 'waardenattribuut3'],
};
/** Headers that mean a field in WooCommerce's export alone: elsewhere they are too common a word. */
const WOO_HEADERS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  rowId: ['id'],
  rowType: ['type', 'typ', 'tipo'],
  parent: ['parent', 'ubergeordnetesprodukt', 'superior', 'hoofd', 'hoofdproduct'],
  inStock: ['instock', 'vorratig', 'enstock', 'opvoorraad', 'hayexistencias'],
};

type Dictionary = ReadonlyMap<string, ImportField>;
const toDictionary = (headers: Readonly<Partial<Record<ImportField, readonly string[]>>>): Dictionary =>
  new Map(
    Object.entries(headers).flatMap(([field, names]) => names.map((name) => [name, field as ImportField] as const)),
  );
const ENGLISH = toDictionary(HEADERS);
const FOREIGN = toDictionary(FOREIGN_HEADERS);
const WOO = toDictionary(WOO_HEADERS);

/** A header without case, accents, spaces and signs. */
export const plainHeader = (header: string): string =>
  header
    .slice(0, 255)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The number in the header of one of Etsy's pictures. */
const PICTURE = /^(?:image|photo)\d{1,2}$/;

function findField(plain: string, format: ImportFormat): ImportField | undefined {
  const own = format === 'woocommerce' ? WOO.get(plain) : undefined;
  return own ?? ENGLISH.get(plain) ?? FOREIGN.get(plain) ?? (PICTURE.test(plain) ? 'images' : undefined);
}

/** How many columns of a line are known by their headers. */
export const countKnownHeaders = (cells: readonly string[]): number => {
  const found = cells.flatMap((cell) => findField(plainHeader(cell), 'other') ?? []);
  return new Set(found).size;
};

/** Whether most of the known headers are in a language that writes a decimal comma. */
export function hasCommaHeaders(headers: readonly string[]): boolean {
  const plain = headers.map(plainHeader);
  const english = plain.filter((header) => ENGLISH.has(header)).length;
  return plain.filter((header) => !ENGLISH.has(header) && FOREIGN.has(header)).length > english;
}

/** The program whose export a table is, by its headers. */
export function detectFormat(headers: readonly string[]): ImportFormat {
  const plain = new Set(headers.map(plainHeader));
  const has = (...names: string[]): boolean => names.some((name) => plain.has(name));
  if (has('variantid') && has('submission')) return 'own';
  if (has('variantmetafields') && has('compareatprice')) return 'own';
  if (has('urlhandle') && has('title', 'price', 'sku')) return 'platform';
  if (has('handle') && has('variantprice', 'variantsku', 'bodyhtml', 'option1value')) return 'platform';
  const isSold = has('regularprice', 'regularerpreis', 'tarifregulier', 'precionormal', 'reguliereprijs');
  if (isSold && has('type', 'typ', 'tipo')) return 'woocommerce';
  if (has('currencycode') && has('quantity') && has('image1', 'photo1', 'variation1type')) return 'etsy';
  return 'other';
}

/** A column of the platform's export that holds one specification: `Care (product.metafields.custom.care)`. */
const METAFIELD = /\((product|variant)\.metafields\.([\w-]{2,255})\.([\w-]{2,64})\)\s*$/;

export type NamedMetafield = { owner: 'PRODUCT' | 'PRODUCTVARIANT'; namespace: string; key: string };

/** The specification that a header names, or undefined. */
export function readMetafieldHeader(header: string): NamedMetafield | undefined {
  const [, owner, namespace, key] = METAFIELD.exec(header.slice(0, 1_000)) ?? [];
  if (namespace === undefined || key === undefined) return undefined;
  return { owner: owner === 'variant' ? 'PRODUCTVARIANT' : 'PRODUCT', namespace, key };
}

type Suggest = {
  /** The vendor is the marketplace's to say. */
  withVendor: boolean;
  /** Whether a specification may be set by a column of its own. */
  canSet?: (named: NamedMetafield) => boolean;
  /** Every row is a variant by its SKU: nothing joins rows or stands for several. */
  isFlat?: boolean;
};

/** Fields that make rows depend on each other. */
const JOINING: ReadonlySet<ImportField> = new Set<ImportField>([
  'handle',
  'rowId',
  'rowType',
  'parent',
  'option1Values',
  'option2Values',
]);

/** The fields that columns are by their headers' names, each once but for those of which several columns may be. */
export function suggestMapping(headers: readonly string[], o: Suggest): Mapping {
  const format = detectFormat(headers);
  const used = new Set<string>();
  const found = new Set(headers.map((header) => findField(plainHeader(header), format)));
  // One alone may be the length of a sleeve.
  const hasSides = SIDES.every((side) => found.has(side));
  const columns = headers.map((header) => {
    const named = readMetafieldHeader(header);
    if (named) return o.canSet?.(named) ? 'metafield' : null;
    const field = findField(plainHeader(header), format);
    if (field === undefined || (field === 'vendor' && !o.withVendor)) return null;
    if (!hasSides && (SIDES as readonly ImportField[]).includes(field)) return null;
    if (o.isFlat && JOINING.has(field)) return null;
    if (used.has(toSlot(field)) && !isRepeatable(field)) return null;
    used.add(toSlot(field));
    return field;
  });
  return { columns, optionNames: ['', '', ''] };
}

/** Columns of known exports that say nothing a product could lack: ids and times, and what every product has by itself. */
const IDLE_COLUMNS: ReadonlySet<string> = new Set([
  'productid',
  'variantid',
  'variant',
  'submission',
  'stocktracked',
  'variation1type',
  'variation2type',
  'createdat',
  'updatedat',
]);
/** Values by which a column says no more than what holds for every product here. */
const USUAL_VALUES: Readonly<Record<string, readonly string[]>> = {
  giftcard: ['false'],
  fulfillmentservice: ['manual'],
  variantfulfillmentservice: ['manual'],
  variantinventorypolicy: ['deny'],
  continuesellingwhenoutofstock: ['deny', 'false'],
  isfeatured: ['0'],
  backordersallowed: ['0'],
  soldindividually: ['0'],
};

/** Whether a cell of a column that is not imported holds something that is lost. */
export function isLost(header: string, format: ImportFormat, cell: string): boolean {
  const value = cell.trim().toLowerCase();
  if (value === '') return false;
  const plain = plainHeader(header);
  if ((format === 'own' || format === 'etsy') && IDLE_COLUMNS.has(plain)) return false;
  return !(USUAL_VALUES[plain]?.includes(value) ?? false);
}
