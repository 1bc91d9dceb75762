/** The menus that a store could once choose; what was chosen is kept, and there is one menu. */
export const MENUS = ['classic', 'all'] as const;
export type Menu = (typeof MENUS)[number];
