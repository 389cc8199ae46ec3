import { type Draft, type WholeDraft, wholeDraft } from '../../catalog/draft.ts'

/**
 * Drafts packed for another thread: all texts in one, and all numbers in one list. Sending objects separately
 * would cost as much as creating them.
 */
export interface PackedDrafts {
  /** Whether the drafts are complete; otherwise the receiver completes them. */
  readonly areWhole: boolean
  readonly text: string
  /** The length of each text. */
  readonly lengths: Uint32Array<ArrayBuffer>
  readonly numbers: Float64Array<ArrayBuffer>
}

const textsPerBare = 3
const textsPerDraft = 16
const numbersPerDraft = 4

/** Packs incomplete drafts, which takes a third of the work. */
export function packedBare(drafts: ReadonlyMap<string, Draft>): PackedDrafts {
  const lengths = new Uint32Array(drafts.size * textsPerBare)
  let text = ''
  let textsDone = 0
  for (const draft of drafts.values()) {
    for (const more of [draft.id, draft.text, draft.digest]) {
      text += more
      lengths[textsDone++] = more.length
    }
  }
  return { areWhole: false, text, lengths, numbers: new Float64Array() }
}

export function packedWhole(drafts: ReadonlyMap<string, Draft>): PackedDrafts {
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
  for (const bare of drafts.values()) {
    const { words, wire, ...draft } = wholeDraft(bare)
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
  return { areWhole: true, text, lengths, numbers }
}

/** The drafts, by id. */
export function unpackedDrafts({
  areWhole,
  text,
  lengths,
  numbers,
}: PackedDrafts): Map<string, WholeDraft> {
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
  const takeBare = (): Draft => {
    const [id, marked, digest] = [take(), take(), take()]
    return { id, record: JSON.parse(marked), text: marked, digest }
  }
  // Members are read in the order in which they were packed.
  const takeWhole = (): WholeDraft => ({
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
  })
  while (textsTaken < lengths.length) {
    const draft = areWhole ? takeWhole() : wholeDraft(takeBare())
    drafts.set(draft.id, draft)
  }
  return drafts
}
