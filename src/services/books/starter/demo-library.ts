import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import { putReview, type ReviewingContext } from '../reviewing/put-review.ts'
import { addToShelf, type ShelvingContext } from '../shelving.ts'
import { Imports } from '../store/imports.ts'

const fingerprint = 'demo library'

/** Works of the starter catalog that were written in English, by predefined shelf. */
const shelves: Readonly<Record<string, readonly string[]>> = {
  0: ['Emma', 'The Time Machine', 'Middlemarch'],
  2: ['Moby-Dick', 'Walden', 'The Age of Innocence', 'Dracula', 'Heart of Darkness'],
  3: ['Great Expectations', 'The Hound of the Baskervilles', 'Little Women'],
  4: ['Pride and Prejudice', 'Frankenstein', 'Treasure Island', 'Emma', 'The Time Machine'],
}

interface DemoReview {
  readonly title: string
  readonly rating: number
  readonly content: string
  readonly daysAgo: number
}

const demoReviews: readonly DemoReview[] = [
  {
    title: 'Pride and Prejudice',
    rating: 5,
    content: 'Funnier than I remembered. The letters alone are worth reading again.',
    daysAgo: 12,
  },
  {
    title: 'Frankenstein',
    rating: 4,
    content: 'Much sadder than the films, and the creature speaks better than anyone else in it.',
    daysAgo: 40,
  },
  { title: 'Treasure Island', rating: 4, content: '', daysAgo: 75 },
  { title: 'The Time Machine', rating: 3, content: 'Great idea, hurried ending.', daysAgo: 120 },
]

interface DemoLibraryContext extends ShelvingContext, ReviewingContext {
  readonly database: Database
  readonly clock: Clock
}

/** Fills the shelves of the demo user, once: what the user removes stays removed. */
export async function createDemoLibrary(
  context: DemoLibraryContext,
  userId: string,
): Promise<void> {
  const { database, clock } = context
  const imports = new Imports()
  if ((await imports.find(database, fingerprint)) !== undefined) return
  await database.transaction(async (tx) => {
    const present = async (title: string): Promise<string | undefined> => {
      const id = volumeIdOf({ source: 'starter', sourceKey: `en:${title}` })
      // An operator can have removed volumes of the starter catalog.
      return (await context.contents.kindOf(tx, id)) ? id : undefined
    }
    let entries = 0
    for (const [shelf, titles] of Object.entries(shelves)) {
      for (const title of titles) {
        const volumeId = await present(title)
        if (volumeId === undefined) continue
        await addToShelf(context, tx, { userId, shelf, volumeId })
        entries++
      }
    }
    for (const { title, daysAgo, ...review } of demoReviews) {
      const volumeId = await present(title)
      if (volumeId === undefined) continue
      await putReview(context, tx, {
        userId,
        volumeId,
        ...review,
        readOn: dayBefore(clock, daysAgo),
      })
    }
    await imports.put(tx, { fingerprint, entries, counts: '{}' }, clock.nowMs())
  })
}

const dayBefore = (clock: Clock, days: number): string =>
  Temporal.Instant.fromEpochMilliseconds(clock.nowMs())
    .toZonedDateTimeISO('UTC')
    .subtract({ days })
    .toPlainDate()
    .toString()
