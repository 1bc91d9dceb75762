/**
 * Derives the portal's colours from the two brand colours of a store's settings so that text can always be read: white on
 * the brand has at least 4.5:1, strong brand text at least 7:1 on white and 4.5:1 on its tint. Works in OKLCH and keeps the
 * hue; only lightness and, out of gamut, chroma give way.
 */
export const BRAND_VARIABLES = [
  '--souk-brand',
  '--souk-brand-hover',
  '--souk-brand-strong',
  '--souk-brand-line',
  '--souk-tint',
  '--souk-tint-2',
  '--souk-canvas',
  '--souk-line',
  '--souk-ink',
  '--souk-ink-2',
  '--souk-ink-3',
  '--souk-attention',
  '--souk-success',
] as const;
export type BrandVariables = Record<(typeof BRAND_VARIABLES)[number], string>;

export const DEFAULT_BRAND = { solid: '#4f46e5', strong: '#3730a3', attention: '#9a3412', success: '#166534' };

type Triple = [number, number, number];
/** Lightness 0 to 1, chroma from 0, hue in radians. */
type Lch = Triple;

const LIGHTNESS_STEP = 0.01;
const CHROMA_STEP = 0.004;
/** Below this chroma a brand is grey, and its tints are grey too. */
const GREY_CHROMA = 0.02;
const WHITE = '#ffffff';
/** The fills of badges on which the colours of attention and success are read. */
const ATTENTION_FILL = '#ffe6c9';
const SUCCESS_FILL = '#d9f3e2';

/** The CSS variables of a store's look, from 6-digit hex: the settings' indigo 600 and 800, orange 800 and green 800. */
export function deriveBrand(
  solid: string = DEFAULT_BRAND.solid,
  strong: string = DEFAULT_BRAND.strong,
  attention: string = DEFAULT_BRAND.attention,
  success: string = DEFAULT_BRAND.success,
): BrandVariables {
  const [, chroma, hue] = toLch(solid);
  const colour = chroma < GREY_CHROMA ? 0 : 1;
  const shade = (lightness: number, wanted: number): string => fromLch([lightness, wanted * colour, hue]);
  const tint2 = shade(0.93, Math.min(0.04, chroma * 0.22));
  const brand = darkenUntil(solid, WHITE, 4.5);
  return {
    '--souk-brand': brand,
    '--souk-brand-hover': darkenUntil(brand, WHITE, Math.min(computeContrast(brand, WHITE) * 1.22, 21)),
    '--souk-brand-strong': darkenUntil(darkenUntil(strong, WHITE, 7), tint2, 4.5),
    '--souk-brand-line': shade(0.85, Math.min(0.075, chroma * 0.4)),
    '--souk-tint': shade(0.966, Math.min(0.018, chroma * 0.12)),
    '--souk-tint-2': tint2,
    '--souk-canvas': shade(0.982, 0.004),
    '--souk-line': shade(0.925, 0.006),
    '--souk-ink': shade(0.21, 0.018),
    '--souk-ink-2': shade(0.46, 0.018),
    '--souk-ink-3': shade(0.53, 0.016),
    '--souk-attention': darkenUntil(attention, ATTENTION_FILL, 4.5),
    '--souk-success': darkenUntil(success, SUCCESS_FILL, 4.5),
  };
}

/** The variables as the text of a style element. Values are checked, since they come from stored settings. */
export function brandCss(variables: BrandVariables): string {
  const lines = BRAND_VARIABLES.map((name) => {
    const value = variables[name];
    return /^#[0-9a-f]{6}$/i.test(value) ? `${name}:${value};` : '';
  });
  return `:root{${lines.join('')}}`;
}

/** The contrast of two 6-digit hex colours by WCAG, 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function darkenUntil(hex: string, against: string, ratio: number): string {
  let [lightness] = toLch(hex);
  const [, chroma, hue] = toLch(hex);
  let colour = hex.toLowerCase();
  while (computeContrast(colour, against) < ratio && lightness > 0) {
    lightness -= LIGHTNESS_STEP;
    colour = fromLch([lightness, chroma, hue]);
  }
  return colour;
}

function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): Triple {
  const channel = (start: number): number => {
    const value = parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** From sRGB to OKLCH, by the matrices of Björn Ottosson's definition. */
function toLch(hex: string): Lch {
  const [red, green, blue] = toLinear(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return [lightness, Math.hypot(a, b), Math.atan2(b, a)];
}

/** From OKLCH to hex; chroma is lowered until the colour exists in sRGB. */
function fromLch([lightness, wanted, hue]: Lch): string {
  for (let chroma = Math.max(wanted, 0); ; chroma = Math.max(chroma - CHROMA_STEP, 0)) {
    const linear = toLinearRgb([lightness, chroma, hue]);
    const inGamut = linear.every((value) => value >= -0.0005 && value <= 1.0005);
    if (inGamut || chroma === 0) return `#${linear.map(hexChannel).join('')}`;
  }
}

function toLinearRgb([lightness, chroma, hue]: Lch): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function hexChannel(linear: number): string {
  const clamped = Math.max(linear, 0);
  const gamma = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, gamma)) * 255)
    .toString(16)
    .padStart(2, '0');
}
