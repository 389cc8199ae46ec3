/** The advertiser and account in the URL of a page. */
export interface Choice {
  readonly advertiserId?: string
  readonly accountId?: string
}

export const choiceIn = (raw: Readonly<Record<string, unknown>>): Choice => ({
  ...idIn('advertiserId', raw),
  ...idIn('accountId', raw),
})

const idIn = (name: string, raw: Readonly<Record<string, unknown>>) =>
  /^\d{1,20}$/.test(String(raw[name] ?? '')) ? { [name]: String(raw[name]) } : {}

/** The advertiser, account and saved column in the URL of the reports. */
interface ReportChoice extends Choice {
  readonly savedColumn?: string
}

export const reportChoiceIn = (raw: Readonly<Record<string, unknown>>): ReportChoice => ({
  ...choiceIn(raw),
  ...(typeof raw.savedColumn === 'string' && { savedColumn: raw.savedColumn }),
})
