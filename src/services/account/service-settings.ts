import { basePath, choice, integer, securityRelevant } from '#/kernel/settings/setting-kinds.ts'

/** The settings of the account service. */
export const accountSettings = {
  almanacBasePath: basePath('/almanac/v1', 'Base path of the Almanac API.'),
  developers: securityRelevant(
    choice(
      'administrators',
      ['administrators', 'users'],
      'Who may create OAuth clients and API keys through the API. All users may create tokens.',
    ),
  ),
  ownTokensMax: securityRelevant(
    integer(100, { min: 0, max: 10_000 }, 'Maximum number of tokens that a user can create.'),
  ),
  ownTokenDaysMax: securityRelevant(
    integer(
      366,
      { min: 1, max: 3660 },
      'Maximum lifetime of a token that a user creates, in days.',
    ),
  ),
  ownClientsMax: securityRelevant(
    integer(20, { min: 0, max: 10_000 }, 'Maximum number of OAuth clients that a user can create.'),
  ),
  ownKeysMax: securityRelevant(
    integer(20, { min: 0, max: 10_000 }, 'Maximum number of API keys that a user can create.'),
  ),
  appPasswordsMax: securityRelevant(
    integer(50, { min: 0, max: 10_000 }, 'Maximum number of app passwords that a user can have.'),
  ),
}
