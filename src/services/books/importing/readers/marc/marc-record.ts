/** A field of a MARC record: a control field has a value, others have subfields by code. */
export interface MarcField {
  readonly tag: string
  readonly indicators: string
  readonly value: string
  readonly parts: readonly (readonly [code: string, text: string])[]
}

export const controlField = (tag: string, value: string): MarcField => ({
  tag,
  indicators: '',
  value,
  parts: [],
})

/** A library catalog record, in any file format. */
export class MarcRecord {
  readonly leader: string
  readonly #fields: readonly MarcField[]

  constructor(leader: string, fields: readonly MarcField[]) {
    this.leader = leader
    this.#fields = fields
  }

  fields(...tags: readonly string[]): MarcField[] {
    return this.#fields.filter(({ tag }) => tags.includes(tag))
  }

  control(tag: string): string | undefined {
    return this.#fields.find((field) => field.tag === tag)?.value
  }

  /** The first subfield with a code in the first field with a tag that has one. */
  first(tag: string, code: string): string | undefined {
    for (const field of this.fields(tag)) {
      const found = part(field, code)
      if (found !== undefined) return found
    }
    return undefined
  }
}

export const part = (field: MarcField | undefined, code: string): string | undefined =>
  field?.parts.find(([each]) => each === code)?.[1]

/** The subfields with some codes, in the order of the field. */
export const partsOf = (field: MarcField, codes: string): string[] =>
  field.parts.filter(([code]) => codes.includes(code)).map(([, text]) => text)
