export const MAX_COMMENT = 2000;
