import type { Branding } from '@landline/api/assistant/branding/contract';
import { Box } from '@mantine/core';
import { Card } from '../../../../shared/ui/card.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { contrast, readableOn } from '../../../../widget/colors.ts';
import classes from './widget.module.css';

/** Minimum contrast ratio of text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
/** Background of the assistant's answers. */
const ANSWER_BACKGROUND = '#f3f2f6';

interface BrandingPreviewProps {
  branding: Branding;
  /** Null to choose a readable color. */
  headerColor: string | null;
}

/** Preview of the open widget, with warnings about low contrast. */
export function BrandingPreview({ branding, headerColor }: BrandingPreviewProps) {
  const { primaryColor, userLinkColor, aiLinkColor, botName, welcomeMessage } = branding;
  const onPrimary = readableOn(primaryColor);
  const header = headerColor ?? onPrimary;
  const warnings = [
    ['Header text', contrast(header, primaryColor)],
    ["Links in the visitor's messages", contrast(userLinkColor, primaryColor)],
    ["Links in the assistant's answers", contrast(aiLinkColor, ANSWER_BACKGROUND)],
  ].filter((each): each is [string, number] => Number(each[1]) < MIN_CONTRAST);
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
        <Box m="0 12px 12px" p="10px 12px" bd="1px solid #dedbe6" bdrs={12} c="#625c70">
          {branding.placeholderText}
        </Box>
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
        {warnings.map(([element, ratio]) => (
          <Notice key={element} kind="notice">
            {`${element} may be hard to read. The contrast ratio is ${ratio.toFixed(1)}:1; at least 4.5:1 is recommended.`}
          </Notice>
        ))}
      </div>
    </Card>
  );
}
