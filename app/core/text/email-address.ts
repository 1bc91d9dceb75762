/** The longest address that mail servers take, in characters. */
export const EMAIL_MAX = 254;

/** What the HTML standard lets stand before the @. */
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
/** A label of a domain as the HTML standard has it; labels of other scripts are written like this in their ASCII form. */
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** Signs that would make something else than a host of what is read as an address of the web. */
const NO_HOST = /[\s\p{Cc}/?#@:[\]\\%|<>^"`{}]/u;

/**
 * The normal form of an address, in which it is stored, compared and written to: small letters, a domain of any script in its
 * ASCII form. Undefined where the text is no address: what the HTML standard takes, with a domain that has a dot.
 */
export function readEmailAddress(text: string): string | undefined {
  const address = text.trim();
  if (address.length > EMAIL_MAX) return undefined;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = readDomain(address.slice(at + 1));
  if (!LOCAL_PART.test(local) || domain === undefined) return undefined;
  const normal = `${local.toLowerCase()}@${domain}`;
  return normal.length > EMAIL_MAX ? undefined : normal;
}

/** Whether a text is an e-mail address. */
export const isEmailAddress = (text: string): boolean => readEmailAddress(text) !== undefined;

/** The one way in which an address is written and compared; what is no address (somebody else stored it) in small letters. */
export function normaliseEmail(text: string): string {
  return readEmailAddress(text) ?? text.normalize('NFC').trim().toLowerCase();
}

/** A domain in its ASCII form, as browsers and servers alike make it of the host of an address of the web. */
function readDomain(text: string): string | undefined {
  if (NO_HOST.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const domain = new URL(`http://${text}`).hostname;
  const labels = domain.split('.');
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '');
  return labels.length > 1 && !isNumber && labels.every((label) => LABEL.test(label)) ? domain : undefined;
}
