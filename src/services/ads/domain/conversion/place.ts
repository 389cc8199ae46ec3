/** What a conversion is credited to. What is absent is empty. */
export interface Place {
  readonly advertiserId: string
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly criterionId: string
  readonly adId: string
  readonly productGroupId: string
  readonly device: string
  /** When the click was, where it came of one. */
  readonly clickedAt: number | null
}

/** The ids that the same place has in the new experience. */
export interface NewPlace {
  readonly customerId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly criterionId: string
}
