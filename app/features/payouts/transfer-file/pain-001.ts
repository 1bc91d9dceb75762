import { asCurrency, formatAmount, sumMinor } from '#app/core/money/money.ts';
import { toSepaText } from './sepa-text.ts';
import { MAX_SEPA_NAME, type TransferAccount } from './transfer-file.ts';

/** One credit transfer in euros. `endToEndId`: the number of the payout, which the receiver reads on the statement. */
export type CreditTransfer = {
  endToEndId: string;
  amountMinor: bigint;
  holder: string;
  iban: string;
  bic: string;
  remittance: string;
};

export type CreditTransferFile = {
  /** The same for the same transfers, so that a bank notices a file that it had before. At most 35 characters. */
  messageId: string;
  createdAt: Date;
  /** The day on which the bank is to carry it out, such as 2026-11-27. */
  executeOn: string;
  debtor: TransferAccount;
  transfers: readonly CreditTransfer[];
};

const EURO = asCurrency('EUR');
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const MAX_ID = 35;
const MAX_REMITTANCE = 140;

type Node = { name: string; attributes?: Record<string, string>; content: string | readonly Node[] };

const node = (name: string, content: Node['content']): Node => ({ name, content });

/**
 * A customer credit transfer initiation (ISO 20022, pain.001.001.09) of one payment with all transfers, by the rules of SEPA
 * credit transfers: euros, IBANs, shared charges, and texts in the characters that every bank reads.
 */
export function writeCreditTransfers(file: CreditTransferFile): string {
  const { messageId, createdAt, debtor, transfers } = file;
  const id = toSepaText(messageId, MAX_ID);
  const totals = [
    node('NbOfTxs', String(transfers.length)),
    node('CtrlSum', formatAmount(sumMinor(transfers.map((one) => one.amountMinor)), EURO)),
  ];
  const payment = node('PmtInf', [
    node('PmtInfId', id),
    node('PmtMtd', 'TRF'),
    ...totals,
    node('PmtTpInf', [node('SvcLvl', [node('Cd', 'SEPA')])]),
    node('ReqdExctnDt', [node('Dt', file.executeOn)]),
    party('Dbtr', debtor.holder),
    account('DbtrAcct', debtor.iban),
    node('DbtrAgt', [
      node('FinInstnId', [debtor.bic === '' ? node('Othr', [node('Id', 'NOTPROVIDED')]) : node('BICFI', debtor.bic)]),
    ]),
    node('ChrgBr', 'SLEV'),
    ...transfers.map(transfer),
  ]);
  const header = node('GrpHdr', [
    node('MsgId', id),
    node('CreDtTm', createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...totals,
    party('InitgPty', debtor.holder),
  ]);
  const document: Node = {
    name: 'Document',
    attributes: { xmlns: NAMESPACE },
    content: [node('CstmrCdtTrfInitn', [header, payment])],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(document, '')}`;
}

function transfer({ endToEndId, amountMinor, holder, iban, bic, remittance }: CreditTransfer): Node {
  const amount: Node = {
    name: 'InstdAmt',
    attributes: { Ccy: 'EUR' },
    content: formatAmount(amountMinor, EURO),
  };
  return node('CdtTrfTxInf', [
    node('PmtId', [node('EndToEndId', toSepaText(endToEndId, MAX_ID))]),
    node('Amt', [amount]),
    ...(bic === '' ? [] : [node('CdtrAgt', [node('FinInstnId', [node('BICFI', bic)])])]),
    party('Cdtr', holder),
    account('CdtrAcct', iban),
    node('RmtInf', [node('Ustrd', toSepaText(remittance, MAX_REMITTANCE))]),
  ]);
}

/** A name of signs alone becomes empty, which no bank takes. */
const party = (name: string, holder: string): Node =>
  node(name, [node('Nm', toSepaText(holder, MAX_SEPA_NAME) || 'NOTPROVIDED')]);

const account = (name: string, iban: string): Node => node(name, [node('Id', [node('IBAN', iban)])]);

function write({ name, attributes = {}, content }: Node, indent: string): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join('');
  if (typeof content === 'string') return `${indent}<${name}${given}>${escape(content)}</${name}>\n`;
  const children = content.map((child) => write(child, `${indent}  `)).join('');
  return `${indent}<${name}${given}>\n${children}${indent}</${name}>\n`;
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? '');
