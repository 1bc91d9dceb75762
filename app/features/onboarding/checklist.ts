/** The first steps of a marketplace, in their order; each is done by what exists, never by a tick. */
export const MARKETPLACE_STEPS = [
  'branding',
  'commission',
  'fields',
  'shipping',
  'payments',
  'vendor',
  'firstProduct',
] as const;
/** The first steps of a vendor. */
export const VENDOR_STEPS = ['product', 'payoutMethod', 'bankAccount', 'address', 'page', 'team'] as const;
export const SETUP_STEPS = [...MARKETPLACE_STEPS, ...VENDOR_STEPS] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Where each step is done, below the layout. */
export const STEP_PATHS: Readonly<Record<SetupStep, string>> = {
  branding: '/settings/look',
  commission: '/commissions',
  fields: '/fields',
  shipping: '/settings/shipping/defaults',
  payments: '/payments',
  vendor: '/vendors',
  firstProduct: '/products',
  product: '/products/new',
  payoutMethod: '/payment-information',
  bankAccount: '/payment-information',
  address: '/settings/shipping/from',
  page: '/vendor-page',
  team: '/team',
};

/** What of each step is so: done, open, or (undefined) nothing that the viewer can do, because its part is off or not theirs. */
export type SetupFacts = Partial<Record<SetupStep, boolean>>;

/** The first steps as somebody sees them. JSON-safe. */
export type Checklist = {
  steps: { step: SetupStep; done: boolean }[];
  /** Not finished, and not dismissed. */
  isShown: boolean;
  /** Dismissed before it was finished: it can be shown again. */
  isDismissed: boolean;
  mayDismiss: boolean;
};

/** The checklist that facts come to. Steps whose part is off are absent; one without any step is finished. */
export function buildChecklist(
  names: readonly SetupStep[],
  facts: SetupFacts,
  o: { dismissed: boolean; mayDismiss: boolean },
): Checklist {
  const steps = names.flatMap((step) => {
    const done = facts[step];
    return done === undefined ? [] : [{ step, done }];
  });
  const isOpen = steps.some(({ done }) => !done);
  return { steps, isShown: isOpen && !o.dismissed, isDismissed: isOpen && o.dismissed, mayDismiss: o.mayDismiss };
}
