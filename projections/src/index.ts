export * from './admin.ts';
export type { AuditEntryRow } from './projectors/audit.ts';
export type { CandidateRow } from './projectors/candidates.ts';
export type { ClassificationRow } from './projectors/classifications.ts';
export type { ClientRow, ClientUserRow } from './projectors/clients.ts';
export type { DatasetImportRow, DatasetRow, RejectedRowRow } from './projectors/datasets.ts';
export type { RescoringRunRow, ScoringModelRow } from './projectors/scoring.ts';
export type { StaffUserRow } from './projectors/staff.ts';
