import { z } from 'zod';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { bankAccountForm } from '../bank-account/bank-account.contract.ts';
import { readBankAccount, removeBankAccount, saveBankAccount } from '../bank-account/bank-account.service.server.ts';
import { readMethodView } from '../method-view.service.server.ts';
import { paypalRegistration, stripeRegistration } from '../payout-methods.contract.ts';
import { registerPaypal, registerStripe, removeMethod } from '../register.service.server.ts';
import { openDashboard, openOnboarding } from '../stripe-pages.service.server.ts';
import { PaymentInformationScreen } from '../screens/payment-information-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.paymentInformation.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_finance', async (ctx) => ({
    method: await readMethodView(ctx),
    bankAccount: await readBankAccount(ctx),
    email: ctx.viewer.email,
  }));
}

const posted = z.union([
  z.object({ open: z.enum(['onboard', 'dashboard']) }),
  bankAccountForm,
  z.object({ removeBankAccount: z.literal(true) }),
  stripeRegistration,
]);

/** POST registers with Stripe, opens one of its pages or is about the bank account, PUT is about PayPal, DELETE takes the way away. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'read_finance');
    if (request.method === 'DELETE') return removeMethod(ctx);
    if (request.method === 'PUT') return registerPaypal(ctx, await readForm(request, paypalRegistration));
    const form = await readForm(request, posted);
    if ('bankAccount' in form) return saveBankAccount(ctx, form.bankAccount);
    if ('removeBankAccount' in form) return removeBankAccount(ctx);
    if (!('open' in form)) return registerStripe(ctx, form);
    return form.open === 'onboard' ? openOnboarding(ctx) : openDashboard(ctx);
  });
}

export default function PaymentInformationRoute() {
  const loaded = useLoaderData<typeof loader>();
  // After a change the forms begin anew over what is entered now.
  return <PaymentInformationScreen key={loaded.method.detailsChangedAt ?? ''} {...loaded} />;
}
