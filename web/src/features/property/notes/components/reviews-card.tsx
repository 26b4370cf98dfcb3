import { BEST_RATING, type Review } from '@landline/api/property/notes/review-contract';
import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import { useIsDemo } from '../../../platform/session/context.ts';
import { DEMO_LABEL } from '../../demo-label.ts';
import { useReviews, useSaveReview } from '../api/reviews.ts';
import classes from './notes-card.module.css';

const RATINGS = ['Not worth a call', 'Weak', 'Fair', 'Promising', 'Call today'];
const stars = (rating: number) => '★'.repeat(rating) + '☆'.repeat(BEST_RATING - rating);

/** Reviews of a property; hidden if they cannot be loaded (spec 001 §7). */
export function ReviewsCard({ candidateId }: { candidateId: string }) {
  const { data } = useReviews(candidateId);
  const isDemo = useIsDemo();
  const card = useRef<HTMLDivElement>(null);
  if (!data) return null;
  const ownReview = data.data.find((review) => review.own);
  return (
    <div ref={card} tabIndex={-1}>
      <Card
        title="Reviews"
        aside={data.average !== null && <span className="num">{data.average.toFixed(1)} of 5</span>}
      >
        {data.data.length > 0 ? (
          <ol className={classes.notes} aria-label="Reviews">
            {data.data.map((review) => (
              <ReviewItem key={`${review.author} ${review.createdAt}`} review={review} />
            ))}
          </ol>
        ) : (
          <Text c="dimmed" mt="sm">
            No reviews yet.
          </Text>
        )}
        {isDemo ? (
          <Button variant="default" size="xs" disabled>
            {DEMO_LABEL}
          </Button>
        ) : (
          <ReviewForm
            key={candidateId}
            candidateId={candidateId}
            ownReview={ownReview}
            // The form's elements, one of which had the focus, are disabled while it saves.
            onSaved={() => card.current?.focus({ preventScroll: true })}
          />
        )}
      </Card>
    </div>
  );
}

function ReviewItem({ review: { rating, comment, author, createdAt } }: { review: Review }) {
  return (
    <li className={classes.note}>
      <span role="img" aria-label={`${rating} of ${BEST_RATING}: ${RATINGS[rating - 1]}`}>
        {stars(rating)}
      </span>
      {comment && <p className={classes.text}>{comment}</p>}
      <Text fz="sm" c="dimmed">
        {author} · {formatDate(createdAt)}
      </Text>
    </li>
  );
}

interface ReviewFormProps {
  candidateId: string;
  ownReview: Review | undefined;
  onSaved: () => void;
}

function ReviewForm({ candidateId, ownReview, onSaved }: ReviewFormProps) {
  const [rating, setRating] = useState(String(ownReview?.rating ?? 3));
  const [comment, setComment] = useState(ownReview?.comment ?? '');
  const save = useSaveReview(candidateId);
  return (
    <Stack
      component="form"
      gap="xs"
      mb="md"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ candidateId, rating: Number(rating), comment }, { onSuccess: onSaved });
      }}
    >
      <NativeSelect
        label="Your rating"
        value={rating}
        disabled={save.isPending}
        onChange={({ currentTarget }) => setRating(currentTarget.value)}
        data={RATINGS.map((name, index) => ({
          value: String(index + 1),
          label: `${index + 1} · ${name}`,
        })).reverse()}
      />
      <Textarea
        label="Comment (optional)"
        autosize
        minRows={2}
        maxRows={6}
        value={comment}
        disabled={save.isPending}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <ErrorNotice error={save.error} failed="Failed to save review" />
      <div>
        <Button type="submit" variant="default" size="sm" loading={save.isPending}>
          {ownReview ? 'Save Review' : 'Add Review'}
        </Button>
      </div>
    </Stack>
  );
}
