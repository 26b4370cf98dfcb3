export * from './admin.ts';
export type { ClientRow, ClientUserRow } from './projectors/clients/clients.ts';
export type { StaffUserRow } from './projectors/identity/staff.ts';
export type { AuditEntryRow } from './projectors/platform/activity.ts';
export type { CandidateRow } from './projectors/property/candidates.ts';
export type { ClassificationRow } from './projectors/property/classifications.ts';
export type { DatasetImportRow, DatasetRow, RejectedRowRow } from './projectors/property/datasets.ts';
export type { RescoringRunRow, ScoringModelRow } from './projectors/property/scoring.ts';
