import type { ProductDto } from '#app/features/products/products.contract.ts';
import type { RowValues } from './row-values.ts';
import type { Sent, SentMedium } from './sent-product.ts';

/** A picture's address as the export writes it, in which commas and spaces are encoded. */
export const plainAddress = (address: string): string => address.replaceAll(',', '%2C').replaceAll(' ', '%20');

type NamedPicture = { src: string; alt: string | undefined };

/** The pictures that rows name, each once: in the order that the table says, else in that of the rows; then those of variants alone. */
function listPictures(rows: readonly RowValues[]): NamedPicture[] {
  const ordered = rows
    .map((row, index) => ({ row, place: row.imagePosition ?? index + 1 }))
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row);
  const pictures = new Map<string, NamedPicture>();
  for (const { images = [], imageAlt } of ordered) {
    images.forEach((src, index) => {
      const alt = index === 0 ? imageAlt : undefined;
      if (!pictures.has(src) || alt) pictures.set(src, { src, alt });
    });
  }
  for (const { variantImage: src } of rows) {
    if (src !== undefined && !pictures.has(src)) pictures.set(src, { src, alt: undefined });
  }
  return [...pictures.values()];
}

/** The name of a file that the platform took over from elsewhere: it keeps the name, and adds an id where it has it already. */
function storedFileName(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.replace(/_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.|$)/, '');
}

const isStored = (address: string): boolean =>
  /^https:\/\/(?:cdn\.shopify\.com|[\w-]+\.myshopify\.com\/cdn)\//.test(address);

/** Whether a picture of a product is the one at an address: it lies there, or the platform has a copy of it under the same name. */
function isSamePicture(stored: string, address: string): boolean {
  if (plainAddress(stored) === plainAddress(address)) return true;
  return isStored(stored) && !isStored(address) && storedFileName(stored) === storedFileName(address);
}

/** The pictures that the rows name, in their order; those that the product has stay the same, and so do its films. */
export function mergeMedia(
  known: ProductDto | undefined,
  kept: Sent['media'],
  rows: readonly RowValues[],
): Sent['media'] {
  const isWhole = rows.some(({ images }) => images !== undefined);
  if (!isWhole && rows.every(({ variantImage }) => variantImage === undefined)) return kept;
  const own = (known?.media ?? []).map((medium, index) => ({ medium: kept[index], ...medium }));
  const named = new Set<string>();
  const pictures = listPictures(rows).map(({ src, alt }): Sent['media'][number] => {
    const same = own.find((one) => one.src !== null && !named.has(one.id) && isSamePicture(one.src, src));
    if (same?.medium) {
      named.add(same.id);
      return { ...same.medium, alt: alt ?? same.medium.alt };
    }
    return { id: undefined, src, alt: alt ?? '', contentType: 'IMAGE' };
  });
  if (!isWhole) {
    // Pictures of variants alone are added to those that are there.
    return [...kept.map((medium) => pictures.find(({ id }) => id === medium.id) ?? medium), ...pictures.filter(isNew)];
  }
  // A film, or a picture that has not arrived yet, has no address in a table.
  const others = own.filter(({ contentType, src }) => contentType !== 'IMAGE' || src === null);
  if (others.length === 0) return pictures;
  const inPlace = kept.flatMap((medium) => {
    const picture = pictures.find(({ id }) => id === medium.id);
    return picture ?? (others.some(({ id }) => id === medium.id) ? [medium] : []);
  });
  const order = inPlace.filter(({ id }) => named.has(id ?? ''));
  const isSameOrder =
    pictures.every(({ id }) => id !== undefined) && order.every(({ id }, index) => id === pictures[index]?.id);
  return isSameOrder ? inPlace : [...pictures, ...others.flatMap(({ medium }) => (medium ? [medium] : []))];
}

const isNew = ({ id }: SentMedium): boolean => id === undefined;

export type FindPicture = (address: string) => string | undefined;

/** The picture of a product at an address: by its id, or by its address where it is new. */
export function findVariantPicture(known: ProductDto | undefined, media: Sent['media']): FindPicture {
  const srcOf = new Map((known?.media ?? []).map(({ id, src }) => [id, src]));
  return (address) => {
    const found = media.find(({ id, src }) => {
      const stored = src ?? srcOf.get(id ?? '');
      return stored !== undefined && stored !== null && isSamePicture(stored, address);
    });
    return found?.id ?? found?.src;
  };
}
