import { isEmailAddress, normaliseEmail } from '#app/core/text/email-address.ts';
import { storedText } from '#app/core/text/stored-text.ts';

/** The longest message of a contact form, in characters. */
export const MESSAGE_MAX = 5_000;
export const FORM_FIELDS_MAX = 20;
export const FORM_KEY_MAX = 50;
export const FORM_VALUE_MAX = 2_000;
export const NAME_MAX = 100;
/** What a bot may type into the field that nobody sees. */
export const TRAP_MAX = 2_000;

/**
 * So many messages are taken in an hour: of one e-mail address, from one network address, and for a whole store. One sender is held
 * far below the store, so that nobody uses up what is everybody's. Mails that ask for a confirmation are fewer still.
 */
export const MAX_MESSAGES_AN_HOUR = { email: 5, address: 20, store: 300 } as const;
export const MAX_SUBSCRIPTIONS_AN_HOUR = { address: 30, store: 600 } as const;
/** Nobody gets more mails than this that ask whether a subscription was meant, however often a stranger types the address. */
export const MAX_CONFIRMATION_MAILS = [
  { most: 2, days: 1 },
  { most: 6, days: 30 },
] as const;
/** The same form within this time is the same message: a second click, a repeated request. */
export const SAME_MESSAGE_MINUTES = 10;
/** How long the link in a mail confirms. */
export const CONFIRM_DAYS = 7;

/** `message` came through the plain call, `form` from a theme's own form with its own fields. */
export const MESSAGE_KINDS = ['message', 'form'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What the inbox shows: what nobody looked at yet, everything that was not put away, and what was. */
export const MESSAGE_VIEWS = ['unread', 'all', 'archived'] as const;
export type MessageView = (typeof MESSAGE_VIEWS)[number];

/** `pending` was asked by mail and has not answered; only `confirmed` wants to be written to. */
export const SUBSCRIBER_STATUSES = ['pending', 'confirmed', 'unsubscribed'] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

/** One field of a form as it was filled in. */
export type FormField = { key: string; value: string };

/** What a form says, with the sender's address and name where a field is named so. */
export type ReadForm = { fields: FormField[]; email: string | null; name: string };

const EMAIL_KEY = /^(e[-_ ]?mail([-_ ]?(address|adresse))?|mail|correo([-_ ]electr[oó]nico)?|courriel)$/i;
const NAME_KEY = /^(your[-_ ]?|full[-_ ]?)?name$|^(naam|nom|nombre)$/i;

/** Whether a field's name says that it holds the sender's address. */
export const isEmailKey = (key: string): boolean => EMAIL_KEY.test(key.trim());

/** The filled fields of a form in their order, tidied, and who sent it, whose address is in its normal form. */
export function readFormFields(data: Readonly<Record<string, string>>): ReadForm {
  const fields = Object.entries(data)
    .map(([key, value]) => ({ key: oneLine(key), value: storedText(value).trim() }))
    .filter(({ key, value }) => key !== '' && value !== '');
  const address = fields.find(({ key, value }) => isEmailKey(key) && isEmailAddress(value))?.value;
  const name = fields.find(({ key }) => NAME_KEY.test(key))?.value ?? '';
  const email = address === undefined ? null : normaliseEmail(address);
  return { fields, email, name: oneLine(name).slice(0, NAME_MAX) };
}

/** A text on one line: what somebody typed can never begin another header of a mail. */
export function oneLine(text: string): string {
  return storedText(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** What a message is about, in one line for a list: the longest thing that was written, not the address and the name. */
export function toPreview(message: { body: string; fields: readonly FormField[]; email: string | null; name: string }) {
  const own = message.fields.filter(({ value }) => normaliseEmail(value) !== message.email && value !== message.name);
  const maxLength = [...own].sort((a, b) => b.value.length - a.value.length)[0];
  return oneLine(message.body !== '' ? message.body : (maxLength?.value ?? '')).slice(0, 140);
}

/** Everything that a message says, as search looks through it; the database folds it. */
export function toSearchText(message: {
  body: string;
  fields: readonly FormField[];
  email: string | null;
  name: string;
}) {
  const { body, fields, email, name } = message;
  return [email ?? '', name, body, ...fields.flatMap(({ key, value }) => [key, value])].join('\n');
}

/** The host of the page that a call came from; empty where the browser did not say. */
export function toSource(headers: { origin: string | null; referer: string | null }): string {
  const pageUrl = [headers.origin, headers.referer].find((one) => one !== null && URL.canParse(one));
  return pageUrl ? new URL(pageUrl).host.slice(0, 100) : '';
}

/** What happens when somebody types the address again: a question by mail, or nothing because the answer is known. */
export function afterAsking(before: { status: SubscriberStatus; generation: number } | undefined): {
  status: SubscriberStatus;
  generation: number;
  asks: boolean;
} {
  if (!before) return { status: 'pending', generation: 1, asks: true };
  if (before.status === 'confirmed') return { ...before, asks: false };
  // A link of before the end means nothing any more: who ended it once has to say yes once more.
  const generation = before.status === 'unsubscribed' ? before.generation + 1 : before.generation;
  return { status: 'pending', generation, asks: true };
}

/** What a link of one beginning does: it confirms, finds it done before, or came too late. */
export function afterConfirming(
  before: { status: SubscriberStatus; generation: number },
  generation: number,
): 'confirms' | 'is_done' | 'is_over' {
  if (before.generation !== generation || before.status === 'unsubscribed') return 'is_over';
  return before.status === 'confirmed' ? 'is_done' : 'confirms';
}
