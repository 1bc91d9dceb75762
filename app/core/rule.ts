/** What the words of a rule or a refusal name: numbers and texts by their names. */
export type WordParams = Readonly<Record<string, string | number>>;

/** What a message begins with that stands for a rule. */
export const MARK = 'rule:';

/** The codes of rules as keys; `rules.ts` adds its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface RuleCodes {}

/** The message of a rule for a schema or an issue: `issuesOf` and `AppError` make rule, parameters and English text of it. */
export function rule(code: keyof RuleCodes, params: WordParams = {}): string {
  return MARK + JSON.stringify({ code, params });
}

/** Fills `{name}` in a text from the parameters; an unknown name stays as it is. */
export function fillText(text: string, params: WordParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
