import { stripTags } from '#app/core/text/markup.ts';
import { readMedia } from '#app/core/media.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';
import type { FieldAnswer } from '#app/features/vendor-profiles/application-form/field-definition.ts';

/** The three states of an application. They are bookkeeping: access begins with a vendor made from it, not with a state. */
export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export type Application = {
  id: bigint;
  email: string;
  vendorName: string;
  vendorKey: string;
  fields: FieldAnswer[];
  status: ApplicationStatus;
  receivedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  vendorId: bigint | null;
  version: number;
};

/** Why an application may be a second one: the same address, the same name, or an answer that identifies somebody. */
export const DUPLICATE_REASONS = ['email', 'name', 'answer'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** Whether an application may still be edited: not once a vendor was made from it, because the vendor holds the truth then. */
export function mayEdit(application: Pick<Application, 'vendorId'>): boolean {
  return application.vendorId === null;
}

/**
 * Whether a vendor of this name can be made from the application. `repeat` says that it was made already, so that asking
 * twice never makes two.
 */
export function decideVendor(
  application: Pick<Application, 'vendorId'>,
  named: { id: bigint } | undefined,
): Result<'make' | 'repeat', 'made_before'> {
  if (application.vendorId === null) return ok('make');
  return named?.id === application.vendorId ? ok('repeat') : refuse('made_before');
}

/** Answers that identify a person or a business when two applications share them: addresses and long numbers. */
export function identifyingAnswers(fields: readonly FieldAnswer[]): FieldAnswer[] {
  return fields.filter(({ value }) => {
    if (typeof value !== 'string' || value.length > 200) return false;
    return /^https?:\/\/\S+$/.test(value) || (value.match(/\d/g) ?? []).length >= 7;
  });
}

/** An answer as plain text: pictures and films by their addresses, formatted text without its formatting. */
export function formatPlainText(text: string): string {
  const media = readMedia(text);
  if (media) return media.src;
  if (!/^<(p|h2|h3|ul|ol|blockquote|pre)[ >]/.test(text)) return text;
  const plain = stripTags(text.replace(/<\/(p|h2|h3|li|blockquote|pre)>/g, ' '));
  return plain.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&').replace(/\s+/g, ' ').trim();
}

/** The first answer short enough to tell applicants apart in a list. */
export function formatHint(fields: readonly FieldAnswer[]): string {
  for (const { value } of fields) {
    const text = Array.isArray(value) ? value.map(formatPlainText).join(', ') : value;
    if (typeof text !== 'string' || text === '') continue;
    const plain = formatPlainText(text);
    // Addresses and the numbers of products tell nobody apart.
    if (plain.length <= 60 && !/^(https?:|\d{8,}$)/.test(plain)) return plain;
  }
  return '';
}

/** What holds the uploads of an application. */
export const buildHolder = (applicationId: bigint): string => `application:${String(applicationId)}`;
