/** The lists of which people keep views and choose columns. */
export const LISTS = ['orders', 'products', 'changes', 'vendors', 'money', 'payouts', 'duePayouts'] as const;
export type ListName = (typeof LISTS)[number];

export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 40;
export const MAX_ADDRESS = 1_000;
export const MAX_HIDDEN_COLUMNS = 20;
export const COLUMN_ID = /^[a-zA-Z]{1,30}$/;

/** Who somebody is across their sign-ins, as it is stored with what they keep for themselves. */
export const personKey = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`;
