/** The longest comment on an order, in characters. */
export const MAX_COMMENT = 2000;
