import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type Keyring = readonly { id: string; key: Buffer }[];

/** Encrypts and decrypts with AES-256-GCM; the key's id travels with the value, so that keys can be rotated. */
export type Vault = {
  seal(plain: Buffer | string): Buffer;
  open(encrypted: Uint8Array): Buffer;
  sealText(plain: string): string;
  openText(encrypted: string): string;
  /** Whether a value was sealed with an older key and should be sealed again. */
  isStale(encrypted: string): boolean;
};

const TEXT_PREFIX = 'sealed:';

/** A vault over a keyring: the first key seals, all of them open. A value that no key opens is an error. */
export function createVault(keys: Keyring): Vault {
  const first = keys[0];
  if (!first) throw new Error('The keyring is empty');
  const seal = (plain: Buffer | string): Buffer => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', first.key, nonce);
    const body = Buffer.concat([
      cipher.update(typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain),
      cipher.final(),
    ]);
    const id = Buffer.from(first.id, 'utf8');
    return Buffer.concat([Buffer.from([id.length]), id, nonce, cipher.getAuthTag(), body]);
  };
  const keyIdOf = (encrypted: Buffer): string => encrypted.subarray(1, 1 + (encrypted[0] ?? 0)).toString('utf8');
  const open = (value: Uint8Array): Buffer => {
    const encrypted = Buffer.from(value);
    const id = keyIdOf(encrypted);
    const key = keys.find((candidate) => candidate.id === id)?.key;
    if (!key) throw new Error(`No encryption key ${id} on the keyring`);
    const start = 1 + (encrypted[0] ?? 0);
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(start, start + 12));
    decipher.setAuthTag(encrypted.subarray(start + 12, start + 28));
    return Buffer.concat([decipher.update(encrypted.subarray(start + 28)), decipher.final()]);
  };
  return {
    seal,
    open,
    sealText: (plain) => TEXT_PREFIX + seal(plain).toString('base64url'),
    openText: (encrypted) => {
      if (!encrypted.startsWith(TEXT_PREFIX)) throw new Error('The value was not sealed');
      return open(Buffer.from(encrypted.slice(TEXT_PREFIX.length), 'base64url')).toString('utf8');
    },
    isStale: (encrypted) => keyIdOf(Buffer.from(encrypted.slice(TEXT_PREFIX.length), 'base64url')) !== first.id,
  };
}

/** A random value for links and cookies, url-safe. 16 bytes are 128 bits. */
export function randomToken(bytes = 24): string {
  return randomBytes(bytes).toString('base64url');
}

/** SHA-256 in hex: how tokens and codes are kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function hmacSha256(key: string | Buffer, data: string | Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** Whether one of these secrets signed the data: every secret is tried, in constant time each. */
export function isSignedBy(secrets: readonly string[], data: string | Buffer, signature: Uint8Array): boolean {
  return secrets.map((secret) => equalBytes(signature, hmacSha256(secret, data))).includes(true);
}

/** Compares in constant time; different lengths are unequal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
