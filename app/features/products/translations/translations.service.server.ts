import { registerTranslations, removeTranslations } from '#app/adapters/shopify/products/translations.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { appendTo } from '#app/core/append-to.ts';
import { AppError, invalidInput, stateRefuses, type Issue } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { cleanHtml } from '#app/features/products/editing/description.server.ts';
import { good, type CheckedValue } from '#app/features/specifications/checked-value.ts';
import { checkValue } from '#app/features/specifications/specification-value.ts';
import { readableValue } from '#app/features/specifications/value-text.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { open, readKnownTexts, type Known, type Opened } from './opened-product.service.server.ts';
import type { ProductTranslations, SaveTranslations, TranslatedText } from './translations.contract.ts';
import {
  kindOfText,
  buildLookup,
  toProgress,
  toResourceType,
  targetLanguages,
  TEXT_MAX,
  typeOfFormat,
} from './translations.ts';

/** Languages that are read at a time. */
const READ_AT_ONCE = 4;

/** The texts of a product in a language, and how far it is in each. Throws not_found, feature_disabled (404), invalid_state (409). */
export async function readTranslations(
  ctx: Ctx,
  productId: bigint,
  wanted: string | undefined,
): Promise<ProductTranslations> {
  const opened = await open(ctx, productId);
  const { product, settings, languages, resources } = opened;
  const targets = targetLanguages(languages, settings.locales);
  if (wanted !== undefined && !targets.some((one) => one.locale === wanted)) throw unknownLocale('locale');
  const locale = wanted ?? targets[0]?.locale ?? null;
  const texts = new Map<string, Known[]>();
  for (let at = 0; at < targets.length; at += READ_AT_ONCE) {
    const some = targets.slice(at, at + READ_AT_ONCE);
    const read = await Promise.all(some.map((target) => readKnownTexts(opened, target.locale)));
    for (const [index, target] of some.entries()) texts.set(target.locale, read[index] ?? []);
  }
  const suggest = buildLookup(settings.dict, locale ?? '');
  return {
    product: { id: String(product.id), title: product.title, vendor: product.vendorName, status: product.status },
    held: opened.isHeld,
    sourceLocale: languages.find((one) => one.primary)?.locale ?? 'en',
    locale,
    leftOut: opened.leftOut,
    languages: targets.map(({ locale: code, name, published }) => ({
      locale: code,
      name,
      published,
      ...toProgress(texts.get(code) ?? []),
    })),
    texts: (locale === null ? [] : (texts.get(locale) ?? [])).map(
      ({ resourceId, key, kind, format, source, digest, translation, outdated }): TranslatedText => ({
        resourceId,
        key,
        kind,
        format,
        name: resources.get(resourceId)?.name ?? null,
        source: kind === 'description' ? cleanHtml(source) : source,
        digest,
        value: kind === 'description' ? cleanHtml(translation ?? '') : (translation ?? ''),
        outdated,
        suggestion: format === 'text' ? suggest(source) : null,
      }),
    ),
  };
}

const unknownLocale = (path: string): AppError =>
  invalidInput([{ path, rule: 'locale', message: rule('language_not_translated') }]);

type Sent = SaveTranslations['translations'][number] & { index: number };

/**
 * Writes translations; an empty value takes one away. The same save again changes nothing. Throws conflict (409) with an issue
 * for each text whose source has changed since its digest was read, before anything is written; not_found (404) for a
 * resource that is none of the product's; invalid_input (422).
 */
export async function saveTranslations(
  ctx: Ctx,
  productId: bigint,
  input: SaveTranslations,
): Promise<{ saved: number }> {
  const opened = await open(ctx, productId);
  if (opened.isHeld) throw stateRefuses('translations_held');
  const sent = input.translations.map((one, index) => ({ ...one, index }));
  const targets = new Set(targetLanguages(opened.languages, opened.settings.locales).map((one) => one.locale));
  const foreign = sent.find((one) => !opened.resources.has(one.resourceId));
  if (foreign) throw new AppError('not_found');
  const stray = sent.find((one) => !targets.has(one.locale));
  if (stray) throw unknownLocale(`translations.${stray.index}.locale`);
  const checked: Checked[] = [];
  for (const locale of new Set(sent.map((one) => one.locale))) {
    const ofLocale = sent.filter((one) => one.locale === locale);
    checked.push(...check(ofLocale, await readKnownTexts(opened, locale)).map((one) => ({ ...one, locale })));
  }
  const written: Checked[] = [];
  try {
    for (const group of toGroups(checked)) {
      await write(opened.platform, group);
      written.push(...group);
    }
  } finally {
    // What was written before a fault is written, and the log says so.
    await recordChanges(ctx, opened, written);
  }
  return { saved: written.filter(isChange).length };
}

/** The platform writes one resource at a time; each group is one of them in one language. */
function toGroups(checked: readonly Checked[]): Checked[][] {
  const groups = new Map<string, Checked[]>();
  for (const one of checked) {
    const name = `${one.text.resourceId} ${one.locale}`;
    appendTo(groups, name, one);
  }
  return [...groups.values()];
}

