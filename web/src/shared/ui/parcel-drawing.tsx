import type { Grade } from '@landline/event-schemas';
import { gradeVariable } from '../palette.ts';
import classes from './parcel-drawing.module.css';

interface Lot {
  x: number;
  y: number;
  width: number;
  height: number;
  scored: LotScore | null;
}

interface LotScore {
  score: number;
  grade: Grade;
}

const WIDTH = 900;
const HEIGHT = 1100;
const STREET = 26;

/** Scores drawn on lots. */
const SCORES: readonly LotScore[] = [
  { score: 94, grade: 'Premium' },
  { score: 88, grade: 'Excellent' },
  { score: 83, grade: 'Excellent' },
  { score: 76, grade: 'Very Good' },
  { score: 71, grade: 'Very Good' },
  { score: 64, grade: 'Good' },
  { score: 57, grade: 'Good' },
  { score: 45, grade: 'Borderline' },
  { score: 31, grade: 'Poor' },
  { score: 12, grade: 'Unsuitable' },
];

/** Generates a fixed map of blocks, streets and lots, some of them scored. */
function generateLots(): Lot[] {
  let seed = 20;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const lots: Lot[] = [];
  for (let y = -60; y < HEIGHT; ) {
    const height = 120 + Math.floor(random() * 4) * 20;
    for (let x = -80; x < WIDTH; ) {
      const width = 200 + Math.floor(random() * 4) * 30;
      for (const row of [0, 1]) {
        let left = x;
        while (left < x + width) {
          const preferred = 34 + Math.floor(random() * 5) * 9;
          const room = x + width - left;
          const lotWidth = room - preferred < 30 ? room : preferred;
          lots.push({
            x: left,
            y: y + (row * height) / 2,
            width: lotWidth,
            height: height / 2,
            scored: random() < 0.17 ? (SCORES[Math.floor(random() * SCORES.length)] ?? null) : null,
          });
          left += lotWidth;
        }
      }
      x += width + STREET;
    }
    y += height + STREET;
  }
  return lots;
}

/** Lots in drawing order, scored ones last, so that no neighbor's line crosses theirs. */
const LOTS = generateLots().sort((a, b) => Number(a.scored !== null) - Number(b.scored !== null));

/** A decorative map of parcels, the scored ones in their grade colors. */
export function ParcelDrawing({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g transform={`rotate(-8 ${WIDTH / 2} ${HEIGHT / 2}) scale(1.16) translate(-60 -80)`}>
        {LOTS.map(({ x, y, width, height, scored }) => {
          const color = scored && `var(${gradeVariable(scored.grade)})`;
          return (
            <g key={`${x}/${y}`}>
              <rect
                x={x}
                y={y}
                width={width}
                height={height}
                className={scored ? classes.scored : classes.lot}
                {...(color && { style: { color } })}
              />
              {scored && color && width > 30 && (
                <text x={x + width / 2} y={y + height / 2} className={classes.score} style={{ fill: color }}>
                  {scored.score}
                </text>
              )}
            </g>
          );
        })}
      </g>
    </svg>
  );
}
