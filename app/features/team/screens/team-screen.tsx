import { Button, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { FactorResetButton } from '#app/platform/identity/shared/factor-reset-button.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import type { MemberDto } from '../team.contract.ts';
import { GIVEN_PERMISSIONS } from '../team.ts';
import { MemberDialog } from './member-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

export type TeamScreenProps = { vendor: string; members: readonly MemberDto[] };

/** The people of a vendor: who leads it, who helps and with what; inviting, changing and removing them. */
export function TeamScreen({ vendor, members }: TeamScreenProps) {
  const t = useText();
  const [open, setOpen] = useState<MemberDto | 'new'>();
  return (
    <ScreenPage
      title={t('settings:row.team.name')}
      subtitle={vendor}
      primaryAction={{
        label: t('staff:invite'),
        onAction: () => {
          setOpen('new');
        },
      }}
      kind="form"
    >
      <SectionCard title={t('staff:people', { count: members.length })} aside={t('staff:explain')} flush>
        <ul className="souk-rows" aria-label={t('staff:title')}>
          {members.map((member) => (
            <li key={member.id}>
              <Member
                member={member}
                managers={members.filter((one) => one.role === 'manager' && one.id !== member.id)}
                onEdit={() => {
                  setOpen(member);
                }}
              />
            </li>
          ))}
        </ul>
      </SectionCard>
      {open ? (
        <MemberDialog
          key={open === 'new' ? 'new' : open.id}
          member={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      ) : null}
    </ScreenPage>
  );
}

type MemberProps = { member: MemberDto; managers: readonly MemberDto[]; onEdit: () => void };

function Member({ member, managers, onEdit }: MemberProps) {
  const t = useText();
  const confirm = useConfirm();
  const remove = useForm({
    initial: {},
    method: 'delete',
    toPayload: () => ({ id: member.id }),
    done: t('staff:removed', { name: member.name }),
  });
  const [isAsking, setIsAsking] = useState(false);
  const ask = async (): Promise<void> => {
    // What acts in somebody's name needs an answer of its own.
    if (member.made.length > 0) {
      setIsAsking(true);
      return;
    }
    const sure = await confirm({
      title: t('staff:remove.title', { name: member.name }),
      body: t('staff:remove.body', { email: member.email }),
      action: t('staff:remove.action'),
    });
    if (sure) remove.submit();
  };
  return (
    <div className="souk-row team-row">
      <Avatar name={member.name} />
      <div className="team-who">
        <Text as="p" fontWeight="semibold" breakWord>
          {member.isSelf ? t('staff:you', { name: member.name }) : member.name}
        </Text>
        <Text as="p" tone="subdued" variant="bodySm" breakWord>
          {member.email} · {formatRights(t, member)}
        </Text>
        {remove.formError ? (
          <Text as="p" tone="critical">
            {remove.formError}
          </Text>
        ) : null}
      </div>
      {isAsking ? (
        <RemoveDialog
          member={member}
          managers={managers}
          onClose={() => {
            setIsAsking(false);
          }}
        />
      ) : null}
      {member.hasSignedIn ? null : <StatusBadge status="invited" />}
      {member.isSelf ? null : (
        <span className="team-acts">
          {member.hasSecondFactor ? (
            <FactorResetButton
              person={member}
              schema={() => import('../team.contract.ts').then(({ resetSchema }) => resetSchema)}
              toPayload={(id) => ({ resetFactorOf: id })}
              method="patch"
            />
          ) : null}
          <Button size="slim" onClick={onEdit} accessibilityLabel={t('staff:editOf', { name: member.name })}>
            {t('staff:edit')}
          </Button>
          <Button
            size="slim"
            tone="critical"
            loading={remove.saving}
            onClick={() => void ask()}
            accessibilityLabel={t('staff:removeOf', { name: member.name })}
          >
            {t('staff:remove.action')}
          </Button>
        </span>
      )}
    </div>
  );
}

/** What somebody may, in words: everything, what was chosen, or nothing but looking in. */
function formatRights(t: ReturnType<typeof useText>, member: MemberDto): string {
  if (member.role === 'manager') return t('staff:roles.manager');
  const given = GIVEN_PERMISSIONS.filter((permission) => member.permissions.includes(permission));
  if (given.length === 0) return t('staff:nothing');
  return given.map((permission) => t(`staff:permissions.${permission}`)).join(', ');
}
