import { whatIfEndpoint } from '#app/features/commission-editor/what-if.contract.ts';
import type { BuiltUser } from '#tests/factories/people.ts';
import type { BuiltVendor } from '#tests/factories/stores.ts';
import type { Answer, Caller } from '#tests/support/api.ts';
import type { Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';
import type { Question } from './access-suite.ts';

const LIST = [{ min: '0', flat: '1', percentage: '20', constraint: null }];
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The marketplace of two vendors, of whom one began to sell later, and another that sells nothing. */
type MoneySides = { admin: BuiltUser; early: BuiltVendor; late: Side; otherStore: BuiltUser };

/** What a marketplace asks of the money of one vendor, where nothing of another's may count. */
export function moneyQuestions({ admin, early, late, otherStore }: MoneySides): Question[] {
  const compare = async (asking: BuiltUser, vendor?: string) =>
    withBody(await api(asking).post(whatIfEndpoint.path, { commissions: LIST, vendor }), (body) =>
      body.replace(MOMENT, 'then'),
    );
  const begin = async (asking: Caller, of: object = {}) =>
    withBody(await api(asking).get('/transactions', { query: { period: 'all', ...of } }), (body) =>
      String(/"firstTransactionAt":"[^"]*"/.exec(body)),
    );
  const questions = {
    'what if, for a vendor': () => compare(admin, early.name),
    'what if, elsewhere': () => compare(otherStore),
    'when the earlier vendor began': () => begin(admin, { requestedVendor: early.name }),
    'when the later vendor began': () => begin(admin, { requestedVendor: late.vendor.name }),
    'when it began, to the later vendor': () => begin(late.member),
  };
  return Object.entries(questions).map(([what, ask]) => ({ what, ask, expected: '' }));
}

function withBody(answer: Answer, change: (body: string) => string): Answer {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const body = change(text);
  return { ...answer, body, as: <T>() => body as T };
}
