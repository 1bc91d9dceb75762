import { foldForSearch } from '#app/core/text/folding.ts';
import type { SwitchableVendor } from './shell-data.ts';

/** A part of a name, and whether it is what was searched for. */
export type NamePart = { text: string; hit: boolean };

/** Vendors whose name holds every typed word, in the order the server gave: most orders first, then most products. */
export function filterVendors(vendors: readonly SwitchableVendor[], typed: string): SwitchableVendor[] {
  const words = foldForSearch(typed).split(/\s+/).filter(Boolean);
  return vendors.filter((vendor) => {
    const name = foldForSearch(vendor.name);
    return words.every((word) => name.includes(word));
  });
}

/** Cuts a name so that the first place of what was typed can be marked. */
export function markName(name: string, typed: string): NamePart[] {
  const word = foldForSearch(typed).split(/\s+/).find(Boolean);
  const chars = Array.from(name);
  if (!word) return [{ text: name, hit: false }];
  const folded = chars.map(foldForSearch);
  for (let start = 0; start < chars.length; start += 1) {
    let end = start;
    let found = '';
    while (found.length < word.length && end < chars.length) found += folded[end++] ?? '';
    if (found === word) {
      return [
        { text: chars.slice(0, start).join(''), hit: false },
        { text: chars.slice(start, end).join(''), hit: true },
        { text: chars.slice(end).join(''), hit: false },
      ].filter((part) => part.text !== '');
    }
  }
  return [{ text: name, hit: false }];
}
