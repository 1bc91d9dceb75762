/** What a specification belongs to, as the platform names it. */
export const OWNERS = ['PRODUCT', 'PRODUCTVARIANT'] as const;
export type Owner = (typeof OWNERS)[number];

/** The platform's types that people fill in; every other one is shown with its value and never written by the editor. */
export const FILLABLE_TYPES = [
  ...([
    'single_line_text_field',
    'multi_line_text_field',
    'rich_text_field',
    'number_integer',
    'number_decimal',
  ] as const),
  ...(['boolean', 'date', 'date_time', 'url', 'color', 'money', 'weight', 'dimension', 'volume', 'rating'] as const),
  ...(['product_reference', 'list.single_line_text_field', 'list.number_integer', 'list.number_decimal'] as const),
  ...(['list.date', 'list.url', 'list.color', 'file_reference', 'list.file_reference'] as const),
  ...(['metaobject_reference', 'list.metaobject_reference'] as const),
] as const;
export type FillableType = (typeof FILLABLE_TYPES)[number];
export const isFillable = (type: string): type is FillableType => (FILLABLE_TYPES as readonly string[]).includes(type);

/** Types whose definition may name the only values. */
export const CHOOSING_TYPES: readonly string[] = [
  ...['single_line_text_field', 'list.single_line_text_field'],
  ...['number_integer', 'number_decimal', 'list.number_integer', 'list.number_decimal'],
];

export const MAX_SPECIFICATIONS = 50;
export const MAX_SECTIONS = 30;
export const MAX_VALIDATIONS = 20;

/** A rule of the platform's definition, by the platform's names: `min`, `max`, `regex`, `choices` (a JSON list), … */
export type Validation = { name: string; value: string };
/** Shown only while another specification (`namespace.key` or `key`), or the `productType`, has one of these values. */
export type ShowWhen = { key: string; values: string[] };
/** What the marketplace lets a specification of entries do, beside being chosen from. */
export type EntrySwitches = {
  /** Vendors may add entries to the store. */
  add: boolean;
  /** An entry that a vendor added is its own: no other vendor sees or names it. */
  own: boolean;
  /** Ticked entries are the values of an option of the product, which makes variants. */
  variants: boolean;
};
/** A specification: what the platform's definition says, and what the marketplace adds to it. */
export type Specification = {
  owner: Owner;
  namespace: string;
  key: string;
  name: string;
  description: string;
  /** A type of the platform, one that nobody can fill in included. */
  type: string;
  validations: Validation[];
  required: boolean;
  /** Whether vendors see it, and fill it in. */
  show: boolean;
  /** A short text that is the address of a file, sent by the form. */
  upload: boolean;
  showWhen: ShowWhen | null;
  /** Only of specifications of entries. */
  entries?: EntrySwitches | undefined;
};
/** A group of the editor; keys are `namespace.key`, or the key alone. */
export type Section = { name: string; keys: string[] };
export type Curated = { specifications: Specification[]; sections: Section[] };

type Named = Pick<Specification, 'namespace' | 'key'>;

/** What tells the specifications of one owner apart, and their fields in a form: it holds no dot. */
export const idOf = ({ namespace, key }: Named): string => `${namespace}/${key}`;

/** Whether a key as people and settings write it means this specification. */
export const isMeant = (one: Named, key: string): boolean => key === `${one.namespace}.${one.key}` || key === one.key;

/** Namespaces of this app, of other apps and of the platform itself: nobody writes them as specifications. */
export const isReserved = (namespace: string): boolean => /^(\$app|app--|souk($|[_-])|shopify($|--))/i.test(namespace);

/** The values that a specification's definition allows; none where any value is good. */
export function toChoices({ validations }: Pick<Specification, 'validations'>): string[] {
  return listIn(validations.find((one) => one.name === 'choices')?.value);
}

/** A list of texts in JSON; anything else is no list. */
export function listIn(json: string | undefined): string[] {
  if (json === undefined) return [];
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value)
      ? value.filter((one) => typeof one === 'string' || typeof one === 'number').map((one) => String(one))
      : [];
  } catch {
    return [];
  }
}

/** The specifications of the editor in groups; what no section names stands in a last one without a name. */
export function inSections<One extends Named>(
  specifications: readonly One[],
  sections: readonly Section[],
): { name: string; specifications: One[] }[] {
  const left = new Set(specifications);
  const groups = sections.map(({ name, keys }) => {
    const own = keys.flatMap((key) => [...left].filter((one) => isMeant(one, key)));
    for (const one of own) left.delete(one);
    return { name, specifications: [...new Set(own)] };
  });
  return [...groups, { name: '', specifications: [...left] }].filter((group) => group.specifications.length > 0);
}

/** What conditions look at: values by `idOf`, and the type of the product. */
export type Around = { values: ReadonlyMap<string, string>; productType: string };

/**
 * The specifications that are shown at these values. A condition on a key that is not there, and conditions that lead round in
 * a circle, hide nothing; one behind a hidden specification is compared with no value.
 */
export function visibleSpecifications<One extends Specification>(
  specifications: readonly One[],
  around: Around,
  o: { forAdmin?: boolean; all?: readonly Specification[] } = {},
): One[] {
  const all = o.all ?? specifications;
  const decided = new Map<Specification, boolean>();
  const find = (key: string): Specification | undefined => all.find((one) => isMeant(one, key));
  const isVisible = (one: Specification, trail: readonly Specification[]): boolean => {
    const known = decided.get(one);
    if (known !== undefined) return known;
    let visible = one.show || o.forAdmin === true;
    const { showWhen } = one;
    if (visible && showWhen && !isInCircle(one, find)) {
      const other = showWhen.key === 'productType' ? undefined : find(showWhen.key);
      if (showWhen.key === 'productType') visible = meets(around.productType, showWhen.values);
      else if (other && !trail.includes(other))
        visible = isVisible(other, [...trail, one]) && meets(around.values.get(idOf(other)) ?? '', showWhen.values);
    }
    decided.set(one, visible);
    return visible;
  };
  return specifications.filter((one) => isVisible(one, []));
}

/** Whether the chain of conditions that begins here comes back to where it was. */
function isInCircle(start: Specification, find: (key: string) => Specification | undefined): boolean {
  const met = new Set<Specification>();
  let at: Specification | undefined = start;
  while (at && !met.has(at)) {
    met.add(at);
    at = at.showWhen && at.showWhen.key !== 'productType' ? find(at.showWhen.key) : undefined;
  }
  return at !== undefined;
}

/** Whether a value is one of those that are waited for; of a list each counts, and nothing is as good as "false". */
function meets(value: string, wanted: readonly string[]): boolean {
  const given = (value.startsWith('[') ? listIn(value) : [value]).map((one) => one.trim()).filter((one) => one !== '');
  if (given.length === 0 || (given.length === 1 && given[0] === 'false')) {
    return wanted.includes('') || wanted.includes('false');
  }
  return given.some((one) => wanted.includes(one));
}
