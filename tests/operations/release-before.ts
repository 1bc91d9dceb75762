/** The last commit of the release before. */
export const RELEASE_BEFORE = { name: '0.4.0', commit: 'a5bc37c2697f8bcfc52bac31da299c784e4bb332' };
