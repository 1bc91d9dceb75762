import type { GridField } from './grid-block.ts';

/** Which fields of a variant the store's form offers. */
export type FieldSwitches = {
  compareAt: boolean;
  sku: boolean;
  barcode: boolean;
  taxable: boolean;
  /** Whether stock may be left uncounted. */
  untracked: boolean;
  /** False where everything is digital. */
  shipping: boolean;
};

/** The columns that the store's form offers, in their order. */
export function toFields(switches: FieldSwitches): GridField[] {
  return [
    'price',
    ...(switches.compareAt ? ['compareAt' as const] : []),
    'stock',
    ...(switches.sku ? ['sku' as const] : []),
    ...(switches.barcode ? ['barcode' as const] : []),
    ...(switches.shipping ? ['weight' as const] : []),
  ];
}
