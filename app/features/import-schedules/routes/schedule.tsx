import { z } from 'zod';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { SCHEDULE_STATES, scheduleInput } from '../import-schedules.contract.ts';
import {
  changeSchedule,
  listSchedules,
  readSchedule,
  removeSchedule,
  runScheduleNow,
  switchSchedule,
} from '../schedules.service.server.ts';
import { ScheduleScreen } from '../screens/schedule-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.imports.name'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_integrations', async (ctx) => {
    const { schedules: _schedules, ...rest } = await listSchedules(ctx);
    return { ...rest, schedule: await readSchedule(ctx, parsePathId(params.scheduleId)) };
  });
}

const formSchema = z.discriminatedUnion('intent', [
  scheduleInput.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('turn'), state: z.enum(SCHEDULE_STATES), trustsServer: z.boolean().default(false) }),
  z.object({ intent: z.literal('run') }),
  z.object({ intent: z.literal('delete') }),
]);

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_integrations');
    const id = parsePathId(params.scheduleId);
    const sent = await readForm(request, formSchema);
    switch (sent.intent) {
      case 'change':
        return changeSchedule(ctx, id, sent);
      case 'turn':
        return switchSchedule(ctx, id, sent);
      case 'run':
        return runScheduleNow(ctx, id);
      case 'delete':
        return removeSchedule(ctx, id);
    }
  });
}

export default function ScheduleRoute() {
  return <ScheduleScreen {...useLoaderData<typeof loader>()} />;
}
