import { hashOf } from '../../credentials/secrets.ts'

/**
 * Browsers that enter a user code do not have the device code, of which only the hash is stored. The provider
 * gets a handle instead, which no client can use.
 */
export const handleOf = (idHash: string): string => `~${idHash}`

export const isHandle = (text: string): boolean => text.startsWith('~')

/** The stored hash of a device code, from the code or its handle. */
export const deviceCodeHash = (id: string): string => (isHandle(id) ? id.slice(1) : hashOf(id))
