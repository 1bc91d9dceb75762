import type { PageKind } from '../shell/places.ts';

/** How wide each kind of page is drawn. */
export const PAGE_WIDTHS: Readonly<Record<PageKind, { narrowWidth?: boolean; fullWidth?: boolean }>> = {
  form: { narrowWidth: true },
  list: {},
  split: { fullWidth: true },
};
