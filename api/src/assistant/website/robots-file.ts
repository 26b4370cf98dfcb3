import robotsParser from 'robots-parser';
import { ROBOT } from './fetcher.ts';

/** Contents of a robots.txt (RFC 9309) apart from its rules. */
export interface RobotsFile {
  readonly sitemaps: readonly string[];
  /** Requested pause between two requests, in seconds. */
  readonly crawlDelay: number;
}

// The package's types do not match its default export.
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, robot: string): boolean | undefined;
  getSitemaps(): string[];
  getCrawlDelay(robot: string): number | undefined;
};

/**
 * Parses a robots.txt. `allows` is true for every page of another site. Patterns can take long to match, so this runs in a
 * thread.
 */
export function parseRobots(url: string, text: string): { file: RobotsFile; allows(page: string): boolean } {
  const robots = parse(url, text);
  return {
    file: { sitemaps: robots.getSitemaps(), crawlDelay: robots.getCrawlDelay(ROBOT) ?? 0 },
    allows: (page) => robots.isAllowed(page, ROBOT) !== false,
  };
}
