/** A world as the workbench shows it. */
export interface WorldView {
  readonly id: string
  readonly isNamed: boolean
  readonly createdAtMs: number
}

export interface NewWorld {
  readonly id?: string | undefined
  /** The time that the clock of the world shows when it begins, in the form of RFC 3339. */
  readonly now?: string | undefined
  /** The time zone of its first user. */
  readonly timeZone?: string | undefined
  /** A saved state that the world begins with. */
  readonly archive?: Buffer | undefined
  /** A seed that is applied to the world: a document, or the text of one. */
  readonly seed?: unknown
}

export interface CreatedWorld extends WorldView {
  /** Its first user: the first one of the seed, or an administrator. */
  readonly email: string
  readonly token: string
}

/** A resource in the form of the wire, and what names it among those of its type. */
export interface DiffedResource {
  readonly key: string
  /** The email address of the user whose resource it is. */
  readonly owner?: string
  readonly resource: Readonly<Record<string, unknown>>
}

export interface ChangedField {
  readonly field: string
  /** Absent when the resource did not have the field. */
  readonly before?: unknown
  /** Absent when the resource no longer has the field. */
  readonly after?: unknown
}

export interface UpdatedResource extends DiffedResource {
  readonly changes: readonly ChangedField[]
}

/** How the resources of one type differ between two states, each list in the order of the keys. */
export interface TypeDiff {
  readonly created: readonly DiffedResource[]
  readonly updated: readonly UpdatedResource[]
  readonly deleted: readonly DiffedResource[]
}

/** How a world differs from one of its earlier states, by the types of the resources that differ. */
export type WorldDiff = Readonly<Record<string, TypeDiff>>

interface DiffOptions {
  /** A snapshot that was saved in the world; undefined for the state in which it was created. */
  readonly since: string | undefined
  /** The root URL of a request to this server or to a world. */
  readonly origin: string
}

/** What the workbench needs to know of worlds. What names a world throws when there is no such one. */
export interface WorldRegistry {
  create(draft: NewWorld): Promise<CreatedWorld>
  get(id: string): Promise<WorldView>
  list(): Promise<readonly WorldView[]>
  delete(id: string): Promise<void>
  /** What has changed in a world; throws when it has no such snapshot. */
  diff(id: string, options: DiffOptions): Promise<WorldDiff>
  /** Where a world is reached, given the root URL of a request to this server or to a world. */
  rootUrlOf(id: string, origin: string): string
}
