import { DEFAULT_COLORS } from '#app/platform/settings/branding/branding.ts';
import type { LookForm } from '../feature-changes.contract.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** The typed colours; the default stands for one that is still half typed, so that a preview can be drawn. */
export function toWholeColors(colors: LookForm['colors']): LookForm['colors'] {
  const whole = (name: keyof LookForm['colors']): string =>
    HEX.test(colors[name]) ? colors[name] : DEFAULT_COLORS[name];
  return {
    indigo600: whole('indigo600'),
    indigo800: whole('indigo800'),
    orange800: whole('orange800'),
    green800: whole('green800'),
  };
}
