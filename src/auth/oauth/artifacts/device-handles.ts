import { hashOf } from '../../credentials/secrets.ts'

/**
 * Who types a user code does not hold the device code, of which only the hash is kept. The provider
 * gets a handle in its place, which no client may use.
 */
export const handleOf = (idHash: string): string => `~${idHash}`

export const isHandle = (text: string): boolean => text.startsWith('~')

/** What a device code is kept under, be it the code itself or its handle. */
export const deviceCodeHash = (id: string): string => (isHandle(id) ? id.slice(1) : hashOf(id))
