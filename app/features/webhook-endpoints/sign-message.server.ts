import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret of an endpoint, as Standard Webhooks writes it: `whsec_` and base64. */
export const createSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * The headers of a message by Standard Webhooks: its id, the second of the try, and a signature by each secret in force.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signMessage(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(message.at.getTime() / 1_000));
  const signed = `${message.id}.${seconds}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return { 'webhook-id': message.id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
