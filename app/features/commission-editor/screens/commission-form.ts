import { wordIssue, type Issue } from '#app/core/errors.ts';
import { asCurrency } from '#app/core/money/money.ts';
import type { Result } from '#app/core/result.ts';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { COMMISSION_TEXTS, parseCommissionLines } from '#app/features/commissions/commission-input.ts';
import type { CommissionLine } from '#app/features/commissions/commission.ts';
import type { CommissionLineDto } from '#app/features/commissions/commission-dto.ts';
import type { ListDto } from '#app/features/commissions/commissions.contract.ts';

/** A row as it stands in the fields; '' is nothing. */
export type CommissionRow = {
  min: string;
  max: string;
  flat: string;
  percentage: string;
  constraint: { key: string; value: string } | null;
};
export type CommissionValues = { commissions: CommissionRow[]; version: number };

export const NEW_ROW: CommissionRow = { min: '', max: '', flat: '', percentage: '', constraint: null };
/** Where a list that must have rows has none yet, the first one stands there to be filled in. */
const FIRST_ROWS: readonly CommissionRow[] = [{ ...NEW_ROW, min: '0' }];

/** The rows of a list for the fields. */
export function toRows(lines: readonly CommissionLineDto[]): CommissionRow[] {
  return lines.map((line) => ({ ...line, max: line.max ?? '' }));
}

/** Rows as the calls take them: without a beginning from 0, without an end unlimited. */
export function toLines(rows: readonly CommissionRow[]) {
  return rows.map((row) => ({ ...row, min: row.min === '' ? '0' : row.min, max: row.max || null }));
}

/** The lines that stand in the fields, or what is wrong with them, by the same rules as the server's. */
export function readRows(
  rows: readonly CommissionRow[],
  currency: string,
  allowEmpty: boolean,
): Result<CommissionLine[], Issue[]> {
  const inputs = rows.map((row) => ({ ...row, min: row.min === '' ? '0' : row.min }));
  return parseCommissionLines(inputs, asCurrency(currency), { allowEmpty });
}

const isRule = (rule: string): rule is keyof typeof COMMISSION_TEXTS => rule in COMMISSION_TEXTS;
const AMOUNT_RULES = ['not_a_number', 'too_many_places', 'too_large'] as const;

/** The words of a broken rule in the viewer's language. */
export function ruleText(t: Translate, issue: Issue): string {
  if (isRule(issue.rule)) return t(`commissions:rules.${issue.rule}`, { ...issue.params });
  const amountRule = AMOUNT_RULES.find((rule) => rule === issue.rule);
  return amountRule ? t(`commissions:rules.${amountRule}`) : issue.message;
}

/** The form over one list. Its check speaks the viewer's language, so that each field says its rule in it. */
export function useCommissionForm(list: ListDto, o: { allowEmpty: boolean }): Form<CommissionValues> {
  const t = useText();
  const { store } = useLayoutData();
  const check = (payload: unknown): Issue[] => {
    const parsed = readRows((payload as CommissionValues).commissions, store.currency, o.allowEmpty);
    if (parsed.ok) return [];
    return parsed.refusal.map((issue) => {
      const path = ['commissions', ...issue.path.split('.').filter(Boolean)].join('.');
      return wordIssue({ path, rule: 'custom', message: ruleText(t, issue) });
    });
  };
  const rows = toRows(list.commissions);
  return useForm<CommissionValues>({
    check,
    initial: { commissions: rows.length === 0 && !o.allowEmpty ? [...FIRST_ROWS] : rows, version: list.version },
    toPayload: (values) => ({ ...values, commissions: toLines(values.commissions) }),
    method: 'put',
    done: t('commissions:saved'),
  });
}
