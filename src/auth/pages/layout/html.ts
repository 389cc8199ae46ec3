/** Markup that may stand in a page as it is. Only this module makes it, so all other text is escaped. */
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

/** What a template may hold; `undefined` and `false` leave nothing behind. */
export type Part = Html | string | number | undefined | false | readonly Part[]

/** Builds markup; every value is escaped unless it is markup already. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + written(parts[index - 1]) + string),
  )
}

/** Takes markup from elsewhere as it is: for our own constants and for forms the provider made. */
export const trusted = (markup: string): Html => new Html(markup)

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replace(/[&<>"']/g, (character) => entities[character]!)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
