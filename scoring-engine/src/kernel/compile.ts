import { hash } from 'node:crypto';
import type { CandidateColumns } from '../columns.ts';
import type { ScoringModel } from '../model/document.ts';
import { type AduTables, aduTables } from './adu-tables.ts';
import { type IosTables, iosTables } from './ios-tables.ts';

export type KernelTables = AduTables | IosTables;

/** A model prepared for the kernel: its tables are typed arrays, resolved for the texts in each set of columns. */
export interface CompiledModel {
  readonly model: ScoringModel;
  /** Returns the tables for the current columns. Cheap unless new texts were added. */
  tablesFor(columns: CandidateColumns): KernelTables;
}

export function compileModel(model: ScoringModel): CompiledModel {
  const environmentHash = hash('sha256', JSON.stringify(model.environmental));
  const cache = new WeakMap<CandidateColumns, AduTables | Omit<IosTables, 'grades'>>();
  return {
    model,
    tablesFor(columns) {
      let tables = cache.get(columns);
      if (tables === undefined || isOutdated(tables, columns)) {
        tables = columns.propertyType === 'adu' ? aduTables(model, columns) : iosTables(model, columns);
        cache.set(columns, tables);
      }
      return tables.propertyType === 'adu'
        ? tables
        : { ...tables, grades: columns.environment(environmentHash) };
    },
  };
}

/** Returns tables for views that begin at a candidate. */
export const tablesFrom = (tables: KernelTables, index: number): KernelTables =>
  tables.propertyType === 'ios' ? { ...tables, grades: tables.grades.subarray(index) } : tables;

function isOutdated(tables: AduTables | Omit<IosTables, 'grades'>, columns: CandidateColumns): boolean {
  if (tables.classCount < columns.classes.size) return true;
  return tables.propertyType === 'ios' && tables.environment.weights.length < columns.facilityClasses.size;
}
