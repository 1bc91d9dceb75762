/** Services that can send a marketplace's mails in place of its own mail server. */
export const MAIL_SERVICES = ['brevo', 'klaviyo'] as const;
export type MailService = (typeof MAIL_SERVICES)[number];

export const MAIL_SERVICE_NAMES: Readonly<Record<MailService, string>> = { brevo: 'Brevo', klaviyo: 'Klaviyo' };

/**
 * Why a service did not send a mail. All but `unanswered` are certain: nothing was taken. With `unanswered` nobody knows, so that
 * whoever tries again does it under the same key, or asks the service first.
 */
export const MAIL_SERVICE_REASONS = ['key', 'credit', 'sender', 'busy', 'unreached', 'refused', 'unanswered'] as const;
export type MailServiceReason = (typeof MAIL_SERVICE_REASONS)[number];

/** A service's refusal as features see it: its status and its code, never its text, which may hold an address. */
export class MailServiceProblem extends Error {
  override name = 'MailServiceProblem';
  readonly service: MailService;
  readonly reason: MailServiceReason;
  /** The service's own; empty where it gave none that is a plain word. */
  readonly code: string;

  constructor(service: MailService, reason: MailServiceReason, o: { status?: number; code?: string } = {}) {
    const code = o.code !== undefined && /^[\w.-]{1,80}$/.test(o.code) ? o.code : '';
    super(`${MAIL_SERVICE_NAMES[service]} ${reason}: ${[o.status, code].filter(Boolean).join(' ') || 'no answer'}`);
    this.service = service;
    this.reason = reason;
    this.code = code;
  }
}
