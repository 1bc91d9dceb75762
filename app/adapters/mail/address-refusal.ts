/** What a mail server said when it did not take a mail: its code, the command it answered, and its text. */
export type ServerRefusal = { responseCode: number; command: string; response: string };

/** The mail server says that the address does not exist or takes no mail. Another try would end the same way. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError';
}

/** Enhanced codes (RFC 3463) of an address that is wrong, unknown, moved or closed. */
const OF_ADDRESS = /\b5\.(?:1\.\d{1,2}|2\.1)\b/;
const ENHANCED = /\b5\.\d\.\d{1,2}\b/;
const MAX_RESPONSE = 1_000;

/**
 * Whether a refusal is permanent and about the address. Policy, reputation, size and a full mailbox are not: they say nothing about
 * whether the next mail would be taken.
 */
export function isAddressRefusal({ responseCode, command, response }: ServerRefusal): boolean {
  if (responseCode < 500 || responseCode > 599) return false;
  const text = response.slice(0, MAX_RESPONSE);
  if (OF_ADDRESS.test(text)) return true;
  // Without an enhanced code, 550 and 553 to the recipient itself mean the address.
  return !ENHANCED.test(text) && command === 'RCPT TO' && (responseCode === 550 || responseCode === 553);
}
