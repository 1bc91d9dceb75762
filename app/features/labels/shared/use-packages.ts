import { useState } from 'react';
import type { OrderLabelsDto } from '../labels.contract.ts';
import { MAX_PACKAGES, splitGrams } from '../packages/package-states.ts';

/** A package as it is typed: grams and centimetres. */
export type Measures = Record<'grams' | 'length' | 'width' | 'height', string>;

type Suggested = OrderLabelsDto['parts'][number]['package'];

const toMeasures = ({ grams, length, width, height }: Suggested): Measures => ({
  grams: String(grams ?? ''),
  length: String(length ?? ''),
  width: String(width ?? ''),
  height: String(height ?? ''),
});

export type Packages = ReturnType<typeof usePackages>;

/** The packages of a label: one at first, as it is suggested. As long as nobody typed a weight, all of them share the suggested one. */
export function usePackages(suggested: Suggested) {
  const [all, setAll] = useState<Measures[]>(() => [toMeasures(suggested)]);
  const [hasOwnWeights, setOwnWeights] = useState(false);
  const shareWeight = (packages: Measures[]): Measures[] => {
    if (hasOwnWeights || suggested.grams === null) return packages;
    const vendorOrders = splitGrams(suggested.grams, packages.length);
    return packages.map((one, at) => ({ ...one, grams: String(vendorOrders[at] ?? '') }));
  };
  return {
    all,
    canAdd: all.length < MAX_PACKAGES,
    set: (at: number, name: keyof Measures, value: string) => {
      if (name === 'grams' && value !== all[at]?.grams) setOwnWeights(true);
      setAll((before) => before.map((one, place) => (place === at ? { ...one, [name]: value } : one)));
    },
    add: () => {
      setAll((before) => {
        const last = before.at(-1) ?? toMeasures(suggested);
        return shareWeight([...before, { ...last, grams: '' }]);
      });
    },
    remove: (at: number) => {
      setAll((before) => shareWeight(before.filter((_, place) => place !== at)));
    },
  };
}
