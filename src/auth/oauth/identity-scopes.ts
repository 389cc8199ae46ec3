import type { Scope } from '#/contract/operation.ts'

export const identityScopes: readonly Scope[] = [
  { uri: 'openid', about: 'Know who you are' },
  { uri: 'email', about: 'See your email address' },
  { uri: 'profile', about: 'See your name' },
  { uri: 'https://www.googleapis.com/auth/userinfo.email', about: 'See your email address' },
  { uri: 'https://www.googleapis.com/auth/userinfo.profile', about: 'See your name' },
]
