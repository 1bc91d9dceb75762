import { z } from 'zod';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { scheduleInput } from '../import-schedules.contract.ts';
import { createSchedule, listSchedules } from '../schedules.service.server.ts';
import { SchedulesScreen } from '../screens/schedules-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.imports.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_integrations', (ctx) => listSchedules(ctx));
}

const formSchema = scheduleInput.extend({ intent: z.literal('create') });

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_integrations');
    const { intent: _intent, ...input } = await readForm(request, formSchema);
    return createSchedule(ctx, input);
  });
}

export default function SchedulesRoute() {
  return <SchedulesScreen {...useLoaderData<typeof loader>()} />;
}
