import { type ApiError, invalid, missingField, severalRefusals } from '#/kernel/errors.ts'

/** Collects what is wrong with a request, so that it is told all at once. */
export class Faults {
  readonly #found: ApiError[] = []

  add(path: string, why: string): void {
    this.#found.push(invalid(path, `Invalid value for ${path}: ${why}`))
  }

  missing(path: string): void {
    this.#found.push(missingField(path))
  }

  get isEmpty(): boolean {
    return this.#found.length === 0
  }

  throwAny(): void {
    if (this.#found.length > 0) throw severalRefusals(...this.#found)
  }
}
