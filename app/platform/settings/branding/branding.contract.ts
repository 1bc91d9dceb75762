import { z } from 'zod';
import { optionalEmailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import {
  LOGO_CHOICES,
  WORDING_GENDERS,
  WORDING_NAMES,
  WORDING_NOUNS,
  type WordingName,
  type WordingNoun,
} from './branding.ts';

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, rule('hex_color', { digits: 6 }));

export const colorsSchema = z
  .strictObject({ indigo600: color, indigo800: color, orange800: color, green800: color })
  .meta({ id: 'Colors' });

/** A picture of ours or of the store platform; nothing else is ever put into a page. */
const picture = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: rule('valid_url') }).max(2048)]);

export const logoSchema = z
  .strictObject({
    value: z.string().trim().max(60),
    src: picture,
    selected: z.enum(LOGO_CHOICES),
  })
  .refine((logo) => logo.selected !== 'value' || logo.value.length >= 3, {
    path: ['value'],
    error: rule('min_characters', { minimum: 3 }),
  })
  .refine((logo) => logo.selected !== 'src' || logo.src !== '', { path: ['src'], error: rule('required_field') })
  .meta({ id: 'Logo' });

const MAX_WORD = 40;
const words = Object.fromEntries(WORDING_NAMES.map((name) => [name, z.string().trim().max(MAX_WORD)])) as Record<
  WordingName,
  z.ZodString
>;
export const wordingsSchema = z.strictObject(words).meta({ id: 'Wordings' });

const nounGrammar = z.strictObject({
  gender: z.enum(['', ...WORDING_GENDERS]),
  pluralDative: z.string().trim().max(MAX_WORD),
});
/** What German, French, Spanish and Dutch sentences have to know of the store's own words; empty is left to the language. */
export const wordingGrammarSchema = z
  .strictObject(
    Object.fromEntries(WORDING_NOUNS.map((noun) => [noun, nounGrammar])) as Record<WordingNoun, typeof nounGrammar>,
  )
  .meta({ id: 'WordingGrammar' });

export const supportSchema = z
  .strictObject({
    title: z.string().trim().max(100),
    email: optionalEmailAddress,
  })
  .meta({ id: 'Support' });

export const brandingSchema = z.strictObject({
  colors: colorsSchema,
  logoRegistration: logoSchema,
  logoText: logoSchema,
  wordings: wordingsSchema,
  wordingGrammar: wordingGrammarSchema,
  support: supportSchema,
});
export type Branding = z.output<typeof brandingSchema>;

export const readLogoEndpoint = endpoint({
  name: 'branding.readLogo',
  method: 'GET',
  path: '/logo/{store}',
  summary: "A store's logo",
  access: { kind: 'public' },
  params: z.object({
    store: z
      .string()
      .max(100)
      .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, rule('shop_domain')),
  }),
  response: z.object({
    store: z.string(),
    shopName: z.string(),
    logo: z.object({ value: z.string(), src: z.string(), selected: z.enum(LOGO_CHOICES) }),
  }),
  limit: { perMinute: 240, by: 'address' },
});
