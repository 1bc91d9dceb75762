/** The units of a package, by the specification's names. */
export const PACKAGE_WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;
export const PACKAGE_LENGTH_UNITS = ['cm', 'in', 'ft', 'm', 'mm', 'yd'] as const;

/** Countries whose addresses name a state. */
const COUNTRIES_WITH_STATES = ['US', 'AU'];

/** Whether an address lacks the state that its country's addresses have. */
export const lacksState = ({ country, state }: { country: string; state: string }): boolean =>
  COUNTRIES_WITH_STATES.includes(country) && state === '';
