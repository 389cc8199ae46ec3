/** An isolated state of the server, as it is recorded beside its data. */
export interface WorldRecord {
  readonly id: string
  /** Worlds that were given an id survive a restart; the others end with the server. */
  readonly isNamed: boolean
  readonly createdAtMs: number
}

/** Where worlds are reached, below the root URL of the server. */
export const worldsPath = '/worlds/'

/** Where the data of worlds is stored. */
export interface WorldStore {
  /** Whether other processes create and delete worlds there as well. */
  readonly isShared: boolean
  /** Creates the data of a new world from a template. */
  create(record: WorldRecord): Promise<void>
  /** Changes the record of a world. */
  update(record: WorldRecord): Promise<void>
  /** Where the data of a world is, in the form of settings. */
  location(id: string): { readonly dataDir: string; readonly databaseUrl: string }
  list(): Promise<WorldRecord[]>
  remove(id: string): Promise<void>
  /** Removes worlds without a name that an earlier process left behind. */
  removeLeftovers(): Promise<void>
  close(): Promise<void>
}
