import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api/index.ts'
import { t } from '../../texts/books.ts'
import { Button, Field, Outcome, toast } from '../../ui/index.ts'

interface Review {
  /** 1 to 5; 0 without a rating. */
  readonly rating: number
  readonly content: string
  readonly readOn: string
}

const pathOf = (volumeId: string) =>
  `/almanac/v1/users/me/library/reviews/${encodeURIComponent(volumeId)}`

/** The rating and review of the user, which only the user sees. */
export function MyReview({ volumeId }: { volumeId: string }) {
  const review = useQuery({
    queryKey: ['books', 'review', volumeId],
    queryFn: ({ signal }) => api.get<Review>(pathOf(volumeId), { signal }),
  })
  return (
    <section className="stack volume-text" aria-labelledby="my-review">
      <h2 id="my-review">{t.myReview}</h2>
      <Outcome of={review} lines={2}>
        {(stored) => <ReviewForm key={volumeId} {...{ volumeId, stored }} />}
      </Outcome>
    </section>
  )
}

function ReviewForm({ volumeId, stored }: { volumeId: string; stored: Review }) {
  const client = useQueryClient()
  const [content, setContent] = useState(stored.content)
  const [readOn, setReadOn] = useState(stored.readOn)
  const save = useMutation({
    mutationFn: (review: Review) => api.put<Review>(pathOf(volumeId), { body: review }),
    onSuccess: (saved) => {
      client.setQueryData(['books', 'review', volumeId], saved)
      toast({ text: t.reviewSaved })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['books', 'shelves'] }),
  })
  const { rating } = save.isPending ? save.variables : stored
  const isChanged = content !== stored.content || readOn !== stored.readOn
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ rating, content, readOn })
      }}
    >
      <div className="row">
        <StarChoice rating={rating} onRating={(next) => save.mutate({ ...stored, rating: next })} />
        {rating > 0 && (
          <Button kind="quiet" onClick={() => save.mutate({ ...stored, rating: 0 })}>
            {t.clearRating}
          </Button>
        )}
      </div>
      <Field label={t.finishedOn}>
        {(control) => (
          <input
            {...control}
            type="date"
            className="short-date"
            value={readOn}
            onChange={(event) => setReadOn(event.target.value)}
          />
        )}
      </Field>
      <Field label={t.review} hint={t.reviewHint}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={20_000}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
        )}
      </Field>
      {isChanged && (
        <div className="row">
          <Button kind="main" type="submit" isBusy={save.isPending}>
            {t.saveReview}
          </Button>
        </div>
      )}
    </form>
  )
}

interface StarChoiceProps {
  readonly rating: number
  readonly onRating: (rating: number) => void
}

/** Five stars, of which one is chosen: a click saves it. */
function StarChoice({ rating, onRating }: StarChoiceProps) {
  const name = useId()
  return (
    <fieldset className="star-choice">
      <legend>{t.myRating}</legend>
      <div className="row">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className={stars <= rating ? 'star filled' : 'star'}>
            <input
              type="radio"
              name={name}
              aria-label={t.starCount(stars)}
              checked={stars === rating}
              onChange={() => onRating(stars)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
