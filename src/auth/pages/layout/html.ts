import { escapedText } from '#/kernel/text/html-entities.ts'

/** Trusted markup. Only this module creates it; all other text is escaped. */
class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type { Html }

/** A value in a template; `undefined` and `false` render nothing. */
export type Part = Html | string | number | undefined | false | readonly Part[]

/** Builds markup. Values are escaped unless they are markup. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + markupOf(parts[index - 1]) + string),
  )
}

/** Marks markup as trusted: our own constants, and forms of the provider. */
export const trustedHtml = (markup: string): Html => new Html(markup)

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  if (Array.isArray(part)) return part.map(markupOf).join('')
  return escapedText(String(part))
}
