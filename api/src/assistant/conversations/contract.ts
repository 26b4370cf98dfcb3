import { conversationSource } from '@landline/event-schemas';
import { z } from 'zod';
import { pagination } from '../../platform/http/pagination.ts';
import { MAX_MESSAGE_LENGTH } from '../answers/contract.ts';

/** Signed key that reopens a conversation; the widget keeps it in the browser storage of the embedding page. */
const conversationKey = z.string().min(1).max(200);

/** Identified user; ignored unless the client signed the user id. */
const identity = z.object({
  userId: z.string().min(1).max(200).optional(),
  /** HMAC-SHA-256 of the user id with the client's secret, in hex. */
  userSignature: z.string().max(200).optional(),
});

/** POST /api/ai/chat from a widget. */
export const askBody = identity.extend({
  message: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
  /** Created by the widget, so that a retried request does not ask the question twice. */
  questionId: z.uuid().optional(),
  conversationKey: conversationKey.optional(),
  pageUrl: z.string().max(2000).optional(),
  locale: z.string().max(35).default('en'),
});
export type AskBody = z.output<typeof askBody>;

const citedPage = z.object({
  number: z.int(),
  title: z.string(),
  /** Empty for an answer that the business wrote. */
  url: z.string(),
  /** Address that opens the page at the quote; missing in answers of earlier releases. */
  link: z.string().optional(),
});
export type CitedPage = z.infer<typeof citedPage>;

const rating = z.enum(['up', 'down']).nullable();

/** A question with its answer in the widget. */
const shownExchange = z.object({
  questionId: z.string(),
  question: z.string(),
  /** Null if not answered. */
  answer: z.string().nullable(),
  citations: z.array(citedPage),
  /** Suggested questions, which the pages answer. */
  suggestions: z.array(z.string()),
  answered: z.boolean(),
  stopped: z.boolean(),
  rating,
});
export type ShownExchange = z.infer<typeof shownExchange>;

/** POST /api/ai/chat/conversation: earlier exchanges, from other pages or tabs. */
export const conversationBody = identity.extend({ conversationKey: conversationKey.optional() });
export type ConversationBody = z.output<typeof conversationBody>;
export const conversationResponse = z.object({
  conversationKey: z.string().nullable(),
  exchanges: z.array(shownExchange),
});
export type ConversationResponse = z.infer<typeof conversationResponse>;

/** POST /api/ai/chat/feedback: one rating per answer; null removes it. */
export const feedbackBody = z.object({ conversationKey, questionId: z.uuid(), rating });

/** POST /api/ai/chat/messages: a message to the client's team. */
export const leaveMessageBody = z.object({
  conversationKey: conversationKey.optional(),
  messageId: z.uuid(),
  name: z.string().trim().min(1, 'Enter your name').max(100),
  email: z.email('Enter a valid email address').max(254),
  message: z.string().trim().min(1, 'Enter a message').max(4000),
});

/** Data of the server-sent events of a streamed answer, by type. */
export interface AnswerEvents {
  conversation: { conversationKey: string; questionId: string };
  text: { text: string };
  citations: { citations: readonly CitedPage[] };
  suggestions: { suggestions: readonly string[] };
  done: { confidence: number; answered: boolean };
  error: { code: string; message: string };
}

/** Page size of conversations and left messages. */
export const CONVERSATIONS_PAGE = 25;
const page = z.coerce.number().int().min(1).max(10_000).default(1);

/** GET /api/ai/conversations/client/:clientId, latest first. */
export const conversationsQuery = z.object({ page, only: z.enum(['unanswered', 'rated_down']).optional() });
export const conversationSummary = z.object({
  id: z.string(),
  source: conversationSource,
  domain: z.string().nullable(),
  userId: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  questionCount: z.int(),
  unansweredCount: z.int(),
  lastQuestion: z.string().nullable(),
});
export const conversationList = z.object({
  conversations: z.array(conversationSummary),
  pagination,
});
export type ConversationList = z.infer<typeof conversationList>;

/** GET /api/ai/conversations/client/:clientId/:conversationId */
export const transcript = conversationSummary.extend({
  exchanges: z.array(
    shownExchange.extend({
      pageUrl: z.string().nullable(),
      confidence: z.number().nullable(),
      failed: z.boolean(),
      askedAt: z.iso.datetime(),
      /** True if the answer was right, as judged by staff or the client; null if not judged. */
      judgedRight: z.boolean().nullable(),
    }),
  ),
});
export type Transcript = z.infer<typeof transcript>;

/** GET /api/ai/left-messages/client/:clientId, newest first. */
export const leftMessagesQuery = z.object({ page, status: z.enum(['open', 'handled']).default('open') });
export const leftMessageRecord = z.object({
  id: z.string(),
  conversationId: z.string().nullable(),
  domain: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  text: z.string(),
  status: z.enum(['open', 'handled']),
  leftAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
});
export type LeftMessageRecord = z.infer<typeof leftMessageRecord>;
export const leftMessageList = z.object({
  messages: z.array(leftMessageRecord),
  counts: z.object({ open: z.int(), handled: z.int() }),
  pagination,
});
export type LeftMessageList = z.infer<typeof leftMessageList>;