/** Whether writing it changes anything: the text itself, or that it holds for the source as it is now. */
const isChange = ({ value, text }: Checked): boolean =>
  value !== (text.translation ?? '') || (text.outdated && value !== '');

type Checked = { index: number; locale: string; value: string; text: Known };

/** A text as it is kept, in the form of what it translates, or what is wrong with it. */
function inForm({ format }: Known, value: string): CheckedValue {
  if (format === 'html') return good(cleanHtml(value));
  const type = typeOfFormat(format);
  return type === undefined ? good(value.trim()) : checkValue({ type, validations: [] }, value, '');
}

/** Holds what was sent against the texts as they are now. */
function check(sent: readonly Sent[], texts: readonly Known[]): Omit<Checked, 'locale'>[] {
  const issues: Issue[] = [];
  const stale: Issue[] = [];
  const seen = new Set<string>();
  const checked = sent.flatMap(({ index, resourceId, key, value, digest }): Omit<Checked, 'locale'>[] => {
    const path = `translations.${index}`;
    const name = `${resourceId} ${key}`;
    if (seen.has(name)) issues.push({ path: `${path}.key`, rule: 'repeated', message: rule('repeated') });
    seen.add(name);
    if (!kindOfText(toResourceType(resourceId), key)) {
      issues.push({ path: `${path}.key`, rule: 'unknown_key', message: rule('unknown_key') });
      return [];
    }
    const text = texts.find((one) => one.resourceId === resourceId && one.key === key);
    // A source that was emptied meanwhile has nothing left to translate.
    if (text?.digest !== digest) {
      stale.push({ path: `${path}.digest`, rule: 'stale', message: rule('stale') });
      return [];
    }
    const max = TEXT_MAX[text.kind];
    const formed = inForm(text, value);
    if (!formed.ok) {
      const { rule: broken, message, params } = formed;
      issues.push({ path: `${path}.value`, rule: broken, message, params });
      return [];
    }
    const cleaned = formed.value;
    if (cleaned.length > max) {
      issues.push({
        path: `${path}.value`,
        rule: 'too_big',
        message: rule('max_characters', { maximum: String(max) }),
        params: { maximum: max },
      });
    }
    return [{ index, value: cleaned, text }];
  });
  if (issues.length > 0) throw invalidInput(issues);
  if (stale.length > 0) throw new AppError('conflict', {}, stale);
  return checked;
}

/** Writes translations of one resource into one language. */
async function write(platform: PlatformClient, writes: readonly Checked[]): Promise<void> {
  const [first] = writes;
  if (!first) return;
  const {
    locale,
    text: { resourceId },
  } = first;
  const kept = writes.filter((one) => one.value !== '');
  if (kept.length > 0) {
    const stale = await registerTranslations(
      platform,
      resourceId,
      kept.map(({ value, text }) => ({ key: text.key, locale, value, digest: text.digest })),
    );
    if (stale !== undefined) {
      const path = `translations.${String(kept[stale]?.index ?? 0)}.digest`;
      throw new AppError('conflict', {}, [{ path, rule: 'stale', message: rule('stale') }]);
    }
  }
  const keys = writes.filter((one) => one.value === '' && one.text.translation !== null).map((one) => one.text.key);
  if (keys.length > 0) await removeTranslations(platform, resourceId, { keys, locale });
}

const SHOWN_MAX = 200;
/** A text as the log shows it: in words, whatever its form, and not all of a long one. */
function shown({ format }: Known, value: string | null): string | null {
  const type = typeOfFormat(format);
  const words = value === null || type === undefined ? value : readableValue(type, value);
  return words !== null && words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX - 1)}…` : words;
}

async function recordChanges(ctx: Ctx, { product, resources }: Opened, written: readonly Checked[]): Promise<void> {
  const changes = written.filter(isChange);
  if (changes.length === 0) return;
  const logged = changes.map(({ value, text, locale }) => {
    const { kind, source, translation } = text;
    const { name: belongsTo, field } = resources.get(text.resourceId) ?? { name: null };
    const of = kind === 'option' ? source : (belongsTo ?? '');
    const name = [`${locale}.${kind}`, kind === 'optionValue' ? `${of}: ${source}` : of].filter(Boolean).join(' ');
    return { name, pair: [shown(text, translation), shown(text, value === '' ? null : value)], field };
  });
  const detail = Object.fromEntries(logged.map(({ name, pair }) => [name, pair]));
  // Whoever may not read a specification reads nothing of its translations in the log either.
  const fields = logged.flatMap(({ name, field }) => {
    if (!field) return [];
    const { format: _format, ...specification } = field;
    return [[name, specification] as const];
  });
  const named = fields.length === 0 ? {} : { specificationsOf: Object.fromEntries(fields) };
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(product.id),
        vendorId: product.vendorId,
        action: 'translated',
        actor: ctx.viewer.actor,
        detail: { ...detail, ...named },
        at: ctx.clock.now(),
      },
    ]),
  );
}
