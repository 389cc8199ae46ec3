import { sign } from 'node:crypto'

/** A JWT with exactly these members, signed with RSA and SHA-256, or not at all. */
export function signed(
  header: object,
  claims: object,
  by: { readonly privateKey: string } | undefined,
): string {
  const text = `${encoded(header)}.${encoded(claims)}`
  const signature = by && sign('sha256', Buffer.from(text), by.privateKey).toString('base64url')
  return `${text}.${signature ?? ''}`
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
