import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { decodeCursor } from '#app/core/paging.ts';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { NOTICE_KIND_NAMES, NOTICE_TOPICS } from './notice.ts';

const access = { kind: 'signed_in' } as const;
/** So many can be marked as read by their ids at once. */
const MAX_IDS = 100;

export const bellNoticeDto = z
  .object({
    id: z.string(),
    kind: z.enum(NOTICE_KIND_NAMES),
    /** What its words name; null where that is gone. */
    name: z.string().nullable().meta({ description: 'The order, product, offer or applicant; null where it is gone' }),
    vendor: z.string().nullable(),
    amount: moneyDto.nullable().meta({ description: 'Paid out, offered, or what an order earns its vendor' }),
    item: z
      .object({ title: z.string(), others: z.number().int() })
      .nullable()
      .meta({ description: 'The first item of an order, and how many more it has' }),
    image: z.string().nullable(),
    state: z
      .enum(['fulfilled', 'cancelled'])
      .nullable()
      .meta({ description: 'What became of an order since; null while nothing did, and of everything else' }),
    path: z.string().meta({ description: 'Where it leads, below the layout' }),
    at: timeDto,
    isRead: z.boolean(),
  })
  .meta({ id: 'BellNotice' });
export type BellNoticeDto = z.output<typeof bellNoticeDto>;

const unreadDto = z.object({ unread: z.number().int() }).meta({ id: 'UnreadNotices' });

export const noticesQuery = z.object({
  cursor: z
    .string()
    .max(120)
    .refine((text) => decodeCursor(text) !== undefined, rule('cursor_of_list'))
    .optional(),
});

export const listNoticesEndpoint = endpoint({
  name: 'notices.list',
  method: 'GET',
  path: '/notices',
  summary:
    'What happened, newest first: of the last 500 notices of 90 days that the caller may see the newest of each object',
  access,
  query: noticesQuery,
  response: z.object({ notices: z.array(bellNoticeDto), unread: z.number().int(), cursor: z.string().nullable() }),
});

export const countUnreadNoticesEndpoint = endpoint({
  name: 'notices.countUnread',
  method: 'GET',
  path: '/notices/unread',
  summary:
    'About how many objects the caller has not read what happened; what was there before their invitation counts as read',
  access,
  response: unreadDto,
});

export const readInput = z.object({
  ids: z
    .array(idSchema)
    .min(1, rule('required_field'))
    .max(MAX_IDS)
    .optional()
    .meta({ description: 'Which; without it, all of them' }),
});
export type ReadInput = z.output<typeof readInput>;

export const markNoticesReadEndpoint = endpoint({
  name: 'notices.markRead',
  method: 'PUT',
  path: '/notices/read',
  summary:
    'Marks notices, and the others about the same objects, as read for the caller alone. The same again changes nothing',
  access,
  body: readInput,
  response: unreadDto,
  errors: ['not_found'],
});

const topicsDto = z
  .object({ topics: z.array(z.object({ topic: z.enum(NOTICE_TOPICS), enabled: z.boolean() })) })
  .meta({ id: 'NoticeTopics' });
export type NoticeTopicsDto = z.output<typeof topicsDto>;

export const readNoticeTopicsEndpoint = endpoint({
  name: 'notices.readTopics',
  method: 'GET',
  path: '/notices/topics',
  summary: 'Which topics the caller sees in the bell',
  access,
  response: topicsDto,
});

export const topicInput = z.object({ enabled: z.boolean() });

export const changeNoticeTopicEndpoint = endpoint({
  name: 'notices.changeTopic',
  method: 'PUT',
  path: '/notices/topics/{topic}',
  summary: 'Leaves a topic out of the bell, or takes it in again, for the caller alone',
  access,
  params: z.object({ topic: z.enum(NOTICE_TOPICS) }),
  body: topicInput,
  response: topicsDto,
  errors: ['not_found'],
});

/** What the screen sends to its action. */
export const noticesActionSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('read'), ids: readInput.shape.ids }),
  z.object({ intent: z.literal('topic'), topic: z.enum(NOTICE_TOPICS), enabled: z.boolean() }),
]);
