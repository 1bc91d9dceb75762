/** The parts of the marketplace that can be switched on or off, by the specification's names, and how a new store begins. */
export const SWITCH_DEFAULTS = {
  comments: true,
  delivery: false,
  specifications: false,
  useFinanceV2: false,
  display: true,
  autoFulfillDigital: false,
  discounts: false,
  makeAnOffer: false,
  messages: false,
  holidayMode: false,
  currencies: false,
  integrations: false,
  translations: false,
  auditLogs: true,
  dashboard: true,
  catalog: false,
} as const satisfies Record<string, boolean>;

export type SwitchName = keyof typeof SWITCH_DEFAULTS;
export const SWITCH_NAMES = Object.keys(SWITCH_DEFAULTS) as SwitchName[];

/** Every switch with whether it is on. */
export type Switches = Readonly<Record<SwitchName, boolean>>;
