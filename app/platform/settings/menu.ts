/** Which menu people get: `all` gathers what is set up once under Settings, `classic` lists every screen. */
export const MENUS = ['classic', 'all'] as const;
export type Menu = (typeof MENUS)[number];
