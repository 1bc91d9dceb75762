import { AppError } from '#app/core/errors.ts';
import { readHome } from '#app/features/home/home.service.server.ts';
import { readAppStatus } from '#app/features/marketplace-settings/info.service.server.ts';
import { readOrdersPage } from '#app/features/order-screens/orders-page.service.server.ts';
import { orderListSchema } from '#app/features/orders/orders.contract.ts';
import { readBalances } from '#app/features/finance/transactions/transactions.service.server.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import { shellData } from '#app/main/shell.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { BuiltUser } from '#tests/factories/people.ts';
import type { Answer } from '#tests/support/api.ts';
import { program } from '#tests/support/program.ts';
import type { Question } from './access-suite.ts';

/** What screens read of orders that no call of the API does. */
const SCREENS: Readonly<Record<string, (ctx: Ctx) => Promise<unknown>>> = {
  home: readHome,
  frame: (ctx) => shellData(ctx, new Request(`${program().url}/app`)),
  orders: (ctx) => readOrdersPage(ctx, orderListSchema.parse({ period: 'all' })),
  balances: readBalances,
  status: (ctx) => readAppStatus(ctx, undefined),
};

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** What the screens of orders show to somebody whose orders do not change meanwhile. */
export function screenQuestions(who: string, caller: BuiltUser): Question[] {
  return Object.entries(SCREENS).map(([name, read]) => ({
    what: `${who}: the screen ${name}`,
    ask: () => show(caller, read),
    expected: '',
  }));
}

async function show(caller: BuiltUser, read: (ctx: Ctx) => Promise<unknown>): Promise<Answer> {
  const request = new Request(`${program().url}/app`, { headers: { cookie: caller.cookie } });
  const shown = await ctxFor(request)
    .then(read)
    .then((value) => ({ status: 200, text: written(value) }))
    .catch((error: unknown) => ({ status: 500, text: error instanceof AppError ? error.code : String(error) }));
  const body = shown.text.replace(MOMENT, 'then');
  return { status: shown.status, headers: new Headers(), body, as: <T>() => body as T, cookies: () => '' };
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one instanceof Map ? [...one] : one instanceof Set ? [...one] : one,
  );
