/** What Brevo and Klaviyo remember. Times are ISO strings of the sandbox's clock. */
export type MailServicesState = {
  brevo: {
    isKeyRevoked: boolean;
    /** Mails that were taken, the newest last; the mails themselves lie in the mail box. */
    sent: BrevoSent[];
    webhooks: { id: number; url: string; events: string[] }[];
  };
  klaviyo: {
    isKeyRevoked: boolean;
    events: KlaviyoTaken[];
  };
};

export type BrevoSent = {
  messageId: string;
  /** The idempotency key; empty where none was given. */
  key: string;
  email: string;
  subject: string;
  tags: string[];
  at: string;
};

export type KlaviyoTaken = {
  id: string;
  metric: string;
  email: string;
  uniqueId: string;
  properties: Record<string, unknown>;
  at: string;
};

export function emptyMailServices(): MailServicesState {
  return { brevo: { isKeyRevoked: false, sent: [], webhooks: [] }, klaviyo: { isKeyRevoked: false, events: [] } };
}
