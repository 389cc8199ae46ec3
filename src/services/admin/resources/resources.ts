/** A room or another thing that is invited to events. */
export interface ResourceRecord {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly location?: string
  readonly timeZone: string
  readonly owner: string
  readonly autoAccept: boolean
  readonly createdAtMs: number
}

interface WantedResource {
  readonly name: string
  readonly id?: string | undefined
  readonly owner: string
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly timeZone?: string | undefined
  readonly autoAccept?: boolean | undefined
}

/** What keeps them, which is for another service to know. */
export interface Resources {
  find(id: string): Promise<ResourceRecord | undefined>
  page(page: { after: string; limit: number }): Promise<ResourceRecord[]>
  create(wanted: WantedResource): Promise<ResourceRecord>
  /** Says whether there was such a one. */
  remove(id: string): Promise<boolean>
}
