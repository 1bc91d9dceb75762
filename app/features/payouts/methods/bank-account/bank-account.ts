import { isIban } from '#app/core/money/iban.ts';

/** The longest names of a holder and of a bank, in characters. */
export const MAX_HOLDER = 140;
export const MAX_BANK_NAME = 100;
/** What people type with its spaces; longer texts are not read. */
export const MAX_TYPED_NUMBER = 60;

/** How a bank account is written: an IBAN, an account in the United States, or an account with the code of its bank. */
export const BANK_ACCOUNT_KINDS = ['iban', 'us', 'other'] as const;
export type BankAccountKind = (typeof BANK_ACCOUNT_KINDS)[number];

/** Where a transfer goes. `bankCode`: the BIC of an IBAN, a routing number, or the code of a bank elsewhere; '' for none. */
export type BankAccount = {
  kind: BankAccountKind;
  holder: string;
  accountNumber: string;
  bankCode: string;
  bankName: string;
};

/** A BIC in capitals. */
export const BIC = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;
export const US_ACCOUNT_DIGITS = { minimum: 4, maximum: 17 };
const US_ACCOUNT = /^\d{4,17}$/;
export const ACCOUNT_CHARACTERS = { minimum: 4, maximum: 34 };
const ACCOUNT = /^[A-Z\d]{4,34}$/;
export const BANK_CODE_CHARACTERS = { minimum: 3, maximum: 20 };
const BANK_CODE = /^[A-Z\d]{3,20}$/;

/** A number as it is kept: in capitals, without the spaces and hyphens that people group it by. */
export const normalizeNumber = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Whether nine digits are a routing number of the United States: a district in use and the check digit. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const district = Number(text.slice(0, 2));
  const isDistrict =
    (district >= 1 && district <= 12) ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80;
  const sum = Array.from(text).reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0);
  return isDistrict && sum % 10 === 0;
}

export type BankAccountProblem = { field: 'accountNumber' | 'bankCode' | 'bankName'; rule: BankAccountRule };
export type BankAccountRule =
  | 'iban'
  | 'bic'
  | 'routing_number'
  | 'account_digits'
  | 'account_characters'
  | 'bank_code_characters'
  | 'required_field';

/** What is wrong with an account whose numbers are normalized, field by field; nothing where it can be paid to. */
export function findProblems({ kind, accountNumber, bankCode, bankName }: BankAccount): BankAccountProblem[] {
  const problems: BankAccountProblem[] = [];
  const check = (isRight: boolean, field: BankAccountProblem['field'], rule: BankAccountRule): void => {
    if (!isRight) problems.push({ field, rule });
  };
  if (kind === 'iban') {
    check(isIban(accountNumber), 'accountNumber', 'iban');
    check(bankCode === '' || BIC.test(bankCode), 'bankCode', 'bic');
  } else if (kind === 'us') {
    check(US_ACCOUNT.test(accountNumber), 'accountNumber', 'account_digits');
    check(isRoutingNumber(bankCode), 'bankCode', 'routing_number');
  } else {
    check(ACCOUNT.test(accountNumber), 'accountNumber', 'account_characters');
    check(BANK_CODE.test(bankCode), 'bankCode', 'bank_code_characters');
    check(bankName !== '', 'bankName', 'required_field');
  }
  return problems;
}

/** What of an account number may be shown to everybody who reads how a vendor is paid. */
export const toLastFour = (accountNumber: string): string => accountNumber.slice(-4);

/** An account as it is named without being told: where an IBAN is held and its end, of other numbers the end alone. */
export const maskNumber = ({ kind, accountNumber }: Pick<BankAccount, 'kind' | 'accountNumber'>): string =>
  `${kind === 'iban' ? `${accountNumber.slice(0, 4)} ` : ''}… ${toLastFour(accountNumber)}`;

/** Whether two accounts lead to the same place with the same name. */
export function isSameAccount(one: BankAccount, other: BankAccount): boolean {
  return (['kind', 'holder', 'accountNumber', 'bankCode', 'bankName'] as const).every((key) => one[key] === other[key]);
}

/** An IBAN in groups of four, as it is printed; other numbers as they are. */
export const printNumber = ({ kind, accountNumber }: Pick<BankAccount, 'kind' | 'accountNumber'>): string =>
  kind === 'iban' ? accountNumber.replace(/(.{4})(?=.)/g, '$1 ') : accountNumber;
