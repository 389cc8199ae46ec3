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
