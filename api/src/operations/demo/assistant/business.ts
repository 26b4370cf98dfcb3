import type { Branding } from '../../../assistant/branding/contract.ts';
import type { GoldenQuestionBody } from '../../../assistant/golden-questions/contract.ts';

/** A page of a demo website, as HTML without its frame. */
export interface DemoPage {
  readonly title: string;
  readonly html: string;
  /** Content until the second crawl, if it differs. */
  readonly earlier?: string;
}

export interface DemoQuestion {
  readonly text: string;
  /** Relative frequency; 1 by default. */
  readonly weight?: number;
  /** Questions that visitors ask next in the same conversation. */
  readonly followUps?: readonly string[];
}

export interface DemoMessage {
  readonly daysAgo: number;
  readonly text: string;
  readonly isHandled?: boolean;
}

/** A content request by the client, with the staff's answer. */
export interface DemoContentRequest {
  readonly daysAgo: number;
  readonly path: string;
  readonly description: string;
  readonly priority: 'low' | 'medium' | 'high';
  readonly answer?: { readonly step: 'PROCESS' | 'COMPLETE' | 'REJECT'; readonly note: string };
}

/** An answer that the business writes once visitors have asked the question. */
export interface DemoApprovedAnswer {
  readonly daysAgo: number;
  readonly question: string;
  readonly answer: string;
  /** Path of the page that it is based on. */
  readonly page?: string;
}

/** A fictional business whose website and visitors fill the screens of a demo client. */
export interface DemoBusiness {
  readonly name: string;
  readonly branding: Partial<Branding>;
  /** Pages by path. A link to any other path is broken. */
  readonly pages: Readonly<Record<string, DemoPage>>;
  /** Paths that the website's robots.txt excludes. */
  readonly disallowed: readonly string[];
  readonly questions: readonly [DemoQuestion, ...DemoQuestion[]];
  readonly goldenQuestions: readonly (Pick<GoldenQuestionBody, 'question' | 'phrases'> & {
    readonly page: string;
  })[];
  readonly approvedAnswers: readonly DemoApprovedAnswer[];
  readonly contentRequests: readonly DemoContentRequest[];
  readonly messages: readonly DemoMessage[];
}
