import { z } from 'zod';

/** Staff roles (spec 000 §1, §6). */
export const STAFF_ROLES = ['SuperAdmin', 'Admin', 'Manager', 'Employee'] as const;
export const staffRole = z.enum(STAFF_ROLES);
export type StaffRole = z.infer<typeof staffRole>;

/** Roles of an actor: staff, a client's user, a visitor of the public pages, or Landline itself. */
export const actorRole = z.enum([...STAFF_ROLES, 'ClientUser', 'Visitor', 'System']);
export type ActorRole = z.infer<typeof actorRole>;

/** Scopes of operator tokens; a token has one or more. */
export const OPERATOR_SCOPES = [
  'status',
  'projections',
  'users',
  'property',
  'audit',
  'versions',
  'backups',
] as const;
export const operatorScope = z.enum(OPERATOR_SCOPES);
export type OperatorScope = z.infer<typeof operatorScope>;

export const planTier = z.enum(['starter', 'pro', 'elite']);
export type PlanTier = z.infer<typeof planTier>;

/** The two kinds of lead: accessory dwelling unit and industrial outdoor storage (spec 001 §1). */
export const PROPERTY_TYPES = ['adu', 'ios'] as const;
export const propertyType = z.enum(PROPERTY_TYPES);
export type PropertyType = z.infer<typeof propertyType>;

const DATASET_TYPES = ['city', 'zipcode', 'county', 'custom', 'ios'] as const;
export const datasetType = z.enum(DATASET_TYPES);
export type DatasetType = z.infer<typeof datasetType>;

export const datasetStatus = z.enum(['active', 'coming_soon', 'processing']);
export type DatasetStatus = z.infer<typeof datasetStatus>;

export const CLASSIFICATIONS = ['good', 'bad'] as const;
export const classification = z.enum(CLASSIFICATIONS);
export type Classification = z.infer<typeof classification>;

export const grade = z.enum([
  'Premium',
  'Excellent',
  'Very Good',
  'Good',
  'Borderline',
  'Poor',
  'Unsuitable',
  'Unrated',
]);
export type Grade = z.infer<typeof grade>;

/** Suitability bands by score, best first; `from` is inclusive (spec 001 §4). */
export const GRADES = [
  { grade: 'Premium', from: 90 },
  { grade: 'Excellent', from: 80 },
  { grade: 'Very Good', from: 70 },
  { grade: 'Good', from: 50 },
  { grade: 'Borderline', from: 40 },
  { grade: 'Poor', from: 25 },
  { grade: 'Unsuitable', from: 0 },
] as const satisfies readonly { grade: Grade; from: number }[];

/**
 * Returns the suitability band of a score: Unrated when missing, Unsuitable when not a number (spec 001 §4).
 */
export function gradeOf(score: number | null | undefined): Grade {
  if (score === null || score === undefined) return 'Unrated';
  return GRADES.find(({ from }) => score >= from)?.grade ?? 'Unsuitable';
}

/** Environmental grades A to F (spec 001 §4). */
export const ENVIRONMENTAL_GRADES = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export const environmentalGrade = z.enum(ENVIRONMENTAL_GRADES);
export type EnvironmentalGrade = z.infer<typeof environmentalGrade>;

/**
 * Kinds of erasure: users by account, visitors by what they submitted, property owners by parcel, and the
 * rejected rows of an import.
 */
const ERASED_KINDS = [
  'staffUser',
  'clientUser',
  'contactRequest',
  'newsletterSubscriber',
  'conversation',
  'leftMessage',
  'contentRequest',
  'owner',
  'import',
] as const;
export const erasedKind = z.enum(ERASED_KINDS);
export type ErasedKind = z.infer<typeof erasedKind>;

/** Position of a widget on the page (spec 002 §2). */
export const WIDGET_POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
export const widgetPosition = z.enum(WIDGET_POSITIONS);
export type WidgetPosition = z.infer<typeof widgetPosition>;

/**
 * Where a conversation takes place: on a client's website, or on Landline's own screens, without a visitor.
 */
export const conversationSource = z.enum(['website', 'test', 'console']);
export type ConversationSource = z.infer<typeof conversationSource>;

/** Kinds of instructions that a client gives its assistant (spec 002 §3). */
export const PROMPT_TYPES = [
  'event_handling',
  'structured_data',
  'product_info',
  'faq',
  'external_links',
  'custom',
] as const;
export const promptType = z.enum(PROMPT_TYPES);
export type PromptType = z.infer<typeof promptType>;

/** Reasons why the answer to a golden question fails. */
export const goldenFailure = z.enum(['not_answered', 'other_page', 'missing_phrase']);
export type GoldenFailure = z.infer<typeof goldenFailure>;

/** Triggers of a golden question run. */
export const goldenTrigger = z.enum(['request', 'crawl', 'prompt', 'encoder', 'version']);
export type GoldenTrigger = z.infer<typeof goldenTrigger>;

/** Kinds and priorities of notes about a property (spec 001 §9). */
export const NOTE_TYPES = ['general', 'follow_up', 'decision', 'site_visit'] as const;
export const noteType = z.enum(NOTE_TYPES);
export type NoteType = z.infer<typeof noteType>;
export const NOTE_PRIORITIES = ['low', 'medium', 'high'] as const;
export const notePriority = z.enum(NOTE_PRIORITIES);
export type NotePriority = z.infer<typeof notePriority>;

/** Priorities of a content request; medium by default (spec 002 §9). */
const CONTENT_REQUEST_PRIORITIES = ['low', 'medium', 'high'] as const;
export const contentRequestPriority = z.enum(CONTENT_REQUEST_PRIORITIES);
export type ContentRequestPriority = z.infer<typeof contentRequestPriority>;

/** Levels of the analytics' content filter; each includes the ones before it (spec 002 §7). */
export const CONTENT_FILTER_LEVELS = ['basic', 'moderate', 'strict'] as const;
export const contentFilterLevel = z.enum(CONTENT_FILTER_LEVELS);
export type ContentFilterLevel = z.infer<typeof contentFilterLevel>;

/** Origins of a system version. Names of versions start with their origin, except for `named` (spec 002 §3). */
export const SYSTEM_VERSION_KINDS = [
  'named',
  'git-deploy',
  'auto-snapshot',
  'emergency',
  'daily-auto',
  'weekly-auto',
] as const;
export const systemVersionKind = z.enum(SYSTEM_VERSION_KINDS);
export type SystemVersionKind = z.infer<typeof systemVersionKind>;
