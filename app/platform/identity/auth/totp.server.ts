import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { create } from 'qrcode';

/** What every authenticator app understands: SHA-1, six digits, 30 seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code of the step before or after is taken too, for clocks that go wrong a little. */
const WINDOW = 1;

const createTotp = (secret: string, o: { issuer: string; label: string }) =>
  new TOTP({ ...FORM, ...o, issuerInLabel: true, secret: Secret.fromBase32(secret) });

/** A new secret of 160 bits, in base32 as authenticator apps take it. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The time step that a code belongs to, when it is right at a moment and newer than the last one taken; else undefined. */
export function matchTotp(secret: string, code: string, o: { at: Date; lastStep: bigint | null }): bigint | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = o.at.getTime();
  const delta = createTotp(secret, { issuer: '', label: '' }).validate({ token, timestamp, window: WINDOW });
  if (delta === null) return undefined;
  const step = BigInt(Math.floor(timestamp / 1000 / FORM.period) + delta);
  return o.lastStep !== null && step <= o.lastStep ? undefined : step;
}

/** The address that an authenticator app reads, with the names that it shows. */
export function totpAddress(secret: string, o: { issuer: string; label: string }): string {
  return createTotp(secret, o).toString();
}

/** A QR code as one SVG path on a square of `size` units, quiet zone included. */
export function qrPath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const quiet = 4;
  let path = '';
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(y, x)) path += `M${x + quiet} ${y + quiet}h1v1h-1z`;
    }
  }
  return { size: modules.size + 2 * quiet, path };
}

export const RECOVERY_CODES = 10;
/** Letters and digits that nobody mistakes for another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes of about 49 bits, written in two groups of five. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: 10 }, () => pick());
    return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
  });
}

/** One letter, each as likely as the others: bytes beyond the last whole round are thrown away. */
function pick(): string {
  for (;;) {
    const byte = randomBytes(1)[0] ?? 0;
    if (byte < Math.floor(256 / LETTERS.length) * LETTERS.length) return LETTERS[byte % LETTERS.length] ?? '';
  }
}

/** A recovery code as it is kept and compared, however it was typed; undefined for what cannot be one. */
export function normaliseRecoveryCode(typed: string): string | undefined {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return new RegExp(`^[${LETTERS}]{10}$`).test(letters) ? letters : undefined;
}
