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
}

export interface CreatedWorld extends WorldView {
  /** Its first user, who is an administrator. */
  readonly email: string
  readonly token: string
}

/** What the workbench needs to know of worlds. `get` and `delete` throw when there is no such world. */
export interface WorldRegistry {
  create(wanted: NewWorld): Promise<CreatedWorld>
  get(id: string): Promise<WorldView>
  list(): Promise<readonly WorldView[]>
  delete(id: string): Promise<void>
  /** Where a world is reached, given the root URL of a request to this server or to a world. */
  rootUrlOf(id: string, origin: string): string
}
