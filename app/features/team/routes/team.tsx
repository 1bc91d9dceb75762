import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { inviteSchema, memberForm, removeSchema, resetSchema } from '../team.contract.ts';
import { resetMemberFactor } from '../second-factor-reset.service.server.ts';
import { inviteMember, readTeam, removeMember, setMemberRole } from '../team.service.server.ts';
import { TeamScreen } from '../screens/team-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.team.name'));

const vendorIn = (request: Request): string | undefined => new URL(request.url).searchParams.get('vendor') ?? undefined;

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', (ctx) => readTeam(ctx, vendorIn(request)));
}

/** POST invites, PATCH takes somebody's second factor away, PUT sets what somebody may, DELETE removes. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'read_settings');
    if (request.method === 'PUT') {
      const { id, ...role } = await readForm(request, memberForm);
      return setMemberRole(ctx, id, role);
    }
    if (request.method === 'DELETE') {
      const { id, ...rest } = await readForm(request, removeSchema);
      return removeMember(ctx, id, rest);
    }
    if (request.method === 'PATCH') return resetMemberFactor(ctx, (await readForm(request, resetSchema)).resetFactorOf);
    const vendor = vendorIn(request);
    const invited = await readForm(request, inviteSchema);
    return inviteMember(ctx, { ...invited, ...(vendor === undefined ? {} : { vendor }) });
  });
}

export default function TeamRoute() {
  return <TeamScreen {...useLoaderData<typeof loader>()} />;
}
