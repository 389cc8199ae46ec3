import type { WholeDraft } from '../catalogue/draft.ts'

/**
 * Drafts on their way from one thread to another: all their texts in one, and their numbers in one
 * list. Each object and text by itself would cost as much again as making it.
 */
export interface PackedDrafts {
  readonly text: string
  /** How long each text is. */
  readonly lengths: Uint32Array<ArrayBuffer>
  readonly numbers: Float64Array<ArrayBuffer>
}

const textsPerDraft = 16
const numbersPerDraft = 4

export function packed(drafts: ReadonlyMap<string, WholeDraft>): PackedDrafts {
  const lengths = new Uint32Array(drafts.size * textsPerDraft)
  const numbers = new Float64Array(drafts.size * numbersPerDraft)
  let text = ''
  let textsDone = 0
  let numbersDone = 0
  const put = (more: string) => {
    text += more
    lengths[textsDone++] = more.length
  }
  const putNumber = (number: number) => {
    numbers[numbersDone++] = number
  }
  for (const { words, wire, ...draft } of drafts.values()) {
    put(draft.id)
    put(draft.source)
    put(draft.sourceKey)
    put(draft.text)
    put(draft.digest)
    put(draft.cover ?? '')
    put(words.title)
    put(words.authors)
    put(words.publisher)
    put(words.subjects)
    put(words.marks)
    put(words.description)
    put(wire.wire)
    put(wire.description)
    put(wire.brief)
    put(wire.details)
    putNumber(draft.rank)
    putNumber(draft.published)
    putNumber(draft.isEbook ? 1 : 0)
    putNumber(draft.isPreorder ? 1 : 0)
  }
  return { text, lengths, numbers }
}

/** The same drafts, by their ids. */
export function unpacked({ text, lengths, numbers }: PackedDrafts): Map<string, WholeDraft> {
  const drafts = new Map<string, WholeDraft>()
  let textsTaken = 0
  let numbersTaken = 0
  let from = 0
  const take = () => {
    const to = from + lengths[textsTaken++]!
    const taken = text.slice(from, to)
    from = to
    return taken
  }
  const takeNumber = () => numbers[numbersTaken++]!
  // Members are made in the order in which they were put in.
  while (textsTaken < lengths.length) {
    const draft: WholeDraft = {
      id: take(),
      source: take(),
      sourceKey: take(),
      text: take(),
      digest: take(),
      cover: take() || null,
      words: {
        title: take(),
        authors: take(),
        publisher: take(),
        subjects: take(),
        marks: take(),
        description: take(),
      },
      wire: { wire: take(), description: take(), brief: take(), details: take() },
      rank: takeNumber(),
      published: takeNumber(),
      isEbook: takeNumber() === 1,
      isPreorder: takeNumber() === 1,
    }
    drafts.set(draft.id, draft)
  }
  return drafts
}
