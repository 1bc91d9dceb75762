import { stripTags } from '#app/core/text/markup.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { readMedia, videoEmbed, writeMedia, type MediaItem } from '#app/core/media.ts';
import { wrongType } from '#app/core/issues.ts';
import { rule } from '#app/core/rules.ts';
import type { AnswerValue } from '#app/core/text/field-display.ts';

/** A value that fits its field, nothing when it is empty, or what is wrong with it. */
export type Checked = { value?: string | boolean | string[]; problem?: { rule: string; message: string } };
type Field = { key: string; type: string };

/** The key of the field whose picture is the vendor's own; its value is the plain address. */
export const IMAGE_URL_KEY = '$imageUrl';
export const MAX_MEDIA = 10;
const ADDRESS_MAX = 2048;

const refuse = (rule: string, message: string): Checked => ({ problem: { rule, message } });

/** The pictures and films that an answer holds, whichever way it is written; texts that are none are left out. */
export function computeMedia(key: string, value: AnswerValue | undefined): MediaItem[] {
  return listOf(value).flatMap((text) => {
    if (key === IMAGE_URL_KEY && isWebAddress(text)) return [{ src: text, contentType: 'IMAGE' }];
    return readMedia(text) ?? [];
  });
}

/** Pictures and films as an answer: one as a text, several as a list. */
export function answerOfMedia(field: Field, items: readonly MediaItem[]): string | string[] {
  if (field.key === IMAGE_URL_KEY) return items[0]?.src ?? '';
  const texts = items.map(writeMedia);
  return texts.length > 1 || field.type === 'list_media' ? texts : (texts[0] ?? '');
}

/** Checks a value of pictures and films. A film of a host that we embed is one, however it was called. */
export function checkMedia(field: Field, value: AnswerValue): Checked {
  if (typeof value === 'boolean') return refuse('invalid_type', wrongType('string'));
  const texts = listOf(value);
  if (texts.length === 0) return {};
  if (texts.length > (field.key === IMAGE_URL_KEY ? 1 : MAX_MEDIA)) {
    return refuse('too_many_files', rule('max_files', { maximum: MAX_MEDIA }));
  }
  const items = computeMedia(field.key, texts).map((item): MediaItem => {
    return item.contentType === 'IMAGE' && field.key !== IMAGE_URL_KEY && videoEmbed(item.src)
      ? { ...item, contentType: 'EXTERNAL_VIDEO' }
      : item;
  });
  const isGood = ({ src, contentType }: MediaItem): boolean =>
    src.length <= ADDRESS_MAX && (contentType === 'EXTERNAL_VIDEO' ? videoEmbed(src) !== undefined : isWebAddress(src));
  if (items.length !== texts.length || !items.every(isGood)) {
    return refuse('must_be_a_valid_url', rule('valid_url'));
  }
  return { value: answerOfMedia(field, items) };
}

/** Checks the address of a file that was sent; whether it is there is looked at where it lies. */
export function checkFile(text: string): Checked {
  return text.length <= ADDRESS_MAX && URL.canParse(text) && text.includes('/metafield-file/')
    ? { value: text }
    : refuse('file_gone', rule('file_expired'));
}

/** Whether formatted text says nothing. */
export function isEmptyHtml(html: string): boolean {
  return stripTags(html).replace(/&nbsp;|\s/g, '') === '';
}

function listOf(value: AnswerValue | undefined): string[] {
  if (value === undefined || typeof value === 'boolean') return [];
  return (typeof value === 'string' ? [value] : [...value]).map((text) => text.trim()).filter((text) => text !== '');
}
