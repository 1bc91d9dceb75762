import { rule } from '#app/core/rules.ts';

/** The longest text that is looked at; every limit of a name is below. */
const MAX_NAME = 1_000;

/** Signs that are drawn as nothing or turn the direction of what follows, and the signs that join emojis and letters. */
const INVISIBLE = /\p{Cf}/u;
/** Scripts whose spelling needs a joiner between letters, such as Persian and Hindi; emojis are joined by one. */
const JOINED =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts with letters that are drawn like those of another one of them. */
const LOOKALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
];

/** Whether a text holds signs that nobody sees: with them a name reads as another one, or backwards. */
export function hasInvisibleSigns(text: string): boolean {
  return INVISIBLE.test(text) && INVISIBLE.test(text.replace(JOINED, ''));
}

/** Whether a word of a text mixes letters of scripts that look alike, such as a Cyrillic letter within a Latin word. */
export function mixesScripts(text: string): boolean {
  return (text.match(WORD) ?? []).some((word) => LOOKALIKE_SCRIPTS.filter((script) => script.test(word)).length > 1);
}

/** Refuses a name that somebody gives to a vendor or a person by a rule with its words; the check of a schema. */
export function refuseUnclearName(
  name: string,
  issues: { addIssue(issue: { code: 'custom'; message: string }): void },
): void {
  if (name.length > MAX_NAME) return;
  if (hasInvisibleSigns(name)) issues.addIssue({ code: 'custom', message: rule('invisible_signs') });
  else if (mixesScripts(name)) issues.addIssue({ code: 'custom', message: rule('mixed_scripts') });
}
