import { Button, Icon, type IconSource } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { PageAction } from '../page/page-action.ts';

export type Task = {
  id: string;
  icon: IconSource;
  tone?: 'warning' | 'critical' | 'success';
  title: ReactNode;
  /** One line that says why, or what waits. */
  why: ReactNode;
  action: PageAction;
};

/** Things to do: an icon, what it is, why, and one button with a verb. The first may be the page's filled button. */
export function TaskRows({ tasks, filledFirst }: { tasks: readonly Task[]; filledFirst?: boolean }) {
  return (
    <ul className="souk-tasks">
      {tasks.map((task, index) => (
        <li key={task.id}>
          <IconTile icon={task.icon} tone={task.tone} />
          <span className="souk-task-text">
            <b>{task.title}</b>
            <span>{task.why}</span>
          </span>
          <Button
            {...(filledFirst && index === 0 ? { variant: 'primary' } : {})}
            {...(task.action.url ? { url: task.action.url } : {})}
            {...(task.action.onAction ? { onClick: task.action.onAction } : {})}
            disabled={task.action.disabled ?? false}
            loading={task.action.loading ?? false}
          >
            {task.action.label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** An icon on a small tinted tile. */
export function IconTile({ icon, tone }: { icon: IconSource; tone?: Task['tone'] }) {
  return (
    <span className={`souk-tile${tone ? ` souk-tile-${tone}` : ''}`}>
      <Icon source={icon} />
    </span>
  );
}
