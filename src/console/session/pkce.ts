/** The code verifier of one sign-in, and the challenge that is sent first (RFC 7636). */
export interface Proof {
  readonly verifier: string
  readonly challenge: string
}

export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

export async function newProof(): Promise<Proof> {
  const verifier = randomText()
  const digest = await sha256(new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(digest) }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
