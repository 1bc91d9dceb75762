import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { holidayInput } from '../holidays.contract.ts';
import { readHolidays, saveHoliday } from '../holidays.service.server.ts';
import { HolidaysScreen } from '../screens/holidays-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.holidays.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => ({
    ...(await readHolidays(ctx)),
    isMarketplace: ctx.viewer.vendorScope === '*',
    timezone: ctx.viewer.store.timezone,
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () =>
    saveHoliday(await ctxWith({ request, context }, 'read_settings'), await readForm(request, holidayInput)),
  );
}

export default function HolidaysRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <HolidaysScreen key={loaded.holiday.version} {...loaded} />;
}
