/** Returns the `count` positions with the highest scores, best first; among equal scores, in the given order. */
export function highest(
  positions: Iterable<number>,
  count: number,
  scoreOf: (position: number) => number,
): readonly number[] {
  const best: number[] = [];
  const scores: number[] = [];
  for (const position of positions) {
    const score = scoreOf(position);
    if (best.length === count) {
      if (!(score > (scores[count - 1] ?? score))) continue;
      best.pop();
      scores.pop();
    }
    let at = scores.length;
    while (at > 0 && (scores[at - 1] ?? score) < score) at--;
    best.splice(at, 0, position);
    scores.splice(at, 0, score);
  }
  return best;
}
