import type { Branding } from '@landline/api/branding/contract';
import { Card } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { contrast, readableOn } from '../../../widget/colors.ts';
import classes from './widget.module.css';

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const LEAST = 4.5;
/** What the assistant's answers stand on. */
const ANSWER_BACKGROUND = '#f3f2f6';

interface BrandingPreviewProps {
  branding: Branding;
  /** Null: chosen so that it can be read. */
  headerColor: string | null;
}

/** The open widget as it would look, and what in it would be hard to read. */
export function BrandingPreview({ branding, headerColor }: BrandingPreviewProps) {
  const { primaryColor, userLinkColor, aiLinkColor, botName, welcomeMessage } = branding;
  const onPrimary = readableOn(primaryColor);
  const header = headerColor ?? onPrimary;
  const warnings = [
    ['The header', contrast(header, primaryColor)],
    ["Links in the visitor's messages", contrast(userLinkColor, primaryColor)],
    ["Links in the assistant's answers", contrast(aiLinkColor, ANSWER_BACKGROUND)],
  ].filter((each): each is [string, number] => Number(each[1]) < LEAST);
  return (
    <Card title="Preview">
      <div className={classes.preview} aria-hidden="true">
        <div className={classes.previewHeader} style={{ background: primaryColor, color: header }}>
          {botName}
        </div>
        <div className={classes.previewLog}>
          <p className={classes.previewBot}>{welcomeMessage}</p>
          <p className={classes.previewUser} style={{ background: primaryColor, color: onPrimary }}>
            Do you deliver? I saw <span style={{ color: userLinkColor }}>example.com/delivery</span>
          </p>
          <p className={classes.previewBot}>
            Yes, within the city. <span style={{ color: aiLinkColor }}>1. Delivery</span>
          </p>
        </div>
        <div className={classes.previewInput}>{branding.placeholderText}</div>
      </div>
      {branding.widgetButtonText !== '' && (
        <p
          className={classes.previewButton}
          style={{ background: primaryColor, color: onPrimary }}
          aria-hidden="true"
        >
          {branding.widgetButtonText}
        </p>
      )}
      <div aria-live="polite">
        {warnings.map(([what, ratio]) => (
          <Notice key={what} kind="notice">
            {`${what} would be hard to read: a contrast of ${ratio.toFixed(1)} to 1, where 4.5 to 1 is needed.`}
          </Notice>
        ))}
      </div>
    </Card>
  );
}
