/** Maximum number of levels of objects and arrays in one value; far below the depth at which recursive code overflows the stack. */
const MAX_DEPTH = 100;

/** A part that PostgreSQL cannot store; `problem` completes "body.name …". */
interface UnstorablePart {
  readonly path: readonly string[];
  readonly problem: string;
}

/** Finds text that PostgreSQL cannot store and values nested too deeply: an event with either could never be projected. */
export function findUnstorable(value: unknown): UnstorablePart | undefined {
  const pending: { part: unknown; path: readonly string[] }[] = [{ part: value, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { part, path } = next;
    if (typeof part === 'string') {
      const problem = textProblem(part);
      if (problem) return { path, problem };
    }
    if (typeof part !== 'object' || part === null) continue;
    if (path.length >= MAX_DEPTH) {
      return { path: path.slice(0, 3), problem: `is nested more than ${MAX_DEPTH} levels deep.` };
    }
    for (const [key, inner] of Object.entries(part)) {
      const problem = textProblem(key);
      if (problem) return { path: [...path, toStorableText(key)], problem };
      if (typeof inner === 'string' || typeof inner === 'object') {
        pending.push({ part: inner, path: [...path, key] });
      }
    }
  }
  return undefined;
}

/** Replaces NUL and lone surrogates with visible characters. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed();
}

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character.';
  return text.isWellFormed() ? undefined : 'contains an incomplete Unicode character.';
}
