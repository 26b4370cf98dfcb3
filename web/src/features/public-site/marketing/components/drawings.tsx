import classes from './drawings.module.css';

/** Lots along a street: x, y, width, height. */
const LOTS = [
  [16, 16, 52, 46],
  [68, 16, 44, 46],
  [112, 16, 60, 46],
  [172, 16, 40, 46],
  [212, 16, 56, 46],
  [268, 16, 36, 46],
  [16, 86, 40, 46],
  [56, 86, 58, 46],
  [114, 86, 46, 46],
  [160, 86, 62, 46],
  [222, 86, 38, 46],
  [260, 86, 44, 46],
] as const;

const SCORED: Readonly<Record<number, { score: number; grade: string }>> = {
  1: { score: 71, grade: 'very-good' },
  2: { score: 94, grade: 'premium' },
  4: { score: 57, grade: 'good' },
  7: { score: 31, grade: 'poor' },
  9: { score: 83, grade: 'excellent' },
};

/** Illustrates Instant Intelligence: lots along a street, some with scores. */
export function ScoredStreet({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 320 148" aria-hidden="true" className={className}>
      {LOTS.map(([x, y, width, height], index) => {
        const scored = SCORED[index];
        const style = scored && { color: `var(--grade-${scored.grade})` };
        return (
          <g key={`${x}/${y}`} style={style}>
            <rect {...{ x, y, width, height }} className={scored ? classes.scored : classes.line} />
            {scored && (
              <text x={x + width / 2} y={y + height / 2} className={classes.score}>
                {scored.score}
              </text>
            )}
          </g>
        );
      })}
      <path d="M0 74H320" className={classes.dashed} />
    </svg>
  );
}

/** Illustrates Find Hidden Value: a lot with a house and buildable space behind it. */
export function BuildableBackyard({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 320 148" aria-hidden="true" className={className}>
      <path d="M40 14H280V134H40Z" className={classes.line} />
      <path d="M40 14L12 0M280 14L308 0M40 134L12 148M280 134L308 148" className={classes.line} />
      <path d="M62 40H138V74H122V108H62Z" className={classes.filled} />
      <path d="M62 40L92 66V108M138 40L92 66" className={classes.line} />
      <rect x="186" y="36" width="70" height="52" className={classes.found} />
      <path d="M186 104H256M186 100V108M256 100V108" className={classes.accent} />
      <text x="221" y="121" className={classes.measure}>
        32 ft
      </text>
      <text x="221" y="63" className={classes.label}>
        ADU
      </text>
    </svg>
  );
}

const BARS = [
  { width: 176, max: 200, grade: 'premium' },
  { width: 118, max: 160, grade: 'excellent' },
  { width: 84, max: 120, grade: 'very-good' },
  { width: 36, max: 84, grade: 'borderline' },
] as const;

/** Illustrates Expert Analysis: the points of each component against its maximum. */
export function ScoreBreakdown({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 320 148" aria-hidden="true" className={className}>
      <path d="M76 14V134" className={classes.line} />
      {BARS.map(({ width, max, grade }, index) => {
        const y = 24 + index * 28;
        return (
          <g key={grade} style={{ color: `var(--grade-${grade})` }}>
            <rect x="16" y={y + 4} width="44" height="6" rx="3" className={classes.stub} />
            <rect x="76" y={y} width={max} height="14" className={classes.line} />
            <rect x="76" y={y} width={width} height="14" className={classes.bar} />
          </g>
        );
      })}
    </svg>
  );
}
