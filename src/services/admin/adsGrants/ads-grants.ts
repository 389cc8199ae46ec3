/** What a user may do with an agency and its advertisers, or with one advertiser. */
export interface AdsGrant {
  readonly agencyId: string
  /** Absent where the grant is about the whole agency. */
  readonly advertiserId?: string
  readonly role: 'reader' | 'uploader'
}

/** Exactly one of the two is named. */
export interface AdsGrantPlace {
  readonly agencyId?: string | undefined
  readonly advertiserId?: string | undefined
}

/** Who may see the data of search advertising. */
export interface AdsGrants {
  of(user: { readonly id: string }): Promise<AdsGrant[]>
  put(
    user: { readonly id: string },
    grant: AdsGrantPlace & { readonly role: string },
  ): Promise<AdsGrant>
  /** Says whether there was such a grant. */
  remove(user: { readonly id: string }, place: AdsGrantPlace): Promise<boolean>
}
