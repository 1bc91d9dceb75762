import type { LENGTH_UNITS, WEIGHT_UNITS } from '../product.ts';
import { MAX_VARIANTS } from '../product.ts';

/** Which parts of the form of a product vendors get. */
export type FormSwitches = {
  /** Whether a product may have options. */
  enabled: boolean;
  /** The most variants that a product may get. */
  limit: number;
  comparePrice: boolean;
  sku: boolean;
  barcode: boolean;
  taxable: boolean;
  seo: boolean;
  /** Descriptions are plain text. */
  plainDescription: boolean;
  /** Stock may be left uncounted. */
  untrackedStock: boolean;
  /** Nothing is shipped. */
  digitalOnly: boolean;
};
export type Bounds = { min: number; max: number };
/** Characters of title and description, and how many pictures; a max of 0 is no limit. */
export type InputLimit = { title: Bounds; description: Bounds; images: Bounds };
export type DefaultUnits = { length: (typeof LENGTH_UNITS)[number]; weight: (typeof WEIGHT_UNITS)[number] };
/** What the marketplace decided of the form of products, by the specification's names. */
export type ProductForm = { variants: FormSwitches; inputLimit: InputLimit; defaultUnits: DefaultUnits };

const noLimit = (): Bounds => ({ min: 0, max: 0 });

/** How a new store begins: everything is offered. */
export const PRODUCT_FORM_DEFAULTS: ProductForm = {
  variants: {
    enabled: true,
    limit: MAX_VARIANTS,
    comparePrice: true,
    sku: true,
    barcode: true,
    taxable: true,
    seo: true,
    plainDescription: false,
    untrackedStock: true,
    digitalOnly: false,
  },
  inputLimit: { title: noLimit(), description: noLimit(), images: noLimit() },
  defaultUnits: { length: 'cm', weight: 'KILOGRAMS' },
};

/** What the editor shows to one viewer. */
export type ShownForm = {
  variants: boolean;
  seo: boolean;
  plainDescription: boolean;
  switches: {
    compareAt: boolean;
    sku: boolean;
    barcode: boolean;
    taxable: boolean;
    untracked: boolean;
    shipping: boolean;
  };
  units: DefaultUnits;
  /** Undefined for those whom no limits bind. */
  limits: InputLimit | undefined;
};

/** The form as a viewer gets it: the marketplace's own people get all of it, and its limits do not bind them. */
export function shownForm(form: ProductForm, isAdmin: boolean): ShownForm {
  const given = isAdmin ? PRODUCT_FORM_DEFAULTS.variants : form.variants;
  return {
    variants: given.enabled,
    seo: given.seo,
    plainDescription: given.plainDescription,
    switches: {
      compareAt: given.comparePrice,
      sku: given.sku,
      barcode: given.barcode,
      taxable: given.taxable,
      untracked: given.untrackedStock,
      shipping: !given.digitalOnly,
    },
    units: form.defaultUnits,
    limits: isAdmin ? undefined : form.inputLimit,
  };
}
