import { monthPattern, weekdayPattern } from './vocabulary.ts'

/** Stands for each character that no later reader may see; it is part of no word and no space. */
export const mask = '¦'

/** A text from which readers take phrases one after the other; positions never move. */
export class Sentence {
  readonly text: string
  #visible: string
  readonly #taken: { readonly start: number; readonly end: number }[] = []

  constructor(text: string) {
    this.text = text
    this.#visible = text
  }

  /** The text with everything taken or hidden masked. */
  get visible(): string {
    return this.#visible
  }

  /** Takes the first match, so that it is neither read again nor kept in the title. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.#visible)
    if (match === null) return undefined
    this.takeSpan(match.index, match.index + match[0].length)
    return match
  }

  takeSpan(start: number, end: number): void {
    this.#taken.push({ start, end })
    this.#mask(start, end)
  }

  /** Keeps all matches from being read; they stay in the title. */
  hide(pattern: RegExp): void {
    for (const match of this.#visible.matchAll(pattern)) {
      this.#mask(match.index, match.index + match[0].length)
    }
  }

  /** What stands between the taken phrases. */
  kept(): string[] {
    const pieces: string[] = []
    let from = 0
    for (const { start, end } of this.#taken.toSorted((one, other) => one.start - other.start)) {
      pieces.push(this.text.slice(from, start))
      from = end
    }
    return [...pieces, this.text.slice(from)]
  }

  #mask(start: number, end: number): void {
    this.#visible =
      this.#visible.slice(0, start) + mask.repeat(end - start) + this.#visible.slice(end)
  }
}

const leadingWords =
  'on|for|with|in|at|to|until|till|and|from|today|tomorrow|tonight|next|this|every|each|daily|weekly|monthly|yearly'

/**
 * Holds where a phrase may be over, so that `at 7` is a time before `tomorrow`,
 * and the beginning of a name before `Eleven`.
 */
export const phraseEnd = `(?=\\s*(?:$|[,.;!?)]|${mask}|(?:${leadingWords}|${weekdayPattern}|${monthPattern})\\b|\\d{1,2}/\\d|\\d{4}-\\d))`
