import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { NOTICES } from './notice.ts';

const access = { kind: 'signed_in' } as const;

const noticeDto = z.object({ notice: z.enum(NOTICES), enabled: z.boolean() }).meta({ id: 'Notice' });
const noticesDto = z.object({ notices: z.array(noticeDto).max(NOTICES.length) }).meta({ id: 'Notices' });
export type NoticesDto = z.output<typeof noticesDto>;

export const readNoticesEndpoint = endpoint({
  name: 'account.readNotices',
  method: 'GET',
  path: '/account/notices',
  summary: 'Which of the emails that can be left the caller gets',
  access,
  response: noticesDto,
});

export const noticeInput = z.object({ enabled: z.boolean() });

export const changeNoticeEndpoint = endpoint({
  name: 'account.changeNotice',
  method: 'PUT',
  path: '/account/notices/{notice}',
  summary: "Leave or take again one kind of emails, for the caller's own address",
  access,
  params: z.object({ notice: z.enum(NOTICES) }),
  body: noticeInput,
  response: noticesDto,
});
