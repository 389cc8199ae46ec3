/** The attribution of a conversion. Absent values are empty. */
export interface Place {
  readonly advertiserId: string
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly criterionId: string
  readonly adId: string
  readonly productGroupId: string
  readonly device: string
  /** The time of the click, if there was one. */
  readonly clickedAt: number | null
}

/** The ids of the same position in the new experience. */
export interface NewPlace {
  readonly customerId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly criterionId: string
}
