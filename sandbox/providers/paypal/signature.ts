import { createSign, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Sandbox } from '../../core/kernel.ts';
import { paypalOf } from './apps.ts';
import { originOf } from './call.ts';

export const CERT_NAME = 'CERT-souk-sandbox';
const ALGORITHM = 'SHA256withRSA';

export type Transmission = {
  auth_algo: string;
  cert_url: string;
  transmission_id: string;
  transmission_sig: string;
  transmission_time: string;
  webhook_id: string;
};

function signingKeys(sandbox: Sandbox): { publicKey: string; privateKey: string } {
  const state = paypalOf(sandbox);
  state.signing ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return state.signing;
}

/** The public key in place of PayPal's certificate. */
export function publicKeyOf(sandbox: Sandbox): string {
  return signingKeys(sandbox).publicKey;
}

function messageOf(id: string, time: string, webhookId: string, body: string): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}

/** The headers of a delivery, signed for now; null when the webhook is gone. */
export function signPaypalDelivery(sandbox: Sandbox, webhookId: string, body: string): Record<string, string> | null {
  const state = paypalOf(sandbox);
  const webhook = state.webhooks.find((candidate) => candidate.id === webhookId);
  const app = state.apps.find((candidate) => candidate.id === webhook?.appId);
  if (!webhook || !app) return null;
  const time = sandbox.clock.iso();
  // The published contract of the verification wants signatures that begin with a letter or a digit: another id is another signature.
  let [id, signature] = ['', ''];
  while (!/^\w/.test(signature)) {
    id = randomUUID();
    const signer = createSign('RSA-SHA256').update(messageOf(id, time, webhookId, body));
    signature = signer.sign(signingKeys(sandbox).privateKey, 'base64');
  }
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature,
    'paypal-auth-algo': ALGORITHM,
    'paypal-cert-url': certUrlOf(originOf(app.environment)),
    'user-agent': 'PayPal/AUHD-214.0-58843450',
  };
}

function certUrlOf(origin: string): string {
  return `${origin}/v1/notifications/certs/${CERT_NAME}`;
}

/** Whether a delivery was signed by PayPal for this webhook and body. */
export function isSigned(sandbox: Sandbox, sent: Transmission, origin: string, body: string): boolean {
  if (sent.auth_algo !== ALGORITHM || sent.cert_url !== certUrlOf(origin)) return false;
  return createVerify('RSA-SHA256')
    .update(messageOf(sent.transmission_id, sent.transmission_time, sent.webhook_id, body))
    .verify(publicKeyOf(sandbox), sent.transmission_sig, 'base64');
}
