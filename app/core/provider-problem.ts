/**
 * Why a payment provider did not do what was asked. All but `lost` are certain: nothing was done. `lost` is the one of which
 * nobody knows (no answer, or one that does not say what happened): whoever sends money looks it up before it asks again.
 */
export const PROVIDER_REASONS = [
  'key',
  'expired',
  'not_granted',
  'insufficient',
  'account',
  'country',
  'missing',
  'duplicate',
  'busy',
  'refused',
  'lost',
] as const;
export type ProviderReason = (typeof PROVIDER_REASONS)[number];

export type Provider = 'stripe' | 'paypal';

/**
 * A provider's refusal as features see it. It carries the provider's own code and which field it names, and never its text,
 * its answer or our request: they may hold a key or an address.
 */
export class ProviderProblem extends Error {
  readonly provider: Provider;
  readonly reason: ProviderReason;
  readonly status: number | null;
  readonly code: string;
  readonly field: string;
  /** The right that a restricted key lacks, in the provider's own name for it. */
  readonly permission: string;

  constructor(
    provider: Provider,
    reason: ProviderReason,
    o: {
      status?: number | null | undefined;
      code?: string | undefined;
      field?: string | undefined;
      permission?: string | undefined;
    } = {},
  ) {
    const code = tidy(o.code);
    super(
      `${provider} ${reason === 'lost' ? 'left open what happened' : 'refused'}: ${[o.status, code, tidy(o.field)].filter(Boolean).join(' ') || reason}`,
    );
    this.name = 'ProviderProblem';
    this.provider = provider;
    this.reason = reason;
    this.status = o.status ?? null;
    this.code = code;
    this.field = tidy(o.field);
    this.permission = tidy(o.permission);
  }
}

/** A code or the name of a field: short, and of such signs only. Anything else is left out. */
function tidy(text: string | undefined): string {
  return text !== undefined && /^[\w.[\]-]{1,80}$/.test(text) ? text : '';
}
