/**
 * Checks whose absence no question notices, each with what else holds there. They stay: they are the first of two doors. The
 * key is the file and the text of the check.
 */
export const REDUNDANT: Readonly<Record<string, string>> = {};
