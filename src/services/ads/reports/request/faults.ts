import { type ApiError, invalid, missingField, severalRefusals } from '#/kernel/errors.ts'

/** Collects the errors of a request, so that all are reported at once. */
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
