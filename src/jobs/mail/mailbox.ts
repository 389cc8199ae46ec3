/** A name and an address, as the From line of a mail has them. */
export interface Mailbox {
  readonly name: string | undefined
  readonly address: string
}

/** Reads `Almanac <no-reply@example.com>`, or an address alone. */
export function readMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^([^<]*)<([^>]+)>$/.exec(text.trim()) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || undefined, address: address.trim() }
}

export const mailboxText = ({ name, address }: Mailbox): string =>
  name === undefined ? address : `${name} <${address}>`

/** Rejects addresses that could be read as several addresses or as more than an address. */
export const isSendable = (address: string): boolean =>
  address.length <= addressLengthMax && sendable.test(address)

const addressLengthMax = 254
const sendable = /^[^\s\p{Cc}<>()[\]\\,;:@"]+@[^\s\p{Cc}<>()[\]\\,;:@"]+$/u
